import PagingEngine
import PagingRoom
import TerminalView

/// What there is to show of a room at one moment.
struct FollowedRoom {
    let name: String
    let replica: Replica
    /// Pages outside the window that the member has seen or asked for.
    let beyond: [WindowPage]
    let position: Position
    /// The room owner's clock.
    let now: Instant
    let link: StatusLine.Link
    let roundTripMilliseconds: Int64?
    let note: String?
}
