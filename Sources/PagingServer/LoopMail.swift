public import PagingEngine
public import PagingRoom
public import PagingWire

/// What loops tell each other. A room's home and its mirrors speak only this, also when they share a loop.
public enum LoopMail: Sendable {
    // To the home of a room.

    /// A connection asks to join.
    case enter(room: String, Arrival)
    /// A connection that asked to join is gone before it was answered.
    case withdrawn(room: String, Address)
    /// Counts only while the member is at this address.
    case request(room: String, MemberID, Address, RequestID?, Request, Grant?)
    case pages(room: String, MemberID, Address, RequestID, from: PageIndex, count: Int)
    /// The connection is gone; `politely` when it said goodbye.
    case gone(room: String, MemberID, Address, politely: Bool)
    /// What members of one loop say they show.
    case drawn(room: String, [Drawn])
    /// The ring has moved past this connection's cursor.
    case resync(room: String, Address)

    // To the mirrors of a room.

    case admitted(PeerID, Admission)
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
public struct Admission: Sendable {
    public var room: String
    public var member: MemberID
    public var offsets: Join.Offsets
    /// Welcome, then the snapshot or the missed events.
    public var frames: [Frame]
    /// The last event those frames tell of.
    public var sequence: Sequence
    /// Whether the frames are the missed events.
    public var recovered: Bool
}

/// What a room said at one moment.
public struct Publication: Sendable {
    /// The number of the first frame; the others follow.
    public var first: Sequence
    public var frames: [Frame] = []
    public var offset: EncodedOffset?
    /// Whether it tells of comings and goings only, which a crowd need not hear of one by one.
    public var canWait = false
}

/// The newest offset as bytes.
public struct EncodedOffset: Sendable {
    public var frame: Frame
    /// The event it follows.
    public var sequence: Sequence
    public var audience: OffsetAudience
    /// Whether a hand holds what it tells of: then it is true for all who have missed an older one.
    public var isInHand: Bool
}
