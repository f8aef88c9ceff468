import PagingServer
import RoomStore
import Tokens
import WebSocketLoop

/// What other threads may ask of a loop.
enum LoopCommand: Sendable {
    /// The mailboxes of all loops, by number.
    case meet([Mailbox<LoopCommand>])
    /// An accepted connection and its place.
    case adopt(Int32, ConnectionPermit)
    /// What tokens and connections are checked by and show from now on.
    case secrets(TokenKeys)
    case identity(TLSIdentity)
    case mail(LoopMessage)
    /// Every record up to this one is safe.
    case committed(JournalPosition)
    /// Why the store takes nothing at present; nil: it does.
    case storeTrouble(String?)
    /// Say how you are; with the rooms where they are asked for.
    case report(LoopReportRequest, withRooms: Bool)
    /// Send everybody away within this time, then end.
    case stop(drainMilliseconds: Int64)
}
