/// A peer's request to upgrade its HTTP connection to a WebSocket.
///
/// The client role gets one too, built from its endpoint, so both roles open the same way.
package struct UpgradeRequest: Hashable, Sendable {
    /// Path without the query, decoded from percent escapes, beginning with `/`.
    package var path: String
    /// Part after the `?`, its arguments decoded and joined by `&`; empty when there is none.
    package var query: String
    /// The `Origin` header: browsers send it, others rarely.
    package var origin: String?
    /// The `Host` header.
    package var host: String?
    /// The subprotocols offered, in the peer's order.
    package var subprotocols: [String]
    /// Whether the loop's own subprotocol is among them.
    package var offersSubprotocol: Bool
    /// Numeric address of the peer, without the port.
    package var remoteAddress: String

    package init(
        path: String, query: String = "", origin: String? = nil, host: String? = nil, subprotocols: [String] = [],
        offersSubprotocol: Bool = true, remoteAddress: String = "127.0.0.1"
    ) {
        self.path = path
        self.query = query
        self.origin = origin
        self.host = host
        self.subprotocols = subprotocols
        self.offersSubprotocol = offersSubprotocol
        self.remoteAddress = remoteAddress
    }
}
