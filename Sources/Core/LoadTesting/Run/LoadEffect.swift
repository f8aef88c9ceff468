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
