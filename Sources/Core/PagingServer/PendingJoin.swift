import PagingEngine
import PagingRoom
import PagingWire

/// A join the home has accepted, and how the room looks to the newcomer.
struct PendingJoin: Sendable {
    let address: Address
    let member: MemberID
    let id: RequestID
    let join: Join
    let session: Session
    /// When the newcomer looks.
    var now: Instant
    /// The room then, where the welcome has to wait behind what was said before; nil where it still looks like that.
    var replica: Replica?
}
