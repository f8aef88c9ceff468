package import PagingRoom
import PagingWire

/// A command of the cluster loop to the loop of a room's home.
package enum ClusterCommand: Sendable {
    /// This node owns the room now: make its home from the records in the specification. It publishes nothing before
    /// `speak`. Answered by `LoopMessage.roomHosted`. Messages from other loops of this node then wait until `started`.
    ///
    /// - Parameter after: the index of the newest record in the journal; the numbers of later records go on from there.
    case host(RoomSpec, Epoch, after: RecordNumber)
    /// Everything that was sent to the room before it was hosted, or before its hand-over failed, has been passed: handle
    /// what waits.
    case started(room: String)
    /// Publish, from now on: the first time the opening snapshot, as `LoopMessage.epochChanged` to every loop and to the
    /// cluster loop, then what was held.
    case speak(room: String)
    /// Publish to the cluster loop also while it has no members, or no longer. The sequence from which on nothing is missed
    /// is that of the snapshot which answers a `LoopMessage.resync` with an address of the cluster loop, after this.
    case follow(room: String, Bool)
    /// Hold everything that members would hear, and go on handling requests.
    case hold(room: String)
    /// The lease of the node has ended: hold in all rooms until `speak`.
    case leaseEnded
    /// Come to rest: requests wait from now on, except while somebody drags. Answered once by
    /// `LoopMessage.readyToHandOver`: when the room speaks, all is committed and published, and the pager rests.
    /// `isForced` waits for everything but the pager. Undone by `started`.
    case prepareHandOver(room: String, isForced: Bool)
    /// Forget the home without a further word. Answered by `LoopMessage.seats`.
    case unhost(room: String, UnhostReason)
    /// Messages of the cluster loop, in order; they do not wait for `started`.
    case messages([LoopMessage])
}

/// The reason why a loop no longer hosts a room.
package enum UnhostReason: Hashable, Sendable {
    /// Another node owns the room, after `LoopMessage.readyToHandOver`: the connections of this node stay.
    case handedOver
    /// Another node may own the room: the connections of this node are closed with 4005.
    case lost
}
