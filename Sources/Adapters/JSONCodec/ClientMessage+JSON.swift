import PagingContent
import PagingEngine
import PagingRoom
package import PagingWire

/// Decodes client messages strictly: every error names its place, and no message is decoded in part.
///
/// Stateless, therefore safe on any thread.
package enum ClientMessageReader {
    /// Reads one line, which is one JSON object.
    ///
    /// - Throws: `Malformed` with the object's id if it could be read. The code is `tooLarge` above `limits`,
    ///   `unknownType` for a type that this version does not have, `badRequest` for all other errors.
    package static func read(
        _ line: UnsafeRawBufferPointer, limits: Limits = Limits()
    ) throws(Malformed) -> ClientMessage {
        try MessageReader.read(line, limit: max(limits.messageBytes, limits.contentBytes)) {
            type, fields throws(DecodeError) in
            guard type == "content" || type == "asset" || line.count <= limits.messageBytes else {
                throw MessageReader.tooLarge(limits.messageBytes)
            }
            return try message(type, fields)
        }
    }

    /// Reads one line, which is one JSON object, from an array of bytes.
    package static func read(_ line: ArraySlice<UInt8>, limits: Limits = Limits()) throws(Malformed) -> ClientMessage {
        try line.withUnsafeBytes { bytes in
            Result { () throws(Malformed) in try read(bytes, limits: limits) }
        }.get()
    }

    /// Reads every line of a WebSocket message in order. An empty line is malformed, as is any text that is no object.
    /// A line feed at the end of the message is skipped.
    package static func readLines(
        _ message: UnsafeRawBufferPointer, limits: Limits = Limits(),
        _ body: (Result<ClientMessage, Malformed>) -> Void
    ) {
        MessageReader.forEachLine(message) { line in
            body(Result { () throws(Malformed) in try read(line, limits: limits) })
        }
    }

    /// Reads every line of a WebSocket message into a list.
    package static func readLines(
        _ message: ArraySlice<UInt8>, limits: Limits = Limits()
    ) -> [Result<ClientMessage, Malformed>] {
        var results: [Result<ClientMessage, Malformed>] = []
        message.withUnsafeBytes { bytes in readLines(bytes, limits: limits) { results.append($0) } }
        return results
    }

    private static func message(_ type: String, _ fields: borrowing FieldReader) throws(DecodeError) -> ClientMessage {
        switch type {
        case "dragMoved": return .request(nil, try Request(dragMoved: fields), grant: try fields.grantIfAny())
        case "stripMoved": return .request(nil, try Request(stripMoved: fields), grant: try fields.grantIfAny())
        case "drawn":
            return .drawn(try fields.sequence(), try fields.digest(), isCut: try fields.booleanIfAny("cut") ?? false)
        case "join": return .join(try fields.requestID(), try Join(fields))
        case "ping": return .ping(try fields.requestID())
        case "leave": return .leave(try fields.requestID())
        case "pages":
            let count = try fields.integer("count", 1...Int64(Limits.requestedPages))
            return .pages(try fields.requestID(), from: try fields.page("from"), count: Int(count))
        case "asset": return .asset(try fields.requestID(), try Asset(fields))
        case "getAsset": return .getAsset(try fields.requestID(), try fields.assetName("name"))
        default:
            guard let request = try Request(type: type, fields) else {
                throw DecodeError(code: .unknownType, place: .field("type"), reason: "no message has this name")
            }
            let id = try fields.requestID()
            return .request(id, request, grant: request.isMove ? try fields.grantIfAny() : nil)
        }
    }
}

/// Encodes client messages.
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
        case .asset(let id, let asset):
            head("asset", id, &writer)
            asset.write(to: &writer)
        case .getAsset(let id, let name):
            head("getAsset", id, &writer)
            writer.field("name", name.text)
        case .drawn(let sequence, let digest, let isCut):
            writer.field("type", "drawn")
            writer.field("seq", sequence)
            writer.field("digest", digest)
            if isCut { writer.field("cut", true) }
        case .ping(let id): head("ping", id, &writer)
        case .leave(let id): head("leave", id, &writer)
        }
    }

    private static func head(_ type: String, _ id: RequestID, _ writer: inout JSONWriter) {
        writer.field("type", type)
        writer.field("id", id)
    }
}

extension Join {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            name: try fields.textIfAny("name", bytes: Limits.nameBytes, .newName),
            role: try fields.wordIfAny("role") ?? .viewer,
            token: try fields.textIfAny("token", bytes: Limits.secretBytes, .line),
            offsets: try fields.wordIfAny("offsets") ?? .keyframes,
            since: try fields.objectIfAny("since") { since throws(DecodeError) in
                Since(epoch: try since.epoch(), sequence: try since.sequence())
            },
            session: try fields.textIfAny("session", bytes: Limits.secretBytes, .line).map { Session($0) },
            knowsEpochs: try fields.booleanIfAny("epochs") ?? false)
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
        if knowsEpochs { writer.field("epochs", true) }
    }
}
