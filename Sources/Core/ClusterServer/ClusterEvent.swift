package import ClusterMembership
package import ClusterTraffic
package import PagingRoom
package import PagingServer

/// A fact for the cluster loop of a node.
package enum ClusterEvent: Sendable {
    case start
    /// The time of `nextDeadline` has come.
    case tick
    case fabric(FabricEvent)
    case node(NodeStatement, NodeOutcome)
    /// The outcome of a statement; with that of `load` comes the room's journal.
    case room(RoomStatement, RoomOutcome, LoadedRoom? = nil)
    /// Messages of the loop of this number, in order.
    case loop(Int, [LoopMessage])
    /// The loop of this number holds all its rooms, and has dropped commands to speak: it found the lease at its end.
    case leaseEnded(loop: Int)
    /// An append under this epoch found another fence.
    case fenced(String, epoch: UInt64)
    /// The outcome of an append is unknown: the journal connection is new.
    case journalLost
    /// Give all rooms to other nodes. Answered by `ClusterEffect.drained`.
    case drain
    /// Remove the node's row, and end. Answered by `ClusterEffect.left`.
    case leave
}

/// A request of the cluster loop to its shell, which performs all of them in order.
package enum ClusterEffect: Sendable {
    case loop(Int, ServerEvent)
    case fabric(FabricCommand)
    case executeNode(NodeStatement)
    case executeRoom(RoomStatement)
    /// This node owns no room that is not damaged and takes none, or there is no other node for its rooms. Its members
    /// stay until the shell ends them.
    case drained
    /// The node's row is gone, and it will not return.
    case left
    case log(ClusterLog)
}

/// A log entry for operators.
package enum ClusterLog: Hashable, Sendable {
    case nodeBegan(NodeID)
    case nodeEnded(NodeEndReason)
    case roomOwned(String, RoomEpoch)
    /// The records of a room that this node owns cannot be read.
    case roomDamaged(String, damage: String)
    /// Another node may own the room.
    case roomLost(String)
    case roomHandedOver(String, to: NodeID)
}

/// The journal of a room, as it was read.
package struct LoadedRoom: Sendable {
    /// The sum of the records; nil when there is none.
    package var record: RoomRecord?
    /// The index of the newest record.
    package var last: RecordNumber
    /// The reason why the records cannot be used.
    package var damage: String?

    package init(record: RoomRecord?, last: RecordNumber, damage: String? = nil) {
        self.record = record
        self.last = last
        self.damage = damage
    }
}
