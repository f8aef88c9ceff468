import ClusterTraffic
import PagingEngine

/// The beats of other nodes, and who may be expelled because they have stopped.
///
/// A node whose beat k was first heard of at O_k may be expelled with `beat = k` from O_k + T. The count begins again after
/// a time without a confirmation of this node's own: the database may have stood still for all.
struct BeatObservation: Hashable, Sendable {
    private struct ObservedBeat: Hashable {
        var beat: UInt64
        /// O_k.
        var since: Instant
        /// Not to be expelled before, after a try that failed.
        var retryAt: Instant
    }

    private let timing: LeaseTiming
    private var entries: [NodeID: ObservedBeat] = [:]
    /// The last confirmation of this node's own, and the begin of the count.
    private var confirmedAt: Instant?
    private var countsFrom: Instant?

    init(_ timing: LeaseTiming) {
        self.timing = timing
    }

    /// Nodes whose newest beat was known before `moment` and which are not among `rows`: they are gone.
    func missing(in rows: Set<NodeID>, knownBefore moment: Instant) -> [NodeID] {
        entries.filter { $0.value.since < moment && !rows.contains($0.key) }.keys.sorted()
    }

    /// Time since the first news of the newest beat of a node; nil for an unknown one.
    func age(of node: NodeID, at now: Instant) -> Int64? { entries[node].map { now.milliseconds(since: $0.since) } }

    /// Notes that the database has confirmed something of this node.
    mutating func confirmed(at now: Instant) {
        if !isCounting(at: now) { countsFrom = now }
        confirmedAt = now
    }

    /// Notes a beat that the fabric brought. Earlier beats say nothing.
    mutating func heard(_ node: NodeID, beat: UInt64, at now: Instant) {
        if let known = entries[node]?.beat, beat <= known { return }
        entries[node] = ObservedBeat(beat: beat, since: now, retryAt: now)
    }

    /// Notes a row of the database, which is right where the fabric was not.
    mutating func read(_ node: NodeID, beat: UInt64, at now: Instant) {
        guard entries[node]?.beat != beat else { return }
        entries[node] = ObservedBeat(beat: beat, since: now, retryAt: now)
    }

    mutating func remove(_ node: NodeID) { entries[node] = nil }

    /// Notes that an expulsion found no row that fits: another look is needed before the next one.
    mutating func refused(_ node: NodeID, at now: Instant) {
        entries[node]?.retryAt = now.advanced(byMilliseconds: timing.renewal)
    }

    /// The node that may be expelled now, with the beat that its row must have; one of those for which `isMeant` holds.
    func expellable(
        at now: Instant, where isMeant: (NodeID) -> Bool = { _ in true }
    ) -> (node: NodeID, beat: UInt64)? {
        guard isCounting(at: now) else { return nil }
        return entries.filter { dueAt($0.value).map { $0 <= now } ?? false && isMeant($0.key) }.min { $0.key < $1.key }
            .map { ($0.key, $0.value.beat) }
    }

    /// The time at which the next node may be expelled, if nothing is heard before.
    var nextDeadline: Instant? { entries.values.reduce(nil) { earliest($0, dueAt($1)) } }

    private func isCounting(at now: Instant) -> Bool {
        confirmedAt.map { now.milliseconds(since: $0) < timing.guardTime } ?? false
    }

    private func dueAt(_ entry: ObservedBeat) -> Instant? {
        countsFrom.map { max(max(entry.since, $0).advanced(byMilliseconds: timing.observation), entry.retryAt) }
    }
}
