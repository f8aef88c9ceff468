import CJSON
import PagingEngine
import PagingRoom
import PagingWire

/// Typed access to the fields of one JSON object. It is not copyable, so it does not outlive the tree it points into.
///
/// Errors name the field; enclosing objects add their own name in front.
struct FieldReader: ~Copyable {
    private let object: OpaquePointer

    /// `object` must be a json-c object that lives as long as this reader.
    init(object: OpaquePointer) {
        self.object = object
    }

    func error(_ name: StaticString, _ reason: String) -> DecodeError {
        DecodeError(place: .field(name.description), reason: reason)
    }

    private func mismatch(_ name: StaticString, _ expected: String, _ value: OpaquePointer) -> DecodeError {
        error(name, "expected \(expected), got \(kind(of: value))")
    }

    /// The kind of a JSON value, in words; nil is `null`.
    private func kind(of value: OpaquePointer?) -> String {
        switch json_object_get_type(value) {
        case json_type_boolean: "a boolean"
        case json_type_int: "an integer"
        case json_type_double: "a number with a fraction or an exponent"
        case json_type_string: "a string"
        case json_type_array: "a list"
        case json_type_object: "an object"
        default: "null"
        }
    }

    func has(_ name: StaticString) -> Bool {
        json_object_object_get_ex(object, name.pointer, nil) != 0
    }

    /// Integer within `range`; nil when the field is missing.
    func integerIfAny(_ name: StaticString, _ range: ClosedRange<Int64>) throws(DecodeError) -> Int64? {
        guard let value = try value(name) else { return nil }
        guard json_object_get_type(value) == json_type_int else { throw mismatch(name, "an integer", value) }
        let integer = json_object_get_int64(value)
        guard range.contains(integer) else {
            throw error(name, "out of range, \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    func booleanIfAny(_ name: StaticString) throws(DecodeError) -> Bool? {
        guard let value = try value(name) else { return nil }
        guard json_object_get_type(value) == json_type_boolean else { throw mismatch(name, "true or false", value) }
        return json_object_get_boolean(value) != 0
    }

    /// String of at most `bytes` bytes of UTF-8; nil when the field is missing.
    func stringIfAny(_ name: StaticString, bytes: Int) throws(DecodeError) -> String? {
        guard let value = try value(name) else { return nil }
        guard json_object_get_type(value) == json_type_string else { throw mismatch(name, "a string", value) }
        let length = Int(json_object_get_string_len(value))
        guard length <= bytes else { throw error(name, "longer than \(bytes) bytes") }
        guard let start = json_object_get_string(value) else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }

    /// Result of `body` for the object in this field; nil when the field is missing.
    func objectIfAny<Value>(
        _ name: StaticString, _ body: (borrowing FieldReader) throws(DecodeError) -> Value
    ) throws(DecodeError) -> Value? {
        guard let value = try value(name) else { return nil }
        guard json_object_get_type(value) == json_type_object else { throw mismatch(name, "an object", value) }
        do throws(DecodeError) {
            return try body(FieldReader(object: value))
        } catch {
            throw error.inside(name.description)
        }
    }

    /// Results of `body` for each object in this list of at most `limit` entries.
    func list<Value>(
        _ name: StaticString, limit: Int, _ body: (borrowing FieldReader) throws(DecodeError) -> Value
    ) throws(DecodeError) -> [Value] {
        guard let list = try value(name) else { throw error(name, "missing") }
        guard json_object_get_type(list) == json_type_array else { throw mismatch(name, "a list", list) }
        let count = json_object_array_length(list)
        guard count <= limit else { throw error(name, "more than \(limit) entries") }
        var values: [Value] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            let value = json_object_array_get_idx(list, index)
            guard let value, json_object_get_type(value) == json_type_object else {
                let reason = "expected an object, got \(kind(of: value))"
                throw DecodeError(place: .field("\(name)[\(index)]"), reason: reason)
            }
            do throws(DecodeError) {
                values.append(try body(FieldReader(object: value)))
            } catch {
                throw error.inside("\(name)[\(index)]")
            }
        }
        return values
    }

    /// Value of a field; nil when the field is missing. The protocol has no `null`.
    private func value(_ name: StaticString) throws(DecodeError) -> OpaquePointer? {
        var value: OpaquePointer?
        guard json_object_object_get_ex(object, name.pointer, &value) != 0 else { return nil }
        guard let value else { throw error(name, "null is no value; leave the field out") }
        return value
    }
}

extension StaticString {
    /// The characters followed by a NUL, which every string literal has.
    fileprivate var pointer: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// Required fields, and values of the domain.
extension FieldReader {
    func integer(_ name: StaticString, _ range: ClosedRange<Int64>) throws(DecodeError) -> Int64 {
        guard let value = try integerIfAny(name, range) else { throw error(name, "missing") }
        return value
    }

    func boolean(_ name: StaticString) throws(DecodeError) -> Bool {
        guard let value = try booleanIfAny(name) else { throw error(name, "missing") }
        return value
    }

    func string(_ name: StaticString, bytes: Int) throws(DecodeError) -> String {
        guard let value = try stringIfAny(name, bytes: bytes) else { throw error(name, "missing") }
        return value
    }

    func object<Value>(
        _ name: StaticString, _ body: (borrowing FieldReader) throws(DecodeError) -> Value
    ) throws(DecodeError) -> Value {
        guard let value = try objectIfAny(name, body) else { throw error(name, "missing") }
        return value
    }

    /// Case of an enumeration by its raw value; nil when the field is missing.
    func wordIfAny<Word: RawRepresentable & CaseIterable>(
        _ name: StaticString, _ type: Word.Type = Word.self
    ) throws(DecodeError) -> Word? where Word.RawValue == String {
        guard let text = try stringIfAny(name, bytes: JSONLimits.sentenceBytes) else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(name, "not one of \(words)")
        }
        return word
    }

    func word<Word: RawRepresentable & CaseIterable>(
        _ name: StaticString, _ type: Word.Type = Word.self
    ) throws(DecodeError) -> Word where Word.RawValue == String {
        guard let word = try wordIfAny(name, type) else { throw error(name, "missing") }
        return word
    }

    /// Case of an enumeration for a field that only informs; nil for a word of a later version.
    func wordIfKnown<Word: RawRepresentable<String>>(
        _ name: StaticString, _ type: Word.Type = Word.self
    ) throws(DecodeError) -> Word? {
        Word(rawValue: try string(name, bytes: JSONLimits.wordBytes))
    }

    /// Integer that every language represents exactly.
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

    /// Count: an integer of 0 or more.
    func count(_ name: StaticString) throws(DecodeError) -> Int {
        Int(try integer(name, 0...JSONLimits.exactInteger))
    }
}
