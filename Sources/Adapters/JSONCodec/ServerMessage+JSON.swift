import PagingContent
import PagingEngine
import PagingRoom
package import PagingWire

/// Decodes server messages, for clients. It is as strict as the server's reader, so that a defect shows at its origin.
/// Unknown types give nil, or their number where they have one; unknown fields are skipped, and unknown words of answers,
/// notices and closings give the nearest known one.
///
/// Stateless, therefore safe on any thread.
package enum ServerMessageReader {
    /// Reads one line of at most 8 MiB, which is one JSON object; nil when its type is unknown.
    ///
    /// - Throws: `Malformed` when the line is no such object or breaks the protocol.
    package static func read(_ line: UnsafeRawBufferPointer) throws(Malformed) -> ServerMessage? {
        try MessageReader.read(line, limit: JSONLimits.serverMessageBytes) { type, fields throws(DecodeError) in
            try message(type, fields)
        }
    }

    /// Reads one line of at most 8 MiB from an array of bytes; nil when its type is unknown.
    package static func read(_ line: ArraySlice<UInt8>) throws(Malformed) -> ServerMessage? {
        try line.withUnsafeBytes { bytes in
            Result { () throws(Malformed) in try read(bytes) }
        }.get()
    }

    /// Reads every line of a WebSocket message in order, without those of unknown type.
    package static func readLines(
        _ message: UnsafeRawBufferPointer, _ body: (Result<ServerMessage, Malformed>) -> Void
    ) {
        MessageReader.forEachLine(message) { line in
            let result = Result { () throws(Malformed) in try read(line) }
            switch result {
            case .success(nil): break
            case .success(let message?): body(.success(message))
            case .failure(let malformed): body(.failure(malformed))
            }
        }
    }

    /// Reads every line of a WebSocket message into a list, without those of unknown type.
    package static func readLines(_ message: ArraySlice<UInt8>) -> [Result<ServerMessage, Malformed>] {
        var results: [Result<ServerMessage, Malformed>] = []
        message.withUnsafeBytes { bytes in readLines(bytes) { results.append($0) } }
        return results
    }

    static func message(_ type: String, _ fields: borrowing FieldReader) throws(DecodeError) -> ServerMessage? {
        switch type {
        case "offset":
            return .offset(
                Offset(
                    sequence: try fields.sequence(), position: try fields.position(),
                    now: try fields.instant("now"), velocity: try fields.motionVelocityIfAny() ?? .zero,
                    by: try fields.memberIfAny(),
                    isOnStrip: try fields.booleanIfAny("strip") ?? false))
        case "ack":
            let changed = try fields.booleanIfAny("changed") ?? true
            return .answer(.accepted(try fields.requestID(), try fields.sequence(), changed: changed))
        case "reject": return .answer(try refusal(fields))
        case "pong": return .pong(try fields.requestID(), now: try fields.instant("now"))
        case "welcome": return .welcome(try Welcome(fields))
        case "snapshot": return .snapshot(try Snapshot(fields))
        case "pages": return .pages(try fields.requestID(), try fields.windowPages("pages"))
        case "asset": return .asset(try fields.requestID(), try Asset(fields))
        case "notes":
            return .notes(
                try fields.list("pages", limit: Limits.requestedPages) { page throws(DecodeError) in try PageNotes(page)
                })
        case "inStep": return .inStep(try InStep(fields))
        case "notice":
            return .notice(
                Notice(level: try fields.wordIfKnown("level") ?? .info, text: try sentence("text", fields)))
        case "closing": return try closing(fields)
        default:
            if let event = try Event(type: type, fields) { return .event(event) }
            return fields.has("seq") ? .unknown(try fields.sequence()) : nil
        }
    }

    private static func refusal(_ fields: borrowing FieldReader) throws(DecodeError) -> Answer {
        let code = try fields.wordIfKnown("code") ?? Refusal.Code.badRequest
        return .refused(
            fields.has("id") ? try fields.requestID() : nil, Refusal(code, try sentence("reason", fields)),
            try fields.sequence())
    }

    private static func closing(_ fields: borrowing FieldReader) throws(DecodeError) -> ServerMessage {
        let number = try fields.integer("code", 0...Int64(UInt16.max))
        guard (4000...4199).contains(number) else {
            throw fields.error("code", "expected a close code of this protocol, got \(number)")
        }
        return .closing(
            CloseCode(rawValue: UInt16(number)) ?? .goingAway, reason: try sentence("reason", fields),
            withinMilliseconds: try fields.integer("within", 0...JSONLimits.exactInteger))
    }

    private static func sentence(
        _ name: StaticString, _ fields: borrowing FieldReader
    ) throws(DecodeError) -> String {
        try fields.text(name, bytes: JSONLimits.sentenceBytes, .paragraphs)
    }
}

/// Encodes server messages.
package enum ServerMessageWriter {
    /// Appends `message` to `bytes` as one JSON object, without a line feed.
    ///
    /// - Parameter documents: parses the bodies of pages; nil sends their source only.
    package static func encode(
        _ message: ServerMessage, into bytes: inout [UInt8], documents: DocumentSource? = nil
    ) {
        var writer = JSONWriter()
        writer.documents = documents
        swap(&writer.bytes, &bytes)
        writer.begin { write(message, to: &$0) }
        swap(&writer.bytes, &bytes)
    }

    static func write(_ message: ServerMessage, to writer: inout JSONWriter) {
        switch message {
        case .offset(let offset):
            writer.field("type", "offset")
            writer.field("seq", offset.sequence)
            writer.field("pos", offset.position)
            writer.field("now", offset.now)
            if offset.velocity != .zero { writer.field("velocity", offset.velocity) }
            writer.field("by", ifAny: offset.by)
            if offset.isOnStrip { writer.field("strip", true) }
        case .event(let event): event.write(to: &writer)
        case .unknown(let sequence):
            writer.field("type", "unknown")
            writer.field("seq", sequence)
        case .answer(let answer): write(answer, to: &writer)
        case .pong(let id, let now):
            writer.field("type", "pong")
            writer.field("id", id)
            writer.field("now", now)
        case .welcome(let welcome):
            writer.field("type", "welcome")
            welcome.write(to: &writer)
        case .snapshot(let snapshot):
            writer.field("type", "snapshot")
            snapshot.write(to: &writer)
        case .pages(let id, let pages):
            writer.field("type", "pages")
            writer.field("id", id)
            writer.list("pages", pages)
        case .asset(let id, let asset):
            writer.field("type", "asset")
            writer.field("id", id)
            asset.write(to: &writer)
        case .notes(let pages):
            writer.field("type", "notes")
            writer.list("pages", pages) { writer, notes in writer.object { notes.write(to: &$0) } }
        case .inStep(let inStep):
            writer.field("type", "inStep")
            inStep.write(to: &writer)
        case .notice(let notice):
            writer.field("type", "notice")
            writer.field("level", notice.level)
            writer.field("text", notice.text)
        case .closing(let code, let reason, let within):
            writer.field("type", "closing")
            writer.field("code", Int64(code.rawValue))
            writer.field("reason", reason)
            writer.field("within", within)
        }
    }

    private static func write(_ answer: Answer, to writer: inout JSONWriter) {
        switch answer {
        case .accepted(let id, let sequence, let changed):
            writer.field("type", "ack")
            writer.field("id", id)
            writer.field("seq", sequence)
            if !changed { writer.field("changed", false) }
        case .refused(let id, let refusal, let sequence):
            writer.field("type", "reject")
            if let id { writer.field("id", id) }
            writer.field("code", refusal.code)
            writer.field("reason", refusal.reason)
            writer.field("seq", sequence)
        }
    }
}
