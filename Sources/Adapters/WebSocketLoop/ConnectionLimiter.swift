import Platform

/// Counts the connections of a server over all its loops and says whether one more may come, before any work is done
/// for it. Any thread.
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
        case connections, connectionsPerAddress, connectionsPerSecond, handshakes
    }

    private struct Books {
        var connections = 0
        var handshakes = 0
        var perAddress: [PeerAddress: Int] = [:]
        /// Connections that may come at once, in thousandths, and when that was worked out.
        var tokens: Int64
        var filledAtMilliseconds: Int64?
        var refusals: [Refusal: Int] = [:]
    }

    package let limits: Limits
    private let books: Locked<Books>

    package init(_ limits: Limits) {
        self.limits = limits
        books = Locked(Books(tokens: Int64(limits.connectionsPerSecond) * 1_000))
    }

    /// Admits one connection, which counts until its permit is released.
    ///
    /// - Parameter now: milliseconds of one clock that never goes back.
    package func enter(from address: PeerAddress, atMilliseconds now: Int64) throws(Refusal) -> ConnectionPermit {
        let refusal = books.withLock { books in
            let refusal = Self.refusal(of: address, limits, &books, now)
            if let refusal {
                books.refusals[refusal, default: 0] += 1
            } else {
                books.connections += 1
                books.handshakes += 1
                books.perAddress[address, default: 0] += 1
            }
            return refusal
        }
        if let refusal { throw refusal }
        return ConnectionPermit(self, address)
    }

    private static func refusal(
        of address: PeerAddress, _ limits: Limits, _ books: inout Books, _ now: Int64
    ) -> Refusal? {
        if isReached(limits.connections, by: books.connections) { return .connections }
        if isReached(limits.connectionsPerAddress, by: books.perAddress[address] ?? 0) { return .connectionsPerAddress }
        if isReached(limits.handshakes, by: books.handshakes) { return .handshakes }
        guard limits.connectionsPerSecond > 0 else { return nil }
        let rate = Int64(limits.connectionsPerSecond)
        // Thousandths, so that a millisecond adds `rate` of them.
        let passed = min(max(now - (books.filledAtMilliseconds ?? now), 0), 1_000)
        books.tokens = min(books.tokens + passed * rate, rate * 1_000)
        books.filledAtMilliseconds = now
        guard books.tokens >= 1_000 else { return .connectionsPerSecond }
        books.tokens -= 1_000
        return nil
    }

    private static func isReached(_ limit: Int, by count: Int) -> Bool { limit > 0 && count >= limit }

    func leave(_ address: PeerAddress) {
        books.withLock { books in
            books.connections -= 1
            let rest = (books.perAddress[address] ?? 1) - 1
            books.perAddress[address] = rest > 0 ? rest : nil
        }
    }

    func handshakeEnded() {
        books.withLock { $0.handshakes -= 1 }
    }

    /// Connections let in that are still there.
    package var connections: Int { books.withLock(\.connections) }

    /// Of these, those whose handshake is under way.
    package var handshakes: Int { books.withLock(\.handshakes) }

    /// How often a connection was refused, by reason.
    package var refusals: [Refusal: Int] { books.withLock(\.refusals) }
}

extension ConnectionLimiter.Refusal {
    /// HTTP answer to a refused client. 429 names the client as the cause, 503 the server.
    package var response: HTTPResponse {
        switch self {
        case .connections: HTTPResponse(status: 503, text: "the server is full")
        case .connectionsPerAddress: HTTPResponse(status: 429, text: "too many connections from this address")
        case .connectionsPerSecond: HTTPResponse(status: 503, text: "too many come at once")
        case .handshakes: HTTPResponse(status: 503, text: "too many are on their way in")
        }
    }
}
