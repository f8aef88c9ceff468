package import PagingRoom
package import PagingWire

/// What can happen to one loop of the server.
package enum ServerEvent: Sendable {
    /// A connection was upgraded for `room`; `secret` is fresh randomness, the session should it join anew.
    case opened(PeerID, room: String, secret: Session)
    /// The objects of one WebSocket message, in order.
    case received(PeerID, [Result<ClientMessage, Malformed>])
    /// The answer to `ServerEffect.authorize`.
    case authorized(PeerID, Authorization)
    case pong(PeerID)
    /// The last send left a remainder; nothing may be sent before `writable`.
    case choked(PeerID)
    case writable(PeerID)
    case closed(PeerID)
    /// What other loops sent, in their order; what it makes due goes out together.
    case mail([LoopMessage])
    /// The records of these rooms, up to and including the number, survive a crash from now on.
    case journaled([String: RecordNumber])
    /// The memory takes nothing at present, for this reason; nil: it does again.
    case storeTrouble(String?)
    /// Time passed.
    case tick
    /// The process is going away: everybody is told, and sent off evenly within this time; nobody gets in any more.
    case drain(milliseconds: Int64)
}
