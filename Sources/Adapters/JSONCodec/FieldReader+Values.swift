import PagingEngine
import PagingRoom
import PagingWire

/// Fields that must be there, and values of the domain.
extension FieldReader {
    func integer(_ name: StaticString, _ range: ClosedRange<Int64>) throws(DecodeError) -> Int64 {
        guard let value = try integerIfAny(name, range) else { throw fault(name, "missing") }
        return value
    }

    func boolean(_ name: StaticString) throws(DecodeError) -> Bool {
        guard let value = try booleanIfAny(name) else { throw fault(name, "missing") }
        return value
    }

    func string(_ name: StaticString, bytes: Int) throws(DecodeError) -> String {
        guard let value = try stringIfAny(name, bytes: bytes) else { throw fault(name, "missing") }
        return value
    }

    func object<Value>(
        _ name: StaticString, _ body: (borrowing FieldReader) throws(DecodeError) -> Value
    ) throws(DecodeError) -> Value {
        guard let value = try objectIfAny(name, body) else { throw fault(name, "missing") }
        return value
    }

    /// One of the words of an enumeration, or nil where there is no such field.
    func wordIfAny<Word: RawRepresentable & CaseIterable>(
        _ name: StaticString, _ type: Word.Type = Word.self
    ) throws(DecodeError) -> Word? where Word.RawValue == String {
        guard let text = try stringIfAny(name, bytes: JSONLimits.sentenceBytes) else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault(name, "not one of \(words)")
        }
        return word
    }

    func word<Word: RawRepresentable & CaseIterable>(
        _ name: StaticString, _ type: Word.Type = Word.self
    ) throws(DecodeError) -> Word where Word.RawValue == String {
        guard let word = try wordIfAny(name, type) else { throw fault(name, "missing") }
        return word
    }

    /// An integer that every language holds exactly.
    func exactInteger(_ name: StaticString) throws(DecodeError) -> Int64 {
        try integer(name, -JSONLimits.exactInteger...JSONLimits.exactInteger)
    }

    func requestID() throws(DecodeError) -> RequestID {
        RequestID(try integer("id", 1...JSONLimits.exactInteger - 1))
    }

    func sequence(_ name: StaticString = "seq") throws(DecodeError) -> Sequence {
        Sequence(try integer(name, 0...JSONLimits.exactInteger - 1))
    }

    func page(_ name: StaticString) throws(DecodeError) -> PageIndex {
        PageIndex(try integer(name, 1 - PageIndex.bound...PageIndex.bound - 1))
    }

    func position(_ name: StaticString = "pos") throws(DecodeError) -> Position {
        Position(units: try exactInteger(name))
    }

    func velocity(_ name: StaticString = "velocity") throws(DecodeError) -> Velocity {
        Velocity(unitsPerSecond: try exactInteger(name))
    }

    func instant(_ name: StaticString) throws(DecodeError) -> Instant {
        Instant(milliseconds: try exactInteger(name))
    }

    func member(_ name: StaticString = "by") throws(DecodeError) -> MemberID {
        MemberID(UInt32(try integer(name, 0...Int64(UInt32.max))))
    }

    func memberIfAny(_ name: StaticString = "by") throws(DecodeError) -> MemberID? {
        try integerIfAny(name, 0...Int64(UInt32.max)).map { MemberID(UInt32($0)) }
    }

    func drag() throws(DecodeError) -> DragID {
        DragID(try exactInteger("drag"))
    }

    func itemIfAny() throws(DecodeError) -> Int? {
        try integerIfAny("item", 0...JSONLimits.exactInteger).map { Int($0) }
    }

    /// A number of things that are counted, not placed.
    func count(_ name: StaticString) throws(DecodeError) -> Int {
        Int(try integer(name, 0...JSONLimits.exactInteger))
    }
}
