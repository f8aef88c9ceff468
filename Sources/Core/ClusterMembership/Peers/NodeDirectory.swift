import ClusterTraffic
import PagingEngine

/// The other nodes that the fabric tells of, by their newest beats.
struct NodeDirectory: Hashable, Sendable {
    private struct KnownNode: Hashable {
        var beat: NodeBeat
        var heardAt: Instant
    }

    /// Nodes that are kept; strangers may use any number of ids.
    static let most = 1_024

    private let timing: LeaseTiming
    private var entries: [NodeID: KnownNode] = [:]

    init(_ timing: LeaseTiming) {
        self.timing = timing
    }

    var count: Int { entries.count }

    /// Notes a beat. Returns the node that had to make room for it.
    mutating func heard(_ beat: NodeBeat, from node: NodeID, at now: Instant) -> NodeID? {
        var removed: NodeID?
        if entries[node] == nil, entries.count >= NodeDirectory.most {
            removed = entries.min { ($0.value.heardAt, $0.key) < ($1.value.heardAt, $1.key) }?.key
            if let removed { entries[removed] = nil }
        }
        entries[node] = KnownNode(beat: beat, heardAt: now)
        return removed
    }

    mutating func remove(_ node: NodeID) { entries[node] = nil }

    subscript(node: NodeID) -> NodeBeat? { entries[node]?.beat }

    /// Whether a beat came within the time that counts as live.
    func isHeard(_ node: NodeID, at now: Instant) -> Bool {
        entries[node].map { now.milliseconds(since: $0.heardAt) <= timing.hearing } ?? false
    }

    /// Time since a beat of a node; nil for an unknown one.
    func lag(of node: NodeID, at now: Instant) -> Int64? { entries[node].map { now.milliseconds(since: $0.heardAt) } }

    /// Edges, and nodes whose beats tell that they are registered, heard or not.
    var listed: [NodeID] { entries.filter { isOwner($0.value) || $0.value.beat.role == .edge }.keys.sorted() }

    /// Nodes without a beat for so long that they count as ended, where nothing else tells of their end.
    func unheard(at now: Instant) -> [NodeID] {
        entries.filter { now.milliseconds(since: $0.value.heardAt) >= timing.unheard }.keys.sorted()
    }

    /// The time until which one of the registered nodes counts as heard; nil without any.
    var ownersHeardUntil: Instant? {
        entries.values.filter { isOwner($0) }.map(\.heardAt).max()?.advanced(byMilliseconds: timing.hearing)
    }

    /// Registered nodes that were heard lately and may be asked for rooms.
    func owners(at now: Instant) -> [NodeID] {
        entries.filter { isOwner($0.value) && !$0.value.beat.isDraining && isHeard($0.key, at: now) }.keys.sorted()
    }

    /// Nodes to ping: those that may own rooms.
    func pinged(at now: Instant) -> [NodeID] {
        entries.filter { isOwner($0.value) && isHeard($0.key, at: now) }.keys.sorted()
    }

    private func isOwner(_ entry: KnownNode) -> Bool { entry.beat.role == .owner && entry.beat.confirmed > 0 }
}
