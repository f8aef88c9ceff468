import ClusterMembership
import ClusterTraffic
import PagingEngine

/// A node's view of one room that it has members of: whom it obeys, and whom it asks when there is nobody.
struct RoomFollower {
    private static let waitingMilliseconds: Int64 = 1_000
    private static let askMilliseconds: Int64 = 500

    let room: String
    private(set) var epoch: RoomEpoch?
    /// The last word that counted, on the own clock.
    private(set) var obeyedAt: Instant?
    private var askedAt: Instant?
    private var asks = 0

    init(_ room: String) {
        self.room = room
    }

    /// Takes a word that is young enough. Returns false when the epoch is an earlier one.
    mutating func follow(_ told: RoomEpoch, isAnyEpochGood: Bool, at now: Instant) -> Bool {
        if let epoch, told < epoch, !isAnyEpochGood { return false }
        (epoch, obeyedAt, asks) = (told, now, 0)
        return true
    }

    /// A node is gone: nothing more comes from it.
    mutating func gone(_ node: NodeID) {
        guard epoch?.owner == node else { return }
        (obeyedAt, askedAt) = (nil, nil)
    }

    /// The node to ask for the room, when it is time for that.
    mutating func ask(_ core: ClusterNode, at now: Instant) -> NodeID? {
        let isWaiting = obeyedAt.map { now.milliseconds(since: $0) >= RoomFollower.waitingMilliseconds } ?? true
        let isTime = askedAt.map { now.milliseconds(since: $0) >= RoomFollower.askMilliseconds } ?? true
        guard isWaiting, isTime else { return nil }
        var nodes = Rendezvous.order(core.owners(at: now), for: room)
        if let owner = epoch?.owner, let place = nodes.firstIndex(of: owner) {
            nodes.remove(at: place)
            nodes.insert(owner, at: 0)
        }
        guard !nodes.isEmpty else { return nil }
        defer { asks += 1 }
        askedAt = now
        return nodes[asks % nodes.count]
    }
}
