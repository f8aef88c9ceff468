import Scripting

/// Packets of MQTT 3.1.1 (OASIS standard, chapter 2 and 3).
enum MQTTFraming {
    /// Types of packets, the first of which is 1.
    private static let kinds = [
        "CONNECT", "CONNACK", "PUBLISH", "PUBACK", "PUBREC", "PUBREL", "PUBCOMP", "SUBSCRIBE", "SUBACK", "UNSUBSCRIBE",
        "UNSUBACK", "PINGREQ", "PINGRESP", "DISCONNECT",
    ]
    private static let packetNumbers = 1...65_535

    // MARK: Reading

    /// The first packet and its length; nil while its rest is missing.
    static func frame(_ bytes: ArraySlice<UInt8>) throws(FramingError) -> (frame: WireFrame?, length: Int)? {
        guard let first = bytes.first, let sizes = try sizes(bytes) else { return nil }
        guard bytes.count >= sizes.header + sizes.rest else { return nil }
        let start = bytes.startIndex + sizes.header
        var body = PacketBody(bytes: bytes[start..<(start + sizes.rest)])
        return (try frame(first, &body), sizes.header + sizes.rest)
    }

    /// The size of the fixed header, and of the rest; nil while the header is not whole.
    private static func sizes(_ bytes: ArraySlice<UInt8>) throws(FramingError) -> (header: Int, rest: Int)? {
        var rest = 0
        for (place, byte) in bytes.dropFirst().prefix(4).enumerated() {
            rest |= Int(byte & 0x7F) << (7 * place)
            guard byte & 0x80 == 0 else { continue }
            guard rest <= ProfileLimits.frameBytes else {
                throw FramingError("expected a packet of at most \(ProfileLimits.frameBytes) bytes, got \(rest)")
            }
            return (place + 2, rest)
        }
        guard bytes.count < 5 else { throw FramingError("expected a length of at most four bytes") }
        return nil
    }

    private static func frame(_ first: UInt8, _ body: inout PacketBody) throws(FramingError) -> WireFrame {
        let type = Int(first >> 4)
        guard (1...kinds.count).contains(type) else {
            throw FramingError("expected a packet of MQTT 3.1.1, got the type \(type)")
        }
        let kind = kinds[type - 1]
        var fields: [KeyedValue<String>] = []
        func add(_ key: String, _ value: Int) { fields.append(KeyedValue(key: key, value: String(value))) }
        switch kind {
        case "CONNACK":
            add("session", Int(try body.byte()) & 1)
            add("code", Int(try body.byte()))
        case "PUBLISH":
            let qos = Int(first >> 1) & 3
            guard qos < 3 else { throw FramingError("PUBLISH: expected a QoS of 0 to 2, got 3") }
            fields.append(KeyedValue(key: "topic", value: try body.text()))
            add("qos", qos)
            add("retain", Int(first) & 1)
            if qos > 0 { add("packet", Int(try body.word())) }
        case "SUBACK":
            add("packet", Int(try body.word()))
            add("code", Int(try body.byte()))
        case "PUBACK", "PUBREC", "PUBREL", "PUBCOMP", "UNSUBACK": add("packet", Int(try body.word()))
        case "PINGRESP": break
        default: throw FramingError("expected a packet of a server, got \(kind)")
        }
        return WireFrame(kind: kind, fields: fields, body: kind == "PUBLISH" ? body.rest : "")
    }

    /// The bytes behind the fixed header.
    private struct PacketBody {
        var bytes: ArraySlice<UInt8>

        var rest: String { String(decoding: bytes, as: UTF8.self) }

        mutating func byte() throws(FramingError) -> UInt8 {
            guard let byte = bytes.popFirst() else { throw FramingError("expected a longer packet") }
            return byte
        }

        mutating func word() throws(FramingError) -> UInt16 { UInt16(try byte()) << 8 | UInt16(try byte()) }

        mutating func text() throws(FramingError) -> String {
            let length = Int(try word())
            guard bytes.count >= length else { throw FramingError("expected a longer packet") }
            defer { bytes = bytes.dropFirst(length) }
            return String(decoding: bytes.prefix(length), as: UTF8.self)
        }
    }

    // MARK: Writing

    static func bytes(_ frame: WireFrame) throws(FramingError) -> [UInt8] {
        guard let type = kinds.firstIndex(of: frame.kind) else { throw FramingError("unknown packet `\(frame.kind)`") }
        var (flags, body): (UInt8, [UInt8]) = (0, [])
        switch frame.kind {
        case "CONNECT": body = try connect(frame)
        case "PUBLISH":
            let qos = try frame.number("qos", 0...2, standard: 0)
            flags = UInt8(qos << 1 | (try frame.number("retain", 0...1, standard: 0)))
            body = try text(frame.text("topic"))
            if qos > 0 { body += try packetNumber(frame) }
            body += Array(frame.body.utf8)
        case "SUBSCRIBE":
            flags = 2
            body = try packetNumber(frame) + text(frame.text("topic"))
            body.append(UInt8(try frame.number("qos", 0...2, standard: 0)))
        case "UNSUBSCRIBE":
            flags = 2
            body = try packetNumber(frame) + text(frame.text("topic"))
        case "PUBACK", "PUBREC", "PUBCOMP": body = try packetNumber(frame)
        case "PUBREL": (flags, body) = (2, try packetNumber(frame))
        case "PINGREQ", "DISCONNECT": break
        default: throw FramingError("expected a packet of a client, got \(frame.kind)")
        }
        guard body.count <= ProfileLimits.frameBytes else {
            throw FramingError("expected a packet of at most \(ProfileLimits.frameBytes) bytes, got \(body.count)")
        }
        return [UInt8(type + 1) << 4 | flags] + length(body.count) + body
    }

    private static func connect(_ frame: WireFrame) throws(FramingError) -> [UInt8] {
        let (user, password) = (frame["username"] ?? "", frame["password"] ?? "")
        // A clean session; a password requires a user.
        let flags: UInt8 = 2 | (user.isEmpty ? 0 : 0x80) | (password.isEmpty || user.isEmpty ? 0 : 0x40)
        let keepAlive = try frame.number("keepalive", 0...65_535, standard: 60)
        var bytes = try text("MQTT") + [4, flags] + word(keepAlive) + text(frame["client"] ?? "")
        if flags & 0x80 != 0 { bytes += try text(user) }
        if flags & 0x40 != 0 { bytes += try text(password) }
        return bytes
    }

    private static func packetNumber(_ frame: WireFrame) throws(FramingError) -> [UInt8] {
        word(try frame.number("packet", packetNumbers))
    }

    private static func word(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }

    private static func text(_ text: String) throws(FramingError) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count <= 65_535 else {
            throw FramingError("expected a text of at most 65535 bytes, got \(bytes.count)")
        }
        return word(bytes.count) + bytes
    }

    private static func length(_ count: Int) -> [UInt8] {
        var (rest, bytes) = (count, [UInt8]())
        repeat {
            bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }
}
