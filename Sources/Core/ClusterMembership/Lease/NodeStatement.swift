package import ClusterTraffic
package import PagingEngine

/// A statement about the table of nodes. Each has exactly one outcome; those of one connection have theirs in order.
package enum NodeStatement: Hashable, Sendable {
    /// Adds the row of this node, with beat 0. No row when the name is in use.
    case register(NodeID, name: String, format: UInt32)
    /// Sets the beat if it lies from `confirmed` to `beat - 1`.
    case renew(NodeID, beat: UInt64, confirmed: UInt64, isHeard: Bool)
    /// Removes the own row.
    case leave(NodeID)
    /// Reads all rows.
    case readNodes
    /// Removes the row of another node if its beat is `beat`. A row that another statement holds counts as no row: it is
    /// being renewed, and the renewals of this node must not wait for it.
    case expel(NodeID, beat: UInt64)

    /// Whether the statement is about the own row; otherwise it is about those of others.
    package var isOwn: Bool {
        switch self {
        case .register, .renew, .leave: true
        case .readNodes, .expel: false
        }
    }
}

/// The outcome of a statement about the table of nodes.
package enum NodeOutcome: Hashable, Sendable {
    /// The statement has changed its row.
    case done
    /// There is no row that fits.
    case noRow
    case renewed(LeaseRenewal)
    case nodes([NodeRow])
    /// The connection was lost, or the answer came with a warning: it may have taken effect, or take effect later.
    case unknown
}

/// The answer to a renewal.
package struct LeaseRenewal: Hashable, Sendable {
    /// Another number than before: a standby has taken over.
    package var timeline: UInt32
    /// The database's clock while it executed the renewal.
    package var clock: Instant
    /// The lowest format that a registered node writes.
    package var lowestFormat: UInt32
    /// Other registered nodes that hear the fabric.
    package var othersHeard: Int

    package init(timeline: UInt32, clock: Instant, lowestFormat: UInt32, othersHeard: Int) {
        self.timeline = timeline
        self.clock = clock
        self.lowestFormat = lowestFormat
        self.othersHeard = othersHeard
    }
}

/// A row of the table of nodes.
package struct NodeRow: Hashable, Sendable {
    package var id: NodeID
    package var name: String
    package var beat: UInt64
    package var isHeard: Bool

    package init(id: NodeID, name: String, beat: UInt64, isHeard: Bool) {
        self.id = id
        self.name = name
        self.beat = beat
        self.isHeard = isHeard
    }
}
