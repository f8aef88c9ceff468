package import ClusterTraffic

/// A statement about the ownership of rooms. Each has exactly one outcome, in order.
package enum RoomStatement: Hashable, Sendable {
    /// Reads the rows of rooms.
    case readRooms([String])
    /// Reads rooms whose owner is this node, or no registered node.
    case readQuiet(NodeID)
    case claim(NodeID, [RoomClaim], format: UInt32, written: UInt32)
    /// Adds the row of a room that this node owns from then on. No row when there is one already, or `limit` of all rooms.
    case create(NodeID, String, known: UInt64, format: UInt32, limit: Int)
    /// Reads the journal; the shell keeps the records. No row when it has records of a later owner.
    case load(String)
    /// Gives all rooms of this node new fences, after each loss of the journal connection.
    case refence(NodeID)
    case handOver(String, fence: UInt64, to: NodeID)
}

package struct RoomClaim: Hashable, Sendable {
    package var room: String
    /// The epoch of the row, as it was read.
    package var read: UInt64
    /// The highest epoch that anybody told.
    package var known: UInt64

    package init(room: String, read: UInt64, known: UInt64) {
        self.room = room
        self.read = read
        self.known = known
    }
}

/// The outcome of a statement about the ownership of rooms.
package enum RoomOutcome: Hashable, Sendable {
    case rows([RoomRow])
    /// Rooms that this node owns, with their numbers: those that were claimed or created, or all after `refence`.
    case owned([OwnedRoom])
    case loaded
    /// The room has another owner now, under this epoch.
    case handedOver(UInt64)
    /// There is no row that fits.
    case noRow
    /// The journal connection was lost: it may have taken effect, or take effect later.
    case unknown
}

/// A row of the table of rooms.
package struct RoomRow: Hashable, Sendable {
    package var room: String
    /// The owner, if it has a row in the table of nodes.
    package var owner: NodeID?
    package var epoch: UInt64
    /// The newest format in which records of the room may be written.
    package var format: UInt32

    package init(room: String, owner: NodeID?, epoch: UInt64, format: UInt32) {
        self.room = room
        self.owner = owner
        self.epoch = epoch
        self.format = format
    }
}

/// A room that this node owns.
package struct OwnedRoom: Hashable, Sendable {
    package var room: String
    package var epoch: UInt64
    /// The number that appends must name.
    package var fence: UInt64

    package init(room: String, epoch: UInt64, fence: UInt64) {
        self.room = room
        self.epoch = epoch
        self.fence = fence
    }
}
