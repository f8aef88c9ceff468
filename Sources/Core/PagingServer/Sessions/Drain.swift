import PagingEngine

/// A list of connections that end evenly, so that they do not arrive elsewhere all at once.
struct Drain: Sendable {
    private let startsAt: Instant
    private let milliseconds: Int64
    private let peers: [PeerID]
    private var sent = 0

    /// - Parameter milliseconds: from now until the last connection ends; 0 ends all at once.
    init(_ peers: [PeerID], at now: Instant, milliseconds: Int64) {
        startsAt = now
        self.milliseconds = max(0, milliseconds)
        self.peers = peers
    }

    /// The moment at which the next connection ends.
    var nextMoment: Instant? {
        guard sent < peers.count else { return nil }
        return startsAt.advanced(byMilliseconds: milliseconds * Int64(sent) / Int64(peers.count))
    }

    /// Takes the connections that are to end by now.
    mutating func due(at now: Instant) -> ArraySlice<PeerID> {
        let first = sent
        while let moment = nextMoment, moment <= now { sent += 1 }
        return peers[first..<sent]
    }
}
