package import PagingRoom
package import PagingWire

/// What the shell must do or may show, in this order.
package enum ClientEffect: Sendable {
    case connect
    case send(ClientMessage)
    /// Close with 1000.
    case close
    /// Drop the connection without a word.
    case drop
    /// The member is in the room; the replica is up to date as of the welcome.
    case joined(Welcome)
    /// The replica changed by this event.
    case happened(Event)
    /// The replica was replaced as a whole.
    case replaced
    /// The pager moved under somebody's hand.
    case moved(Offset)
    case answered(RequestID, Answer)
    /// The connection went before the answer came; whether it was done shows in the replica after the return.
    case unanswered(RequestID)
    case pages(RequestID, [WindowPage])
    /// To a presenter: the notes of the pages in the window.
    case notes([PageNotes])
    /// To a presenter: who shows what the room shows.
    case inStep(InStep)
    case notice(Notice)
    /// Waiting to come back, and why.
    case waiting(milliseconds: Int64, reason: String)
    case ended(ClientEnd)
}

/// Why a client is done.
package enum ClientEnd: Hashable, Sendable {
    case left
    /// The server said not to come back with the same request.
    case refused(CloseCode, reason: String)
    /// So many attempts in a row failed; the last one's reason.
    case unreachable(attempts: Int, reason: String)
    /// The server could not prove that it is the one that was asked for; asking it again would prove nothing.
    case distrusted(String)
    /// The server speaks something else.
    case incomprehensible(String)
}
