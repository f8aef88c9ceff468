import PagingEngine
import PagingRoom
package import PagingWire

/// Reads what clients send, strictly: whatever is wrong is named with its place, and nothing half-read gets through.
///
/// Stateless, so any thread may use it.
package enum ClientMessageReader {
    /// Reads one line, which is one JSON object.
    ///
    /// - Throws: `Malformed` with the object's id if that was readable. The code is `tooLarge` above `limits`,
    ///   `unknownType` for a type this version does not have, `badRequest` for everything else.
    package static func read(
        _ line: UnsafeRawBufferPointer, limits: Limits = Limits()
    ) throws(Malformed) -> ClientMessage {
        try MessageReader.read(line, limit: max(limits.messageBytes, limits.contentBytes)) {
            type, fields throws(DecodeError) in
            guard type == "content" || line.count <= limits.messageBytes else {
                throw MessageReader.tooLarge(limits.messageBytes)
            }
            return try message(type, fields)
        }
    }

    /// Reads one line, which is one JSON object, out of an array of bytes.
    package static func read(_ line: ArraySlice<UInt8>, limits: Limits = Limits()) throws(Malformed) -> ClientMessage {
        try line.withUnsafeBytes { bytes in
            Result { () throws(Malformed) in try read(bytes, limits: limits) }
        }.get()
    }

    /// Reads every line of a WebSocket message in turn. An empty line is malformed like any other text that is no
    /// object; only a line feed at the very end is passed over.
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
        case "drawn": return .drawn(try fields.sequence(), try fields.digest())
        case "join": return .join(try fields.requestID(), try Join(fields))
        case "ping": return .ping(try fields.requestID())
        case "leave": return .leave(try fields.requestID())
        case "pages":
            let count = try fields.integer("count", 1...Int64(Limits.requestedPages))
            return .pages(try fields.requestID(), from: try fields.page("from"), count: Int(count))
        default:
            guard let request = try Request(type: type, fields) else {
                throw DecodeError(code: .unknownType, place: .field("type"), reason: "no message has this name")
            }
            let id = try fields.requestID()
            return .request(id, request, grant: request.isMove ? try fields.grantIfAny() : nil)
        }
    }
}
