import PagingRoom
package import PagingWire

/// Decodes recordings line by line, as strictly as server messages. Unknown types are skipped.
package enum RecordingReader {
    /// Reads the first line.
    package static func header(_ line: ArraySlice<UInt8>) throws(Malformed) -> RecordingHeader {
        try read(line) { type, fields throws(DecodeError) in
            guard type == "recording" else { throw fields.error("type", "a recording begins with its header") }
            let version = try fields.exactInteger("version")
            guard (1...RecordingHeader.version).contains(version) else {
                let newest = RecordingHeader.version
                throw fields.error("version", "expected version \(newest), got \(version); update the program")
            }
            let bytes = RecordingHeader.textBytes
            return RecordingHeader(
                room: try fields.text("room", bytes: bytes, .line), date: try fields.text("date", bytes: bytes, .line),
                title: try fields.textIfAny("title", bytes: bytes, .line),
                recorder: try fields.textIfAny("recorder", bytes: bytes, .line) ?? "")
        }
    }

    /// Reads any other line; nil when its type is unknown or never recorded.
    package static func line(_ line: ArraySlice<UInt8>) throws(Malformed) -> RecordingLine? {
        try read(line) { type, fields throws(DecodeError) in
            guard let content = try content(type, fields) else { return nil }
            return RecordingLine(
                milliseconds: try fields.integer("time", 0...JSONLimits.exactInteger), content)
        }
    }

    private static func content(
        _ type: String, _ fields: borrowing FieldReader
    ) throws(DecodeError) -> RecordingLine.Content? {
        switch type {
        case "lost":
            return .lost(reason: try fields.text("reason", bytes: JSONLimits.sentenceBytes, .paragraphs))
        case "resumed": return .resumed
        case "gap": return .gap
        case "mark": return .mark(try fields.text("text", bytes: RecordingHeader.textBytes, .line))
        default:
            guard let message = try ServerMessageReader.message(type, fields), message.isRecorded else { return nil }
            return .message(message)
        }
    }

    private static func read<Value>(
        _ line: ArraySlice<UInt8>, _ body: (String, borrowing FieldReader) throws(DecodeError) -> Value
    ) throws(Malformed) -> Value {
        try line.withUnsafeBytes { bytes in
            Result { () throws(Malformed) in
                try MessageReader.read(bytes, limit: JSONLimits.serverMessageBytes, body)
            }
        }.get()
    }
}

/// Encodes recordings: one JSON object per line, the header first (Protocol/recordings.md).
package enum RecordingWriter {
    /// Appends the first line with its line feed.
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

    /// Appends a line with its line feed. A message is encoded as on the wire, with `time` before its other fields.
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
