import ClusterTraffic
import PagingEngine

/// Samples of other nodes' boot clocks from pings, to tell how old the lease behind a word is.
///
/// A word carries `valid`, S_k + L on the sender's clock. A sample is: the sender's clock showed c at some time after this
/// node asked, at t₀. If S_k ≥ c, then S_k came at least (S_k − c) after t₀, however often the sender was paused and whether its clock
/// stood still meanwhile: a pause only makes S_k later. So the word is younger than now − t₀ − (S_k − c), and it counts while
/// that is at most L + ε. Words behind renewals that are older than every sample never count, so nothing that a
/// machine says on a lease from before its pause does.
struct PeerClocks: Hashable, Sendable {
    private struct Sample: Hashable {
        let askedAt: Instant
        let roundTrip: Int64
        let clock: Instant
    }

    private struct Peer: Hashable {
        var asked: [UInt64: Instant] = [:]
        var samples: [Sample] = []
    }

    /// Samples that are kept of a node: those of two seconds, more than a word may be old.
    private static let samplesKept = 8
    private static let pingsKept = 8

    private let timing: LeaseTiming
    private var peers: [NodeID: Peer] = [:]

    init(_ timing: LeaseTiming) {
        self.timing = timing
    }

    /// Notes a ping. An answer to one that is too old is no use.
    mutating func asked(_ node: NodeID, nonce: UInt64, at now: Instant) {
        var peer = peers[node] ?? Peer()
        peer.asked = peer.asked.filter { now.milliseconds(since: $0.value) <= 2 * timing.clockError }
        if peer.asked.count < PeerClocks.pingsKept { peer.asked[nonce] = now }
        peers[node] = peer
    }

    /// Takes the answer to a ping. Returns the time of the ping; nil for an answer to none, or too late.
    mutating func answered(_ reading: ClockReading, by node: NodeID, at now: Instant) -> Instant? {
        guard var peer = peers[node], let asked = peer.asked.removeValue(forKey: reading.nonce) else { return nil }
        defer { peers[node] = peer }
        let roundTrip = now.milliseconds(since: asked)
        guard roundTrip <= 2 * timing.clockError else { return nil }
        peer.samples.append(Sample(askedAt: asked, roundTrip: roundTrip, clock: reading.boot))
        if peer.samples.count > PeerClocks.samplesKept { peer.samples.removeFirst() }
        return asked
    }

    mutating func remove(_ node: NodeID) { peers[node] = nil }

    /// Whether words of another node that carry `valid` count.
    func obeys(valid: Instant, from node: NodeID, at now: Instant) -> Bool {
        guard let peer = peers[node], valid.isPlausible else { return false }
        let sentAt = valid.advanced(byMilliseconds: -timing.lease)
        return peer.samples.contains { isRecent(sentAt, by: $0, at: now) }
    }

    /// Whether a renewal that was sent at `sentAt` on the other clock is surely young enough.
    private func isRecent(_ sentAt: Instant, by sample: Sample, at now: Instant) -> Bool {
        let passed = now.milliseconds(since: sample.askedAt)
        let after = sentAt.milliseconds(since: sample.clock)
        let drift = LeaseTiming.drift(max(0, after))
        // A renewal of the time to come is none: the other clock has jumped ahead.
        guard after >= 0, after <= passed + LeaseTiming.drift(max(0, passed)),
            sample.roundTrip + drift <= 2 * timing.clockError
        else { return false }
        return passed - after + drift <= timing.lease + timing.tolerance
    }
}
