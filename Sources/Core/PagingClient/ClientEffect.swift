package import PagingContent
package import PagingRoom
package import PagingWire

/// The outputs of a client: what the shell must do or may show, in this order.
package enum ClientEffect: Sendable {
    /// Connect to the next of the room's addresses.
    case connect
    case send(ClientMessage)
    /// Close with 1000.
    case close
    /// Drop the connection without a close frame.
    case drop
    /// The member is in the room; the replica is up to date as of the welcome.
    case joined(Welcome)
    /// The replica changed by this event.
    case happened(Event)
    /// The replica was replaced as a whole.
    case replaced
    /// A drag moved the pager.
    case moved(Offset)
    case answered(RequestID, Answer)
    /// The connection was lost before the answer came. The replica shows after the reconnect whether it was done.
    case unanswered(RequestID)
    case pages(RequestID, [WindowPage])
    /// A file that was asked for. Its name is not compared with its bytes.
    case asset(RequestID, Asset)
    /// To a presenter: the notes of the pages in the window.
    case notes([PageNotes])
    /// To a presenter: which members show what the room shows.
    case inStep(InStep)
    case notice(Notice)
    /// Waiting to reconnect, and the reason of the loss.
    case waiting(milliseconds: Int64, reason: String)
    case ended(ClientEnd)
}

/// The reason why a client has ended.
package enum ClientEnd: Hashable, Sendable {
    case left
    /// The server said not to come back with the same request.
    case refused(CloseCode, reason: String)
    /// The room is over. With `isAnnounced` the server said before that it would end, as at the end of a talk; without,
    /// an operator closed the room, or its records are damaged.
    case roomClosed(reason: String, isAnnounced: Bool)
    /// The same as `refused` with a code that this version does not know.
    case closed(code: UInt16, reason: String)
    /// So many attempts in a row failed; `reason` is that of the last one.
    case unreachable(attempts: Int, reason: String)
    /// The server has nothing at this address.
    case notFound(String)
    /// The server's certificate does not prove its identity; another attempt would not change that.
    case certificateRejected(String)
    /// The server sends messages that this version cannot read.
    case incomprehensible(String)
}
