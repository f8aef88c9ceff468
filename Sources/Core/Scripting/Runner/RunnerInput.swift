package import PagingEngine
package import PagingRoom

/// An input of a runner. Actors are numbered by their place in the script.
package enum RunnerInput: Hashable, Sendable {
    /// Time passed: at `nextDeadline`, and once at the start.
    case tick
    /// The actor is in the room, or back in it. Missed events were handed in before as `changed`. `serverTime` is the
    /// room's clock at this moment.
    case joined(actor: Int, Replica, serverTime: Instant)
    /// The actor's replica changed: by a reliable event, or by an offset or a snapshot (nil).
    case changed(actor: Int, by: Event?, Replica, serverTime: Instant)
    case answered(actor: Int, RequestTag, Answer)
    /// The connection is lost without a `cut`; `joined` follows when the client reconnects.
    case disconnected(actor: Int, reason: String)
    /// All users have reached the barrier of a single actor.
    case barrierOpened(actor: Int)
    /// The actor was refused when it joined or reconnected.
    case refused(actor: Int, reason: String)

    /// The actor that it is for; nil for all.
    var actor: Int? {
        switch self {
        case .tick: nil
        case .joined(let actor, _, _), .changed(let actor, _, _, _), .answered(let actor, _, _),
            .disconnected(let actor, _), .barrierOpened(let actor), .refused(let actor, _):
            actor
        }
    }
}

/// The runner's number for a request of one actor, independent of the connection's request numbers.
package struct RequestTag: Hashable, Comparable, Sendable {
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    package static func < (left: RequestTag, right: RequestTag) -> Bool { left.number < right.number }
}
