/// What can happen to the virtual users of a load run. `Message` is what a server says, decoded by the shell.
package enum LoadEvent<Message: Sendable>: Sendable {
    /// A deadline has come; due once at the start too.
    case tick
    /// The user's connection stands.
    case opened(user: Int)
    /// One WebSocket message, and how long it was.
    case received(user: Int, [Message], bytes: Int)
    /// A message nobody can read, and why.
    case unreadable(user: Int, String)
    /// The connection ended; `code` nil when it simply broke.
    case closed(user: Int, code: UInt16?, reason: String)
    /// No connection came about.
    case failed(user: Int, reason: String)
    /// No connection came about, and none will: the server could not prove that it is the one that was asked for.
    case distrusted(user: Int, reason: String)
    /// Something that was to be sent waits in the socket no longer.
    case writable(user: Int)
    /// Everybody who waits at this barrier has come, in whatever worker: those of this one go on.
    case barrierOpens(String)
    /// Ends before the plan does: everybody leaves, and the result counts what was until then.
    case stop
}

/// What the shell does for a load run, in this order. `Message` is what a user says, encoded by the shell.
package enum LoadEffect<Message: Sendable>: Sendable {
    /// Opens a connection to a path of the target, such as `/rooms/talk`.
    case connect(user: Int, path: String)
    case send(user: Int, Message)
    /// Closes with 1000. Nothing more is told of this connection, not even its end.
    case close(user: Int)
    /// Drops the connection without a word. Nothing more is told of it, not even its end.
    case drop(user: Int)
    /// Whether the user's socket is read: a slow reader's is not.
    case read(user: Int, Bool)
    /// Of several workers: who of this one stands at a barrier, for a `BarrierMeeting` to put together with the others.
    case barrier(BarrierStanding)
    /// Everything is done and everybody gone. Said once.
    case finished
}
