/// The header of the PROXY protocol, versions 1 and 2, with which a proxy begins a connection and names its client.
///
/// Source: "The PROXY protocol, versions 1 & 2" of HAProxy.
package enum ProxyHeader: Hashable, Sendable {
    /// The bytes so far may become a header.
    case incomplete
    /// - Parameters:
    ///   - client: nil when the proxy speaks for itself, as in a health check (`UNKNOWN`, `LOCAL`).
    ///   - length: bytes of the header.
    case complete(client: IPAddress?, length: Int)
    case malformed(String)

    /// The longest line of version 1, its end included.
    private static let mostLineBytes = 107
    /// The longest header of version 2. The addresses take 36 bytes at most; the rest are fields that are not read.
    package static let mostBytes = 2_048
    private static let signature: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]
    private static let word = Array("PROXY ".utf8)

    /// Reads the header at the beginning of `bytes`.
    package init(_ bytes: some RandomAccessCollection<UInt8>) {
        let bytes = Array(bytes.prefix(Self.mostBytes))
        if bytes.isEmpty {
            self = .incomplete
        } else if Self.signature.starts(with: bytes.prefix(Self.signature.count)) {
            self = Self.binary(bytes)
        } else if Self.word.starts(with: bytes.prefix(Self.word.count)) {
            self = Self.line(bytes)
        } else {
            self = .malformed("expected a PROXY header, got other bytes")
        }
    }

    // MARK: Version 1

    private static func line(_ bytes: [UInt8]) -> ProxyHeader {
        guard let end = bytes.prefix(mostLineBytes).firstIndex(of: 0x0a) else {
            return bytes.count < mostLineBytes ? .incomplete : .malformed("expected at most \(mostLineBytes) bytes")
        }
        guard end > 0, bytes[end - 1] == 0x0d else { return .malformed("expected CR LF at the end of the line") }
        let line = bytes[..<(end - 1)]
        guard line.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return .malformed("expected visible characters") }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 1 else { return .malformed("expected TCP4, TCP6 or UNKNOWN, got nothing") }
        if words[1] == "UNKNOWN" { return .complete(client: nil, length: end + 1) }
        guard words[1] == "TCP4" || words[1] == "TCP6" else { return .malformed("expected TCP4, TCP6 or UNKNOWN") }
        guard words.count == 6 else { return .malformed("expected two addresses and two ports") }
        let isFourth = words[1] == "TCP4"
        let addresses = words[2...3].compactMap { text in
            text.contains(":") == isFourth ? nil : IPAddress(text)
        }
        guard addresses.count == 2 else { return .malformed("expected two addresses of \(words[1])") }
        guard words[4...5].allSatisfy(isPort) else { return .malformed("expected two ports") }
        return .complete(client: addresses[0], length: end + 1)
    }

    private static func isPort(_ text: Substring) -> Bool {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return false }
        return UInt16(text) != nil && (text == "0" || !text.hasPrefix("0"))
    }

    // MARK: Version 2

    private static let fixedBytes = 16

    private static func binary(_ bytes: [UInt8]) -> ProxyHeader {
        guard bytes.count > 12 else { return .incomplete }
        guard bytes[12] >> 4 == 2 else { return .malformed("expected version 2, got \(bytes[12] >> 4)") }
        let command = bytes[12] & 15
        guard command <= 1 else { return .malformed("expected LOCAL or PROXY, got command \(command)") }
        guard bytes.count >= fixedBytes else { return .incomplete }
        let length = fixedBytes + (Int(bytes[14]) << 8) + Int(bytes[15])
        guard length <= mostBytes else { return .malformed("expected at most \(mostBytes) bytes, got \(length)") }
        let (family, transport) = (bytes[13] >> 4, bytes[13] & 15)
        guard family <= 3, transport <= 2 else { return .malformed("expected a known family and transport") }
        // A proxy that speaks for itself may send any family; its addresses are not read.
        let addressBytes = command == 0 ? 0 : [0, 4, 16, 0][Int(family)]
        guard length - fixedBytes >= addressBytes * 2 + (addressBytes > 0 ? 4 : 0) else {
            return .malformed("expected the addresses of the family, got fewer bytes")
        }
        guard addressBytes == 0 || transport == 1 else { return .malformed("expected TCP") }
        guard bytes.count >= length else { return .incomplete }
        let client = addressBytes > 0 ? IPAddress(bytes: bytes[fixedBytes..<(fixedBytes + addressBytes)]) : nil
        return .complete(client: client, length: length)
    }
}
