import PagingRoom
import PagingWire

extension Join {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            name: try fields.textIfAny("name", bytes: Limits.nameBytes, .name),
            role: try fields.wordIfAny("role") ?? .viewer,
            token: try fields.textIfAny("token", bytes: Limits.secretBytes, .line),
            offsets: try fields.wordIfAny("offsets") ?? .keyframes,
            since: try fields.objectIfAny("since") { since throws(DecodeError) in
                Since(epoch: try since.epoch(), sequence: try since.sequence())
            },
            session: try fields.textIfAny("session", bytes: Limits.secretBytes, .line).map { Session($0) })
    }

    func write(to writer: inout JSONWriter) {
        writer.field("name", ifAny: name)
        writer.field("role", role)
        writer.field("token", ifAny: token)
        writer.field("offsets", offsets)
        if let since {
            writer.object("since") { writer in
                writer.field("epoch", since.epoch.text)
                writer.field("seq", since.sequence)
            }
        }
        writer.field("session", ifAny: session?.text)
    }
}
