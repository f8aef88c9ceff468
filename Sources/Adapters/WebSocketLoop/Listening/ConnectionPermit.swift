import Platform

/// Permit for one connection, which counts until the last reference to the permit is released.
package final class ConnectionPermit: Sendable {
    private struct State {
        /// Nil as long as only a trusted proxy's address is known.
        var address: PeerAddress?
        var isInHandshake = true
    }

    /// The client's address that a proxy named in a PROXY header; nil without one.
    package let client: IPAddress?
    private let limiter: ConnectionLimiter
    private let state: Locked<State>

    init(_ limiter: ConnectionLimiter, _ address: PeerAddress?, client: IPAddress?) {
        self.limiter = limiter
        self.client = client
        state = Locked(State(address: address))
    }

    /// The address that the connection counts to; nil as long as only a trusted proxy's address is known.
    package var address: PeerAddress? { state.withLock(\.address) }

    deinit {
        handshakeCompleted()
        limiter.release(state.withLock(\.address))
    }

    /// Counts the connection to the address of the client behind a trusted proxy. Does nothing when it counts to an
    /// address already.
    func attribute(to address: PeerAddress, atMilliseconds now: Int64) throws(ConnectionLimiter.Refusal) {
        let mustCount = state.withLock { $0.address == nil && $0.isInHandshake }
        guard mustCount else { return }
        try limiter.attribute(to: address, atMilliseconds: now)
        state.withLock { $0.address = address }
    }

    /// The connection no longer counts among those in their handshake. Further calls do nothing.
    package func handshakeCompleted() {
        let ended = state.withLock { state in
            defer { state.isInHandshake = false }
            return state.isInHandshake ? Optional(state.address) : nil
        }
        if let ended { limiter.handshakeEnded(of: ended) }
    }
}
