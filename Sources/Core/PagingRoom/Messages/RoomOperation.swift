package import PagingEngine

/// An operator's order to a room. It needs no role in the room.
package enum RoomOperation: Hashable, Sendable {
    /// Lets new members in again.
    case unlock
    /// Removes a member, as a presenter does; it ends with 4106 and may not come back.
    case kick(MemberID)
    /// Ends all connections with 4108 and removes the room with its records. A room that was configured at the start
    /// exists again after a restart.
    case close
}

/// The result of an operator's order.
package enum RoomOperationOutcome: Hashable, Sendable {
    case done
    /// The room was as ordered before.
    case unchanged
    /// No room of this name has its home on this loop. `RoomSpec.home(of:loops:)` tells which loop to ask.
    case noSuchRoom
    case noSuchMember
    /// The room is being handed over to another server of the cluster, or another may own it by now; nothing was done.
    case moving
}
