import PagingEngine
import PagingRoom
import PagingWire

extension Member {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            id: try fields.member("member"), name: try fields.text("name", bytes: Limits.nameBytes, .name),
            role: try fields.word("role"), isAway: try fields.booleanIfAny("away") ?? false)
    }

    func write(to writer: inout JSONWriter) {
        writer.field("member", id)
        writer.field("name", name)
        writer.field("role", role)
        if isAway { writer.field("away", true) }
    }
}

extension InStep {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        var behind: [MemberID] = []
        if fields.has("behind") {
            behind = try fields.list("behind", limit: InStep.behindLimit) { one throws(DecodeError) in
                try one.member("member")
            }
        }
        self.init(
            at: try fields.sequence("at"), drawn: try fields.count("drawn"), of: try fields.count("of"),
            diverged: try fields.count("diverged"), behind: behind,
            cut: Int(try fields.integerIfAny("cut", 0...JSONLimits.exactInteger) ?? 0))
    }

    func write(to writer: inout JSONWriter) {
        writer.field("at", at)
        writer.field("drawn", drawn)
        writer.field("of", of)
        writer.field("diverged", diverged)
        if !behind.isEmpty {
            writer.list("behind", behind) { writer, member in writer.object { $0.field("member", member) } }
        }
        if cut > 0 { writer.field("cut", cut) }
    }
}

extension Pointer {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            page: try fields.pageID(), at: try fields.characterNumber(), by: try fields.member())
    }

    /// Writes the pointer's fields into the enclosing object.
    func write(to writer: inout JSONWriter) {
        writer.field("pageID", page.text)
        writer.field("at", at)
        writer.field("by", by)
    }
}

extension FieldReader {
    func pageID() throws(DecodeError) -> PageID { PageID(try text("pageID", bytes: Limits.pageIDBytes, .line)) }

    /// The number of a visible character of a page.
    func characterNumber() throws(DecodeError) -> Int { Int(try integer("at", 0...Int64(Pointer.bound - 1))) }

    func pointerIfAny(_ name: StaticString) throws(DecodeError) -> Pointer? {
        try objectIfAny(name) { pointer throws(DecodeError) in try Pointer(pointer) }
    }
}

extension JSONWriter {
    mutating func field(_ name: StaticString, ifAny pointer: Pointer?) {
        if let pointer { object(name) { pointer.write(to: &$0) } }
    }
}
