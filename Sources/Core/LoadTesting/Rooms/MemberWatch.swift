import PagingRoom
import PagingWire

/// The part of the measures that follows one user's connection: which events it brought, and its last clock probe.
struct MemberWatch: Sendable {
    let user: Int
    /// The room's place among those of the run.
    let room: Int
    /// The place of its actor in the script, and whether it stays out of the measures of the whole run.
    let actor: Int
    let isApart: Bool
    var stream = EventStream()
    /// The newest ping or join and when it went out: its answer shows the server's clock.
    var probe: (id: RequestID, sent: LoadTime)?

    init(user: Int, room: Int, actor: Int = 0, isApart: Bool = false) {
        (self.user, self.room) = (user, room)
        (self.actor, self.isApart) = (actor, isApart)
    }

    /// Whether the user has received a whole state on this connection.
    var hasState: Bool { stream.last != nil }

    mutating func sent(_ message: ClientMessage, at now: LoadTime) {
        switch message {
        case .ping(let id), .join(let id, _): probe = (id, now)
        default: break
        }
    }

    mutating func forgetProbe() {
        probe = nil
    }
}
