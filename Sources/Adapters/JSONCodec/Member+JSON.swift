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
            diverged: try fields.count("diverged"), behind: behind)
    }

    func write(to writer: inout JSONWriter) {
        writer.field("at", at)
        writer.field("drawn", drawn)
        writer.field("of", of)
        writer.field("diverged", diverged)
        guard !behind.isEmpty else { return }
        writer.list("behind", behind) { writer, member in writer.object { $0.field("member", member) } }
    }
}

extension Pointer {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            page: PageID(try fields.text("pageID", bytes: Limits.pageIDBytes, .line)),
            at: Int(try fields.integer("at", 0...Int64(Pointer.bound - 1))), by: try fields.member())
    }

    /// Writes the pointer's fields into the enclosing object.
    func write(to writer: inout JSONWriter) {
        writer.field("pageID", page.text)
        writer.field("at", at)
        writer.field("by", by)
    }
}
