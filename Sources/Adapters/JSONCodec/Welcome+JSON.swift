import PagingEngine
import PagingRoom
import PagingWire

extension Welcome {
    /// Protocol version of this module.
    private static let version: Int64 = 1

    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        _ = try fields.integer("protocol", Welcome.version...Welcome.version)
        _ = try fields.integer("unit", Position.unitsPerPage...Position.unitsPerPage)
        self.init(
            id: try fields.requestID(),
            server: try fields.text("server", bytes: JSONLimits.sentenceBytes, .line),
            room: try fields.text("room", bytes: JSONLimits.sentenceBytes, .line),
            member: try fields.member("member"),
            session: Session(try fields.text("session", bytes: Limits.secretBytes, .line)),
            role: try fields.word("role"), epoch: try fields.epoch(), sequence: try fields.sequence(),
            now: try fields.instant("now"), recovered: try fields.boolean("recovered"),
            limits: try fields.object("limits") { limits throws(DecodeError) in try Limits(limits) },
            retry: try fields.object("retry") { retry throws(DecodeError) in try Retry(retry) })
    }

    func write(to writer: inout JSONWriter) {
        writer.field("id", id)
        writer.field("protocol", Welcome.version)
        writer.field("server", server)
        writer.field("room", room)
        writer.field("member", member)
        writer.field("session", session.text)
        writer.field("role", role)
        writer.field("epoch", epoch.text)
        writer.field("seq", sequence)
        writer.field("now", now)
        writer.field("unit", Position.unitsPerPage)
        writer.field("recovered", recovered)
        writer.object("limits") { writer in
            writer.field("message", limits.messageBytes)
            writer.field("content", limits.contentBytes)
            writer.field("rate", limits.objectsPerSecond)
        }
        writer.object("retry") { writer in
            writer.field("min", retry.minimumMilliseconds)
            writer.field("max", retry.maximumMilliseconds)
        }
    }
}

extension Limits {
    fileprivate init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            messageBytes: try fields.count("message"), contentBytes: try fields.count("content"),
            objectsPerSecond: try fields.count("rate"))
    }
}

extension Retry {
    fileprivate init(_ fields: borrowing FieldReader) throws(DecodeError) {
        let minimum = try fields.integer("min", 0...JSONLimits.exactInteger)
        self.init(
            minimumMilliseconds: minimum,
            maximumMilliseconds: try fields.integer("max", minimum...JSONLimits.exactInteger))
    }
}

extension FieldReader {
    func epoch() throws(DecodeError) -> Epoch {
        Epoch(try text("epoch", bytes: Limits.secretBytes, .line))
    }
}
