/// A place behind the turnstile: it is given back when nobody holds the ticket any more, however its connection ended.
public final class Ticket: Sendable {
    private let turnstile: Turnstile
    private let address: PeerAddress
    private let isInHandshake = Guarded(true)

    init(_ turnstile: Turnstile, _ address: PeerAddress) {
        self.turnstile = turnstile
        self.address = address
    }

    deinit {
        handshakeCompleted()
        turnstile.leave(address)
    }

    /// The connection no longer counts among those in their handshake; once is enough.
    public func handshakeCompleted() {
        let wasInHandshake = isInHandshake.withLock { isInHandshake in
            defer { isInHandshake = false }
            return isInHandshake
        }
        if wasInHandshake { turnstile.handshakeEnded() }
    }
}
