import Scripting

/// Packets of Engine.IO 4 with those of Socket.IO 5 inside, as they stand in WebSocket messages: `42/chat,7["news",1]` has the
/// kind 42, the namespace /chat, the id 7 and the body `["news",1]`.
enum SocketIOFraming {
    /// Kinds with a namespace, and those of them that may have an id.
    private static let packets: Set = ["40", "41", "42", "43", "44", "45", "46"]
    private static let numbered: Set = ["42", "43", "45", "46"]
    private static let idDigits = 18

    static func frame(_ text: String) throws(FramingError) -> WireFrame {
        var rest = Substring(text).utf8
        guard let type = rest.popFirst(), (UInt8(ascii: "0")...UInt8(ascii: "6")).contains(type) else {
            throw FramingError("expected a packet of Engine.IO that begins with 0 to 6, got `\(text.prefix(20))`")
        }
        var kind = String(UnicodeScalar(type))
        if type == UInt8(ascii: "4"), let inner = rest.first, isDigit(inner) {
            kind += String(UnicodeScalar(inner))
            rest = rest.dropFirst()
        }
        guard packets.contains(kind) else { return WireFrame(kind: kind, body: String(Substring(rest))) }
        if kind == "45" || kind == "46", let dash = rest.firstIndex(of: UInt8(ascii: "-")),
            rest[..<dash].allSatisfy(isDigit)
        {
            rest = rest[rest.index(after: dash)...]
        }
        var fields = [KeyedValue(key: "namespace", value: "/")]
        if rest.first == UInt8(ascii: "/") {
            let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            fields[0].value = String(Substring(rest[..<end]))
            rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
        }
        if numbered.contains(kind) {
            let digits = rest.prefix(while: isDigit)
            guard digits.count <= idDigits else { throw FramingError("expected an id of at most \(idDigits) digits") }
            if !digits.isEmpty { fields.append(KeyedValue(key: "id", value: String(Substring(digits)))) }
            rest = rest[digits.endIndex...]
        }
        return WireFrame(kind: kind, fields: fields, body: String(Substring(rest)))
    }

    static func text(_ frame: WireFrame) -> String {
        guard packets.contains(frame.kind) else { return frame.kind + frame.body }
        let rest = (numbered.contains(frame.kind) ? frame["id"] ?? "" : "") + frame.body
        let namespace = frame["namespace"] ?? "/"
        let isStandard = (namespace == "/" || namespace.isEmpty) && !rest.hasPrefix("/")
        return frame.kind + (isStandard ? "" : (namespace.isEmpty ? "/" : namespace) + ",") + rest
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
