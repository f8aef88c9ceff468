import PagingRoom
package import PagingWire

/// Writes what a server sends.
package enum ServerMessageWriter {
    /// Appends `message` to `bytes` as one JSON object, without a line feed.
    package static func encode(_ message: ServerMessage, into bytes: inout [UInt8]) {
        var writer = JSONWriter()
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
        case .accepted(let id, let sequence):
            writer.field("type", "ack")
            writer.field("id", id)
            writer.field("seq", sequence)
        case .refused(let id, let refusal, let sequence):
            writer.field("type", "reject")
            if let id { writer.field("id", id) }
            writer.field("code", refusal.code)
            writer.field("reason", refusal.reason)
            writer.field("seq", sequence)
        }
    }
}
