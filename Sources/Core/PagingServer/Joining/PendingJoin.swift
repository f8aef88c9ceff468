import PagingEngine
import PagingRoom
import PagingWire

/// A join that the home has accepted, and the room as the new member sees it.
struct PendingJoin: Sendable {
    let address: Address
    let member: MemberID
    let id: RequestID
    let join: Join
    let session: Session
    /// The opening of the connection, if it counts.
    let openedAt: Instant?
    /// The moment of the new member's picture.
    var now: Instant
    /// The room at that moment, if the welcome has to wait behind earlier effects; nil while it is unchanged.
    var replica: Replica?
}
