package import Scripting

/// Events for the virtual users of a load run. `Message` is a decoded message of the server.
package enum LoadEvent<Message: Sendable>: Sendable {
    /// A deadline has come; required once at the start, too.
    case tick
    /// The user's connection is open.
    case opened(user: Int)
    /// One WebSocket message and its length.
    case received(user: Int, [Message], bytes: Int)
    /// A message that cannot be decoded, and why.
    case unreadable(user: Int, String)
    /// The connection ended; `code` is nil when it broke without a close frame.
    case closed(user: Int, code: UInt16?, reason: String)
    /// The connection attempt failed.
    case failed(user: Int, reason: String)
    /// The server's certificate was rejected; another attempt would fail, too.
    case certificateRejected(user: Int, reason: String)
    /// The user's HTTP request has its answer, or has failed.
    case answered(user: Int, HTTPAnswer)
    /// All users of all workers have come to this barrier: those of this worker go on.
    case barrierOpens(String)
    /// Users of other workers have caused these events.
    case eventsCaused([EventCause])
    /// Ends the run before its plan: all users leave, and the result counts the events until then.
    case stop
}

/// Effects that the shell performs for a load run, in this order. `Message` is a message of a user, not yet encoded.
package enum LoadEffect<Message: Sendable>: Sendable {
    /// Makes an HTTP request of the user, with the cookies it has; `answered` follows. The user makes one at a time.
    case request(user: Int, HTTPCall)
    /// The user makes no more requests: one that waits for its answer is given up, its cookies stay for its handshakes.
    case requestsOver(user: Int)
    /// The headers of the user's handshakes from now on, where they differ from those of other users.
    case handshake(user: Int, headers: [PlainEndpoint.Header])
    /// Opens a connection to a path of the target, such as `/rooms/talk`.
    case connect(user: Int, path: String)
    case send(user: Int, Message)
    /// Closes with 1000. The machine gets no further event of this connection, not even its end.
    case close(user: Int)
    /// Drops the connection without a close frame. The machine gets no further event of it, not even its end.
    case drop(user: Int)
    /// Drops, in the same way, a connection that is of no use, such as one that does not answer. The user's next attempt goes to
    /// the next target.
    case giveUp(user: Int)
    /// The user has left the run and does nothing more: what was kept for it can be forgotten.
    case gone(user: Int)
    /// Whether the user's socket is read: a slow reader's is not.
    case read(user: Int, Bool)
    /// With several workers: how many users of this one stand at a barrier, for a `BarrierMeeting`.
    case barrier(BarrierState)
    /// With several workers: events that users of this one have caused, for the other workers.
    case eventsCaused([EventCause])
    /// All steps are done and all users have left. Emitted once.
    case finished
}
