import Support

/// The counts behind a `ConnectionLimiter`: in total, by address and by reason of refusal.
struct ConnectionCounters {
    typealias Refusal = ConnectionLimiter.Refusal

    /// How a limit is shared out: `share` for each address, and a common part for those that need more.
    private struct Pool {
        let share: Int
        let common: Int

        /// A pool of fewer places is too small to share: one address may use it all.
        private static let smallest = 64
        /// Part of a pool that is one address's share, and at least 1.
        private static let shareParts = 200

        /// - Parameter commonParts: part of the pool that all addresses use together beyond their shares.
        init(_ limit: Int, commonParts: Int) {
            share = max(1, limit / Self.shareParts)
            common = limit < Self.smallest ? limit : limit / commonParts
        }
    }

    /// The counts of one address.
    private struct Usage {
        var connections = 0
        var handshakes = 0
        /// Nil without a limit of the rate.
        var rate: TokenBucket?
        var usedAtMilliseconds: Int64
    }

    private(set) var connections = 0
    private(set) var handshakes = 0
    private(set) var refusals: [Refusal: Int] = [:]
    private(set) var limits: ConnectionLimiter.Limits
    private let handshakePool: Pool
    private let ratePool: Pool
    private var addresses: [PeerAddress: Usage] = [:]
    /// Handshakes beyond the shares of their addresses.
    private var commonHandshakes = 0
    /// Nil before the first connection, and without a limit.
    private var rate: TokenBucket?
    private var commonRate: TokenBucket?
    private var sweptAtMilliseconds: Int64 = .min

    /// An address without connections is forgotten after so long, when its rate is full again.
    private static let forgetMilliseconds: Int64 = 1_000

    /// Ten addresses take at most a tenth of all handshakes: their shares and the common part. The common part of the
    /// rate is larger, because it serves an audience behind one address that returns all at once.
    init(_ limits: ConnectionLimiter.Limits) {
        self.limits = limits
        handshakePool = Pool(limits.handshakes, commonParts: 20)
        ratePool = Pool(limits.connectionsPerSecond, commonParts: 4)
    }

    /// Lowers the limit of connections.
    mutating func lower(connections most: Int) {
        limits.connections = limits.connections == 0 ? most : min(limits.connections, most)
    }

    var addressCount: Int { addresses.count }

    mutating func note(_ refusal: Refusal) { refusals[refusal, default: 0] += 1 }

    /// Counts one more connection, in its handshake; returns why not. Without an address it takes nothing of the rate
    /// until `attribute`: a client that is beyond its share must not use up the rate of the others behind its proxy.
    mutating func add(_ address: PeerAddress?, at now: Int64) -> Refusal? {
        forgetOldAddresses(at: now)
        let refusal = whyNotAdd(address, at: now)
        if let refusal {
            note(refusal)
        } else {
            connections += 1
            handshakes += 1
            if let address { count(address, at: now) }
        }
        return refusal
    }

    /// Counts a connection in its handshake to an address as well; returns why not.
    mutating func attribute(to address: PeerAddress, at now: Int64) -> Refusal? {
        forgetOldAddresses(at: now)
        let refusal = whyNotCount(address, at: now)
        if let refusal { note(refusal) } else { count(address, at: now) }
        return refusal
    }

    /// Removes a connection whose handshake has ended.
    mutating func remove(_ address: PeerAddress?) {
        connections -= 1
        if let address { addresses[address]?.connections -= 1 }
    }

    mutating func endHandshake(of address: PeerAddress?) {
        handshakes -= 1
        guard let address, let usage = addresses[address] else { return }
        if usage.handshakes > handshakePool.share { commonHandshakes -= 1 }
        addresses[address]?.handshakes -= 1
    }

    private mutating func whyNotAdd(_ address: PeerAddress?, at now: Int64) -> Refusal? {
        if Self.isReached(limits.connections, by: connections) { return .connections }
        if Self.isReached(limits.handshakes, by: handshakes) { return .handshakes }
        return address.flatMap { whyNotCount($0, at: now) }
    }

    private mutating func whyNotCount(_ address: PeerAddress, at now: Int64) -> Refusal? {
        var rest = rate
        guard Self.take(from: &rest, limits.connectionsPerSecond, at: now) else { return .connectionsPerSecond }
        let usage = addresses[address]
        if Self.isReached(limits.connectionsPerAddress, by: usage?.connections ?? 0) { return .connectionsPerAddress }
        if limits.handshakes > 0, usage?.handshakes ?? 0 >= handshakePool.share,
            commonHandshakes >= handshakePool.common
        {
            return .handshakesPerAddress
        }
        guard limits.connectionsPerSecond > 0 else { return nil }
        // The address is only added with its first connection.
        var own = usage?.rate
        let isWithinShare = Self.take(from: &own, ratePool.share, at: now)
        if usage != nil { addresses[address]?.rate = own }
        guard isWithinShare || Self.take(from: &commonRate, ratePool.common, at: now) else {
            return .connectionsPerSecondPerAddress
        }
        rate = rest
        return nil
    }

    private mutating func count(_ address: PeerAddress, at now: Int64) {
        let isNew = addresses[address] == nil
        var usage = addresses[address] ?? Usage(usedAtMilliseconds: now)
        if isNew, limits.connectionsPerSecond > 0 { _ = Self.take(from: &usage.rate, ratePool.share, at: now) }
        usage.usedAtMilliseconds = now
        usage.connections += 1
        usage.handshakes += 1
        if usage.handshakes > handshakePool.share { commonHandshakes += 1 }
        addresses[address] = usage
    }

    private mutating func forgetOldAddresses(at now: Int64) {
        guard sweptAtMilliseconds == .min || now - sweptAtMilliseconds >= Self.forgetMilliseconds else { return }
        sweptAtMilliseconds = now
        addresses = addresses.filter { _, usage in
            usage.connections > 0 || now - usage.usedAtMilliseconds < Self.forgetMilliseconds
        }
    }

    private static func isReached(_ limit: Int, by count: Int) -> Bool { limit > 0 && count >= limit }

    /// Takes one connection from a rate, which is full at first.
    private static func take(from rate: inout TokenBucket?, _ perSecond: Int, at now: Int64) -> Bool {
        guard perSecond > 0 else { return true }
        var bucket = rate ?? TokenBucket(ratePerSecond: perSecond, atMilliseconds: now)
        defer { rate = bucket }
        return bucket.take(atMilliseconds: now)
    }
}
