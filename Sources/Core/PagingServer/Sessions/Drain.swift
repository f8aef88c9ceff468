import PagingEngine

/// A loop on its way out: its connections are sent away evenly, so that they do not arrive elsewhere all at once.
struct Drain: Sendable {
    private let startsAt: Instant
    private let milliseconds: Int64
    private let peers: [PeerID]
    private var sent = 0

    /// - Parameter milliseconds: from now until the last one goes; 0 sends everybody at once.
    init(_ peers: [PeerID], at now: Instant, milliseconds: Int64) {
        startsAt = now
        self.milliseconds = max(0, milliseconds)
        self.peers = peers
    }

    /// When the next connection is due to go.
    var nextMoment: Instant? {
        guard sent < peers.count else { return nil }
        return startsAt.advanced(byMilliseconds: milliseconds * Int64(sent) / Int64(peers.count))
    }

    /// Takes out those who are due.
    mutating func due(at now: Instant) -> ArraySlice<PeerID> {
        let first = sent
        while let moment = nextMoment, moment <= now { sent += 1 }
        return peers[first..<sent]
    }
}
