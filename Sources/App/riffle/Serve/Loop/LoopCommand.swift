import PagingServer
import RoomStore
import Tokens
import WebSocketLoop

/// A command from another thread to a loop.
enum LoopCommand: Sendable {
    /// The mailboxes of all loops, by number.
    case meet([Mailbox<LoopCommand>])
    /// An accepted connection: its descriptor and its permit.
    case adopt(Int32, ConnectionPermit)
    /// New secrets for tokens.
    case secrets(TokenKeys)
    /// A new certificate for later connections.
    case identity(TLSIdentity)
    case mail(LoopMessage)
    /// Every record up to this position is committed.
    case committed(JournalPosition)
    /// Why the store accepts nothing at present; nil when it does.
    case storeTrouble(String?)
    /// Report metrics, with the rooms if asked for.
    case report(LoopReportRequest, withRooms: Bool)
    /// Disconnect all members within this time, then end.
    case stop(drainMilliseconds: Int64)
}
