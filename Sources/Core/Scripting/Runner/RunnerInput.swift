package import PagingEngine
package import PagingRoom

/// What the caller tells a runner. Actors are numbered by their place in the script.
package enum RunnerInput: Hashable, Sendable {
    /// Time passed; due whenever `nextDeadline` comes, and once at the start.
    case tick
    /// The actor is in the room, or back in it: the replica is as new as the welcome says, events missed in between
    /// having been handed over before as `changed`. `serverTime` is the room's clock at this moment.
    case joined(actor: Int, Replica, serverTime: Instant)
    /// What the actor knows of the room is now this: after every reliable event, which stands beside it, and after
    /// offsets and snapshots, which stand as nil.
    case changed(actor: Int, by: Event?, Replica, serverTime: Instant)
    case answered(actor: Int, RequestTag, Answer)
    /// The connection is gone without a `cut`; when it comes back by itself, say `joined`.
    case disconnected(actor: Int, reason: String)
    /// Everybody has come to the barrier at which an actor played alone stands.
    case barrierOpened(actor: Int)
    /// The actor may not come in, or may not come back.
    case refused(actor: Int, reason: String)
}

/// The runner's own number for a request of one actor, so that the answer finds its way back whatever number the
/// connection gives the request.
package struct RequestTag: Hashable, Comparable, Sendable {
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    package static func < (left: RequestTag, right: RequestTag) -> Bool { left.number < right.number }
}
