import Platform
import Support

/// Counts the connections of a server over all its loops and decides whether one more may come, before any work is
/// done for it. Any thread.
///
/// Connections in their handshake and the connection rate are pools that all addresses share. Each address has a small
/// share of a pool; beyond it, the address uses the pool's common part. A few addresses can use up the common part only,
/// so newcomers from other addresses still find their shares.
package final class ConnectionLimiter: Sendable {
    /// Limits on connections; 0 sets no limit.
    package struct Limits: Hashable, Sendable {
        /// Connections at one time.
        package var connections: Int
        /// Of these, from one address (`PeerAddress`).
        package var connectionsPerAddress: Int
        /// New connections a second, on average; a second's worth may come at once.
        package var connectionsPerSecond: Int
        /// Connections at one time that have not finished their handshake (`SocketLoop.handshakeCompleted`).
        package var handshakes: Int

        package init(
            connections: Int = 0, connectionsPerAddress: Int = 0, connectionsPerSecond: Int = 0, handshakes: Int = 0
        ) {
            self.connections = connections
            self.connectionsPerAddress = connectionsPerAddress
            self.connectionsPerSecond = connectionsPerSecond
            self.handshakes = handshakes
        }
    }

    /// Reason for refusing a connection.
    package enum Refusal: Error, Hashable, Sendable, CaseIterable {
        case connections, connectionsPerAddress
        /// The whole server's rate, and the rate of one address.
        case connectionsPerSecond, connectionsPerSecondPerAddress
        /// All handshakes, and those of one address.
        case handshakes, handshakesPerAddress
        /// The process has no descriptors left. The acceptor decides this, not the limiter.
        case descriptors
    }

    private let counters: Locked<ConnectionCounters>

    package init(_ limits: Limits) {
        counters = Locked(ConnectionCounters(limits))
    }

    /// Admits one connection, which counts until its permit is released.
    ///
    /// - Parameters:
    ///   - address: nil for a trusted proxy: the limits per address and the rate apply when the client's address is known
    ///     (`ConnectionPermit.attribute`).
    ///   - client: the client's address that a proxy has already named.
    ///   - now: milliseconds of one clock that never goes back.
    package func acquire(
        from address: PeerAddress?, client: IPAddress? = nil, atMilliseconds now: Int64
    ) throws(Refusal) -> ConnectionPermit {
        if let refusal = counters.withLock({ $0.add(address, at: now) }) { throw refusal }
        return ConnectionPermit(self, address, client: client)
    }

    /// Lowers the limit of connections, when the system allows fewer descriptors than they need.
    package func lower(connections most: Int) {
        counters.withLock { $0.lower(connections: most) }
    }

    /// Counts an admitted connection, whose handshake is under way, to an address.
    func attribute(to address: PeerAddress, atMilliseconds now: Int64) throws(Refusal) {
        if let refusal = counters.withLock({ $0.attribute(to: address, at: now) }) { throw refusal }
    }

    /// Counts a refusal that the limiter has not decided.
    func note(_ refusal: Refusal) {
        counters.withLock { $0.note(refusal) }
    }

    func release(_ address: PeerAddress?) {
        counters.withLock { $0.remove(address) }
    }

    func handshakeEnded(of address: PeerAddress?) {
        counters.withLock { $0.endHandshake(of: address) }
    }

    /// Connections let in that are still there.
    package var connections: Int { counters.withLock(\.connections) }

    /// Of these, those whose handshake is under way.
    package var handshakes: Int { counters.withLock(\.handshakes) }

    /// How often a connection was refused, by reason.
    package var refusals: [Refusal: Int] { counters.withLock(\.refusals) }

    /// Addresses with counters, for tests.
    var addressCount: Int { counters.withLock(\.addressCount) }
}

extension ConnectionLimiter.Refusal {
    /// HTTP answer to a refused client. 429 names the client as the cause, 503 the server.
    package var response: HTTPResponse {
        switch self {
        case .connections, .descriptors: HTTPResponse(status: 503, text: "the server is full")
        case .connectionsPerAddress: HTTPResponse(status: 429, text: "too many connections from this address")
        case .connectionsPerSecond: HTTPResponse(status: 503, text: "connection rate limit reached")
        case .connectionsPerSecondPerAddress:
            HTTPResponse(status: 429, text: "too many new connections a second from this address")
        case .handshakes: HTTPResponse(status: 503, text: "too many connections have not joined yet")
        case .handshakesPerAddress:
            HTTPResponse(status: 429, text: "too many connections from this address have not joined yet")
        }
    }
}
