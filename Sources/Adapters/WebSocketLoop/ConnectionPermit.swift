import Platform

/// Permit for one connection. The limiter gets the place back when the last reference to the permit is released,
/// however the connection ended.
package final class ConnectionPermit: Sendable {
    private let turnstile: ConnectionLimiter
    private let address: PeerAddress
    private let isInHandshake = Locked(true)

    init(_ turnstile: ConnectionLimiter, _ address: PeerAddress) {
        self.turnstile = turnstile
        self.address = address
    }

    deinit {
        handshakeCompleted()
        turnstile.leave(address)
    }

    /// The connection no longer counts among those in their handshake; once is enough.
    package func handshakeCompleted() {
        let wasInHandshake = isInHandshake.withLock { isInHandshake in
            defer { isInHandshake = false }
            return isInHandshake
        }
        if wasInHandshake { turnstile.handshakeEnded() }
    }
}
