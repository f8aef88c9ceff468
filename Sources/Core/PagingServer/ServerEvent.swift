package import PagingRoom
package import PagingWire

/// An event for one loop of the server.
package enum ServerEvent: Sendable {
    /// A connection was upgraded for `room`; `secret` is fresh randomness, the session of a new member.
    case opened(PeerID, room: String, secret: Session)
    /// The objects of one WebSocket message, in order.
    case received(PeerID, [Result<ClientMessage, Malformed>])
    /// The answer to `ServerEffect.authorize`.
    case authorized(PeerID, Authorization)
    /// The token of this connection was revoked.
    case revoked(PeerID)
    case pong(PeerID)
    /// The last send left a remainder; nothing may be sent before `writable`.
    case choked(PeerID)
    case writable(PeerID)
    case closed(PeerID)
    /// Messages of other loops, in their order; their output goes out together.
    case messages([LoopMessage])
    /// The records of these rooms, up to and including the number, are committed.
    case committed([String: RecordNumber])
    /// The store accepts no writes, for this reason; nil: it works again.
    case storeTrouble(String?)
    /// A command of the cluster loop, in the order in which it was given.
    case cluster(ClusterCommand)
    /// Time passed.
    case tick
    /// The process is going away: connections are informed, then ended evenly within this time; no join is accepted.
    case drain(milliseconds: Int64, closesRooms: Bool = false)
}
