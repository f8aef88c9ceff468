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
    /// Numeric address of the client, without the port: that of the peer, or the one that a trusted proxy has named.
    package var remoteAddress: String
    /// Whether anything in the request or in front of it shows that it came through a proxy, a trusted one or not.
    package var isForwarded: Bool

    package init(
        path: String, query: String = "", origin: String? = nil, host: String? = nil, subprotocols: [String] = [],
        offersSubprotocol: Bool = true, remoteAddress: String = "127.0.0.1", isForwarded: Bool = false
    ) {
        self.path = path
        self.query = query
        self.origin = origin
        self.host = host
        self.subprotocols = subprotocols
        self.offersSubprotocol = offersSubprotocol
        self.remoteAddress = remoteAddress
        self.isForwarded = isForwarded
    }
}

extension UpgradeRequest {
    /// Request of the client role, as its own `opened` shows it.
    init(endpoint: Endpoint, subprotocols: [String]) {
        let parts = endpoint.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        query = parts.count > 1 ? String(parts[1]) : ""
        origin = nil
        host = endpoint.hostHeader
        self.subprotocols = subprotocols
        offersSubprotocol = true
        remoteAddress = endpoint.host
        isForwarded = false
    }
}

/// The answer to an upgrade request.
package enum UpgradeDecision: Hashable, Sendable {
    case accept
    /// An HTTP status of 400 and above, with a line of text for the body.
    case refuse(status: Int, reason: String)
}
