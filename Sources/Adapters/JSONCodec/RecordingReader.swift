import PagingRoom
package import PagingWire

/// Reads recordings line by line, as strictly as messages from a server; types it does not know are passed over.
package enum RecordingReader {
    /// Reads the first line.
    package static func header(_ line: ArraySlice<UInt8>) throws(Malformed) -> RecordingHeader {
        try read(line) { type, fields throws(DecodeError) in
            guard type == "recording" else { throw fields.fault("type", "a recording begins with its header") }
            let version = try fields.exactInteger("version")
            guard (1...RecordingHeader.version).contains(version) else {
                throw fields.fault("version", "is \(version); this program knows \(RecordingHeader.version)")
            }
            let bytes = RecordingHeader.textBytes
            return RecordingHeader(
                room: try fields.text("room", bytes: bytes, .line), date: try fields.text("date", bytes: bytes, .line),
                title: try fields.textIfAny("title", bytes: bytes, .line),
                recorder: try fields.textIfAny("recorder", bytes: bytes, .line) ?? "")
        }
    }

    /// Reads any other line; nil when it says nothing this program knows.
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
