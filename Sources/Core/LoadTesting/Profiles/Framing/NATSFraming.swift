import Scripting

/// The client protocol of NATS: lines, and payloads behind some of them.
enum NATSFraming {
    /// Bytes of a line at most; that of INFO has the addresses of a whole cluster.
    private static let lineBytes = 65_536

    // MARK: Reading

    /// The first frame and its length, nil for an empty line; nil while the rest is missing.
    static func frame(_ bytes: ArraySlice<UInt8>) throws(FramingError) -> (frame: WireFrame?, length: Int)? {
        guard let end = bytes.prefix(lineBytes).firstIndex(of: UInt8(ascii: "\n")) else {
            guard bytes.count < lineBytes else { throw FramingError("expected a line of at most \(lineBytes) bytes") }
            return nil
        }
        var line = bytes[..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        let length = end + 1 - bytes.startIndex
        guard !line.isEmpty else { return (nil, length) }
        let words = line.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
            .map { String(decoding: $0, as: UTF8.self) }
        guard let kind = words.first?.uppercased() else { return (nil, length) }
        switch kind {
        case "MSG", "HMSG": return try message(kind, Array(words.dropFirst()), bytes, length)
        case "INFO", "-ERR":
            let body = String(decoding: line.dropFirst(kind.utf8.count), as: UTF8.self)
            return (WireFrame(kind: kind, body: String(body.drop { $0 == " " })), length)
        case "PING", "PONG", "+OK": return (WireFrame(kind: kind), length)
        default: throw FramingError("expected a line of NATS, got `\(kind.prefix(20))`")
        }
    }

    /// `MSG subject sid [reply] size`, and `HMSG` with the size of its headers before that of both.
    private static func message(
        _ kind: String, _ words: [String], _ bytes: ArraySlice<UInt8>, _ line: Int
    ) throws(FramingError) -> (frame: WireFrame?, length: Int)? {
        let sizes = kind == "MSG" ? 1 : 2
        guard words.count == 2 + sizes || words.count == 3 + sizes, let size = Int(words[words.count - 1]),
            (0...ProfileLimits.frameBytes).contains(size),
            let headers = kind == "MSG" ? 0 : Int(words[words.count - 2]),
            (0...size).contains(headers)
        else { throw FramingError("\(kind): expected subject, sid, an optional reply and sizes") }
        guard bytes.count >= line + size + 2 else { return nil }
        let start = bytes.startIndex + line
        guard bytes[start + size] == UInt8(ascii: "\r"), bytes[start + size + 1] == UInt8(ascii: "\n") else {
            throw FramingError("\(kind): expected the end of the line behind \(size) bytes")
        }
        var fields = [KeyedValue(key: "subject", value: words[0]), KeyedValue(key: "sid", value: words[1])]
        if words.count == 3 + sizes { fields.append(KeyedValue(key: "reply", value: words[2])) }
        if headers > 0, let status = status(bytes[start..<(start + headers)]) {
            fields.append(KeyedValue(key: "status", value: status))
        }
        let body = String(decoding: bytes[(start + headers)..<(start + size)], as: UTF8.self)
        return (WireFrame(kind: kind, fields: fields, body: body), line + size + 2)
    }

    /// The status in `NATS/1.0 503`.
    private static func status(_ headers: ArraySlice<UInt8>) -> String? {
        let line = String(decoding: headers.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        let words = line.split(separator: " ")
        return words.count > 1 ? String(words[1]) : nil
    }

    // MARK: Writing

    static func bytes(_ frame: WireFrame) throws(FramingError) -> [UInt8] {
        switch frame.kind {
        case "CONNECT":
            guard !frame.body.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
                throw FramingError("CONNECT: expected one line, got several")
            }
            return Array("CONNECT \(frame.body)\r\n".utf8)
        case "PING", "PONG": return Array("\(frame.kind)\r\n".utf8)
        case "PUB":
            let payload = Array(frame.body.utf8)
            let reply = try word(frame, "reply", isRequired: false)
            let line = try "PUB \(word(frame, "subject")) \(reply.isEmpty ? "" : reply + " ")\(payload.count)\r\n"
            return Array(line.utf8) + payload + [0x0D, 0x0A]
        case "SUB":
            let queue = try word(frame, "queue", isRequired: false)
            return try Array(
                "SUB \(word(frame, "subject")) \(queue.isEmpty ? "" : queue + " ")\(word(frame, "sid"))\r\n".utf8)
        case "UNSUB": return try Array("UNSUB \(word(frame, "sid"))\r\n".utf8)
        default: throw FramingError("expected a frame of a client, got `\(frame.kind)`")
        }
    }

    /// A field of one word, which cannot end its line.
    private static func word(
        _ frame: WireFrame, _ field: String, isRequired: Bool = true
    ) throws(FramingError) -> String {
        let text = isRequired ? try frame.text(field) : frame[field] ?? ""
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw FramingError("`\(field)` of `\(frame.kind)`: expected no blanks and line ends")
        }
        return text
    }
}
