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
