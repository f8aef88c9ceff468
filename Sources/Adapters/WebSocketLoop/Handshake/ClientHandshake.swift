/// Client's part of the handshake: subprotocols, further headers and the source address.
package struct ClientHandshake: Hashable, Sendable {
    /// Offered in this order; empty offers none.
    package var subprotocols: [String]
    /// A numeric address of this machine; nil leaves the choice to the system.
    package var source: String?
    /// Lines of further headers, each with its line end.
    private(set) var headerLines: [UInt8]

    /// - Parameter headers: headers in addition to the handshake's own; visible characters only, names without a colon.
    package init(subprotocols: [String], headers: [(name: String, value: String)] = [], source: String? = nil) {
        let isUnclean = headers.contains { header in
            header.name.isEmpty || header.name.utf8.contains { $0 <= 0x20 || $0 >= 0x7f || $0 == UInt8(ascii: ":") }
                || header.value.utf8.contains { $0 < 0x20 || $0 == 0x7f }
        }
        precondition(!isUnclean, "A header is one line.")
        self.subprotocols = subprotocols
        self.source = source
        headerLines = headers.flatMap { Array("\($0.name): \($0.value)\r\n".utf8) }
    }

    /// The same with one more header.
    package func adding(header name: String, _ value: String) -> ClientHandshake {
        var handshake = self
        handshake.headerLines += ClientHandshake(subprotocols: [], headers: [(name, value)]).headerLines
        return handshake
    }
}
