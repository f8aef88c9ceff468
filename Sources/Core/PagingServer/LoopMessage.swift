package import PagingEngine
package import PagingRoom
package import PagingWire

/// What loops tell each other. A room's home and its mirrors speak only this, also when they share a loop.
package enum LoopMessage: Sendable {
    // To the home of a room.

    /// A connection asks to join.
    case enter(room: String, JoinRequest)
    /// A connection that asked to join is gone before it was answered.
    case withdrawn(room: String, Address)
    /// Counts only while the member is at this address.
    case request(room: String, MemberID, Address, RequestID?, Request, FencingToken?)
    case pages(room: String, MemberID, Address, RequestID, from: PageIndex, count: Int)
    /// The connection is gone; `politely` when it said goodbye.
    case gone(room: String, MemberID, Address, politely: Bool)
    /// What members of one loop say they show.
    case drawn(room: String, [Drawn])
    /// The ring has moved past this connection's cursor.
    case resync(room: String, Address)

    // To the mirrors of a room.

    case admitted(PeerID, JoinGranted)
    case publish(room: String, Publication)
    case reply(PeerID, Frame)
    /// A fresh snapshot; what follows `sequence` comes next.
    case reset(PeerID, Frame, Sequence)
    /// The home has no place for this connection, or none any more.
    case dismissed(PeerID, CloseCode, reason: String)

    // About rooms that come and go, which loop 0 counts.

    /// To loop 0: this loop would make a room.
    case roomWanted(String, by: Int)
    /// From loop 0: whether it may.
    case roomDecided(String, isGranted: Bool)
    /// To loop 0: one room less.
    case roomGone
}

/// A join accepted by the home.
package struct JoinGranted: Sendable {
    package var room: String
    package var member: MemberID
    package var offsets: Join.Offsets
    /// Welcome, then the snapshot or the missed events.
    package var frames: [Frame]
    /// The last event those frames tell of.
    package var sequence: Sequence
    /// Whether the frames are the missed events.
    package var recovered: Bool
}

/// What a room said at one moment.
package struct Publication: Sendable {
    /// The number of the first frame; the others follow.
    package var first: Sequence
    package var frames: [Frame] = []
    package var offset: EncodedOffset?
    /// Whether it tells of comings and goings only, which a crowd need not hear of one by one.
    package var canWait = false
}

/// The newest offset as bytes.
package struct EncodedOffset: Sendable {
    package var frame: Frame
    /// The event it follows.
    package var sequence: Sequence
    package var audience: OffsetAudience
    /// Whether a hand holds what it tells of: then it is true for all who have missed an older one.
    package var isInHand: Bool
}
