/// The address of a gate that lets people into rooms over SSH.
package struct GateAddress: Hashable, Sendable {
    private static let usualPort: UInt16 = 22

    package let host: String
    package let port: UInt16

    /// Reads `HOST` or `HOST:PORT`, with brackets around an IPv6 address; nil for another text.
    package init?(_ text: String) {
        var host = text[...]
        var port = GateAddress.usualPort
        let isBracketed = text.hasPrefix("[")
        if let colon = text.lastIndex(of: ":"), !isBracketed || text[..<colon].hasSuffix("]") {
            guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else { return nil }
            (host, port) = (text[..<colon], number)
        }
        if isBracketed, host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        let others = isBracketed ? ":." : "-."
        guard !host.isEmpty, !host.hasPrefix("-"),
            host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || others.contains($0)) })
        else { return nil }
        (self.host, self.port) = (String(host), port)
    }

    /// The command that leads into a room.
    package func command(room: String) -> String {
        "ssh \(room)@\(host)\(port == GateAddress.usualPort ? "" : " -p \(port)")"
    }
}
