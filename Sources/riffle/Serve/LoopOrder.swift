import PagingServer
import RoomStore
import SocketLoop

/// What other threads may ask of a loop.
enum LoopOrder: Sendable {
    /// The mailboxes of all loops, by number.
    case meet([Mailbox<LoopOrder>])
    /// An accepted connection.
    case adopt(Int32)
    case mail(LoopMail)
    /// What of each room is safe now.
    case committed([String: JournalPosition])
    /// Why the store takes nothing at present; nil: it does.
    case storeTrouble(String?)
    /// Send everybody away within this time, then end.
    case stop(drainMilliseconds: Int64)
}
