import PagingRoom
package import PagingWire

/// Writes what a client sends.
package enum ClientMessageWriter {
    /// Appends `message` to `bytes` as one JSON object, without a line feed.
    package static func encode(_ message: ClientMessage, into bytes: inout [UInt8]) {
        var writer = JSONWriter()
        swap(&writer.bytes, &bytes)
        writer.begin { write(message, to: &$0) }
        swap(&writer.bytes, &bytes)
    }

    private static func write(_ message: ClientMessage, to writer: inout JSONWriter) {
        switch message {
        case .request(let id, let request, let grant):
            request.write(id: id, to: &writer)
            if let grant, request.isMove { writer.field("grant", grant.number) }
        case .join(let id, let join):
            head("join", id, &writer)
            join.write(to: &writer)
        case .pages(let id, let from, let count):
            head("pages", id, &writer)
            writer.field("from", from)
            writer.field("count", count)
        case .drawn(let sequence, let digest):
            writer.field("type", "drawn")
            writer.field("seq", sequence)
            writer.field("digest", digest)
        case .ping(let id): head("ping", id, &writer)
        case .leave(let id): head("leave", id, &writer)
        }
    }

    private static func head(_ type: String, _ id: RequestID, _ writer: inout JSONWriter) {
        writer.field("type", type)
        writer.field("id", id)
    }
}
