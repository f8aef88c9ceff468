import PagingServer
import SocketLoop

/// What other threads may ask of a loop.
enum LoopOrder: Sendable {
    /// The mailboxes of all loops, by number.
    case meet([Mailbox<LoopOrder>])
    /// An accepted connection.
    case adopt(Int32)
    case mail(LoopMail)
    /// Send everybody away within this time, then end.
    case stop(drainMilliseconds: Int64)
}
