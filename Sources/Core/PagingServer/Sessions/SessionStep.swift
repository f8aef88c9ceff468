import PagingRoom
import PagingWire

/// The next step after an object that a connection sent, where its session alone cannot take it.
enum SessionStep: Sendable {
    case none
    /// The join goes to the room's home.
    case join(JoinRequest)
    case pong(RequestID)
    case goodbye(RequestID)
    case drawn(Drawn, Subscription)
    /// The object is refused; a connection with too many of these ends.
    case refuse(RequestID?, Refusal, end: (code: CloseCode, reason: String)?)
    /// An object without an id was refused, and the connection ends.
    case end(CloseCode, reason: String)
}

/// Connections that exceeded a time limit, and those that are to be pinged.
struct DueChecks: Sendable {
    var pings: [PeerID] = []
    var exceeded: [(peer: PeerID, code: CloseCode, reason: String)] = []
}

/// The remains of a connection that ends.
struct SessionEnd: Sendable {
    /// How far its join had come.
    enum Attachment: Sendable {
        case none
        /// Its join is at the room's home.
        case joining
        case joined(Subscription)
    }

    let room: String
    let attachment: Attachment
    let replies: [Frame]
    let isChoked: Bool
    let saidGoodbye: Bool
}
