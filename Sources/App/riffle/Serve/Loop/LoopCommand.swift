import PagingRoom
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
    /// A new key of presenters.
    case presenterKey(String)
    /// A new certificate for later connections.
    case identity(TLSIdentity)
    case message(LoopMessage)
    /// Every record up to this position is committed.
    case committed(JournalPosition)
    /// Records of these rooms are committed, in a cluster.
    case recordsCommitted([ClusterPersistence.CommittedRoom])
    /// A command of the cluster loop, in order with the messages.
    case cluster(ClusterCommand)
    /// Why the store accepts nothing at present; nil when it does.
    case storeTrouble(String?)
    /// Report metrics, with the rooms if asked for.
    case report(LoopReportRequest, withRooms: Bool)
    /// Performs an operator's order to a room whose home is this loop; answers once the store has taken its records,
    /// which may not be committed yet; in a cluster, once they are.
    case operate(room: String, RoomOperation, OneShot<RoomOperationOutcome>)
    /// Report all members of a room whose home is this loop; nil when there is no such room.
    case members(room: String, OneShot<[Member]?>)
    /// End the connections whose token was revoked.
    case endRevoked
    /// Refuse new connections, and disconnect all members within this time. With `closesRooms` members are told not to
    /// return.
    case drain(milliseconds: Int64, closesRooms: Bool, DrainCountdown)
    /// End, whatever connections are left.
    case stop
}
