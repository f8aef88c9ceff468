import Scripting
import Support

/// Frames of STOMP 1.2: a command, headers, an empty line, a body and a zero byte. A line end between frames is a sign of life.
enum STOMPFraming {
    private static let headersInFrame = 256

    // MARK: Reading

    /// The frames of one message; over WebSocket a frame does not go beyond its message.
    static func frames(_ bytes: [UInt8]) throws(FramingError) -> [WireFrame] {
        var frames: [WireFrame] = []
        var rest = bytes[...]
        while let first = rest.first {
            if first == UInt8(ascii: "\n") || first == UInt8(ascii: "\r") {
                rest = rest.dropFirst()
                continue
            }
            frames.append(try frame(&rest))
        }
        return frames
    }

    private static func frame(_ rest: inout ArraySlice<UInt8>) throws(FramingError) -> WireFrame {
        var frame = WireFrame(kind: try line(&rest))
        // CONNECTED has no escapes, as STOMP 1.0 had none.
        let isEscaped = frame.kind != "CONNECTED"
        while true {
            let line = try line(&rest)
            if line.isEmpty { break }
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                throw FramingError("expected a header, got `\(String(line).beginning(40))`")
            }
            guard frame.fields.count < headersInFrame else {
                throw FramingError("expected at most \(headersInFrame) headers")
            }
            let (name, value) = (String(line[..<colon]), String(line[line.utf8.index(after: colon)...]))
            frame.fields.append(
                KeyedValue(key: isEscaped ? unescaped(name) : name, value: isEscaped ? unescaped(value) : value))
        }
        let length = frame["content-length"].flatMap { Int($0) }
        guard let end = length.map({ rest.startIndex + max(0, min($0, rest.count)) }) ?? rest.firstIndex(of: 0),
            end < rest.endIndex, rest[end] == 0
        else { throw FramingError("expected a zero byte behind the body") }
        frame.body = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        return frame
    }

    private static func line(_ rest: inout ArraySlice<UInt8>) throws(FramingError) -> String {
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            throw FramingError("expected the end of a line")
        }
        var line = rest[..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        rest = rest[(end + 1)...]
        return String(decoding: line, as: UTF8.self)
    }

    private static func unescaped(_ text: String) -> String {
        guard text.contains("\\") else { return text }
        var (result, isEscape) = ("", false)
        for scalar in text.unicodeScalars {
            if isEscape {
                result += ["r": "\r", "n": "\n", "c": ":", "\\": "\\"][scalar] ?? ""
                isEscape = false
            } else if scalar == "\\" {
                isEscape = true
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    // MARK: Writing

    /// The text of a frame; the kind `HEARTBEAT` is a line end alone.
    static func text(_ frame: WireFrame) throws(FramingError) -> String {
        if frame.kind == "HEARTBEAT" { return "\n" }
        guard frame.kind.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            throw FramingError("expected a command of capital letters, got `\(frame.kind.prefix(20))`")
        }
        let isEscaped = frame.kind != "CONNECT"
        var text = frame.kind + "\n"
        for field in frame.fields where !field.value.isEmpty && field.key != "content-length" {
            if !isEscaped, (field.key + field.value).utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
                throw FramingError("`\(field.key)` of CONNECT: expected one line, got several")
            }
            text += isEscaped ? "\(escaped(field.key)):\(escaped(field.value))\n" : "\(field.key):\(field.value)\n"
        }
        if !frame.body.isEmpty { text += "content-length:\(frame.body.utf8.count)\n" }
        return text + "\n" + frame.body + "\0"
    }

    private static func escaped(_ text: String) -> String {
        // By scalars: a carriage return and a line feed are one character.
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\\\"
            case "\r": result += "\\r"
            case "\n": result += "\\n"
            case ":": result += "\\c"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
