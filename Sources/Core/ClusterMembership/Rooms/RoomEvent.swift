package import ClusterTraffic

/// A fact for the rooms of a node.
package enum RoomEvent: Hashable, Sendable {
    /// The time of `nextDeadline` has come, or the node became live or silent, or a node is gone.
    case tick
    /// An edge, or a member of this node, asks for a room; it knows of this epoch, or of none (0).
    case opened(String, known: UInt64, mayCreate: Bool = false)
    case answered(RoomStatement, RoomOutcome)
    /// An append found another fence.
    case fenced(String)
    /// The outcome of an append is unknown: the journal connection is new.
    case journalLost
    case handOver(String, to: NodeID)
    /// This node removes the room, and its row.
    case removed(String)
    /// The node's life has ended.
    case ended
}

/// A request of the rooms of a node to its shell.
package enum RoomEffect: Hashable, Sendable {
    case execute(RoomStatement)
    /// The journal was read: the home begins, and holds until `speak`.
    case begin(OwnedRoom)
    /// Tell members from now on what was held; `opening` first after `begin`.
    case speak(String)
    case hold(String)
    /// Records that are not known to be committed are sent again under a new fence.
    case refenced(OwnedRoom)
    /// This node does not own the room: forget the home at once.
    case end(String)
    case elsewhere(String, owner: NodeID, epoch: UInt64)
    case moved(String, to: NodeID, epoch: UInt64)
    /// No such room in the database.
    case unknownRoom(String)
    /// The room does not exist, and there are as many rooms as are allowed.
    case roomLimit(String)
    /// A newer program has written the room.
    case newerFormat(String)
}

/// The node as its rooms see it at one moment.
package struct RoomView: Hashable, Sendable {
    package var node: NodeID
    package var isLive: Bool
    package var mayClaim: Bool
    /// Nodes that may be asked for rooms.
    package var owners: [NodeID]
    package var format: UInt32
    package var writtenFormat: UInt32

    package init(
        node: NodeID, isLive: Bool, mayClaim: Bool, owners: [NodeID], format: UInt32, writtenFormat: UInt32
    ) {
        self.node = node
        self.isLive = isLive
        self.mayClaim = mayClaim
        self.owners = owners
        self.format = format
        self.writtenFormat = writtenFormat
    }
}
