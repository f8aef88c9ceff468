/// The metrics of a node's part in its cluster. A single server has none.
///
/// A value: the cluster loop owns one and counts in it; the present amounts are set in the copy for a scrape.
package struct ClusterMetrics: Hashable, Sendable {
    /// The part of a node in a room.
    package enum RoomRole: String, Hashable, Sendable, CaseIterable {
        /// Owns it, and tells members what happens.
        case owner
        /// Owns it, and tells nothing: the lease or the journal is not there.
        case holding
        /// Owns it, and cannot read its records.
        case damaged
        /// Has members in it, and follows another owner.
        case edge
        /// Has members in it, and knows no owner.
        case searching
    }

    /// The state of another registered node.
    package enum PeerState: String, Hashable, Sendable, CaseIterable {
        case live
        /// Gives its rooms away.
        case draining
        /// No beat of it came within a second.
        case unheard
    }

    /// The side of this node on a link.
    package enum LinkSide: String, Hashable, Sendable, CaseIterable {
        case owner
        case edge
    }

    /// Work that waits for the database.
    package enum StorePart: String, Hashable, Sendable, CaseIterable {
        /// Statements about nodes: renewals of the lease.
        case leases
        /// Statements about rooms.
        case rooms
        /// Records.
        case journal
    }

    /// The end of an ownership of a room.
    package enum OwnershipEnd: String, Hashable, Sendable, CaseIterable {
        case handedOver
        /// Another node may own the room.
        case lost
        case removed
    }

    // Present amounts.
    /// 0 without a lease; nil at an edge, which needs none.
    package var leaseMilliseconds: Int64? = 0
    package var nodes: [PeerState: Int] = [:]
    package var rooms: [RoomRole: Int] = [:]
    package var links: [LinkSide: Int] = [:]
    /// Ages of the oldest that waits.
    package var storeLagMilliseconds: [StorePart: Int64] = [:]
    package var fabricLagMilliseconds: Int64 = 0
    package var roomWaitMilliseconds: Int64 = 0

    // Counts since the process started.
    package var claims = Counter()
    package var ownershipsEnded = LabelledCounter<OwnershipEnd>()
    package var expulsions = Counter()
    /// By reason. A count of 0 makes a reason known to scrapers.
    package var livesEnded = LabelledCounter<String>()
    package var fencedAppends = Counter()
    package var gapsRepaired = Counter()
    /// By reason, as above.
    package var messagesDropped = LabelledCounter<String>()
    package var failovers = Histogram.ownerChanges
    package var handOvers = Histogram.ownerChanges

    package init() {}
}

extension Histogram {
    /// For changes of a room's owner: from a hand-over, which nobody notices, to the time after which people leave.
    package static let ownerChanges = Histogram(
        boundsMicroseconds: [
            20_000, 50_000, 100_000, 200_000, 500_000, 800_000, 1_000_000, 1_500_000, 2_000_000, 3_000_000, 5_000_000,
            10_000_000, 30_000_000,
        ])
}
