import PagingRoom
package import PagingWire

/// Writes recordings: one JSON object a line, the header first (Protocol/recordings.md).
package enum RecordingWriter {
    /// Appends the first line, with its line feed.
    package static func encode(_ header: RecordingHeader, into bytes: inout [UInt8]) {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("type", "recording")
            writer.field("version", RecordingHeader.version)
            writer.field("room", header.room)
            writer.field("date", header.date)
            writer.field("title", ifAny: header.title)
            writer.field("recorder", header.recorder)
        }
        bytes += writer.bytes
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends a line, with its line feed: a message as on the wire with `time` in front of its other fields.
    package static func encode(_ line: RecordingLine, into bytes: inout [UInt8]) {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("time", line.milliseconds)
            switch line.content {
            case .message(let message): ServerMessageWriter.write(message, to: &writer)
            case .lost(let reason):
                writer.field("type", "lost")
                writer.field("reason", reason)
            case .resumed: writer.field("type", "resumed")
            case .gap: writer.field("type", "gap")
            case .mark(let text):
                writer.field("type", "mark")
                writer.field("text", text)
            }
        }
        bytes += writer.bytes
        bytes.append(UInt8(ascii: "\n"))
    }
}
