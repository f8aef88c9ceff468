import PagingEngine
import PagingRoom
import PagingWire

/// A join the home has accepted, and how the room looked to the newcomer.
struct Entry: Sendable {
    let address: Address
    let member: MemberID
    let id: RequestID
    let join: Join
    let session: Session
    let role: Role
    let now: Instant
    /// The room then, where the welcome has to wait; nil where the room still looks like that.
    let replica: Replica?
}
