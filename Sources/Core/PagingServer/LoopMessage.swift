package import PagingEngine
package import PagingRoom
package import PagingWire

/// A message between loops. A room's home and its mirrors exchange only these, also when they share a loop.
///
/// In a cluster (`ServerSettings.cluster`) the loop after the last one, the cluster loop, carries them from and to other
/// nodes: to a home, the members of other nodes are connections of that loop.
package enum LoopMessage: Sendable {
    // To the home of a room.

    /// A connection asks to join.
    case requestJoin(room: String, JoinRequest)
    /// The connection of a join is gone before the join was answered.
    case withdrawn(room: String, Address)
    /// A request; it counts only while the member is at this address.
    case request(room: String, MemberID, Address, RequestID?, Request, FencingToken?)
    /// A request beside the room's order, for pages or files.
    case sideRequest(room: String, MemberID, Address, RequestID, SideRequest)
    /// The connection of a member is gone; `politely` if it said goodbye.
    case left(room: String, MemberID, Address, politely: Bool)
    /// The pictures that members of one loop report.
    case drawn(room: String, [Drawn])
    /// The ring has moved past this connection's cursor.
    case resync(room: String, Address)
    /// A connection goes on that was open before this home began. Only from the cluster loop.
    case reopen(room: String, ReopenRequest)
    /// A message of the edges of a cluster about the viewers whom they admit. Only from the cluster loop.
    case audience(room: String, AudienceWord)
    /// A viewer whom an edge has admitted asks for pages or files. Only from the cluster loop.
    case audienceRequest(room: String, Address, RequestID, SideRequest)

    // To the mirrors of a room.

    case joinGranted(PeerID, JoinGranted)
    case publish(room: String, Publication)
    /// A frame for one connection; `answers` names the request if it is an answer.
    case reply(PeerID, Frame, answers: RequestID? = nil)
    /// The answer to a request beside the room's order.
    case sideAnswer(PeerID, Frame, answers: RequestID)
    /// A fresh snapshot; events after `sequence` come next.
    case reset(PeerID, Frame, Sequence)
    /// The room has another epoch: another owner goes on with it. Publications that follow are of this epoch.
    case epochChanged(room: String, EpochChange)
    /// The home denies or ends this connection.
    case dismissed(PeerID, CloseCode, reason: String)

    // About rooms created on demand, which loop 0 counts.

    /// To loop 0: this loop asks to create a room.
    case roomWanted(String, by: Int)
    /// From loop 0: whether it may.
    case roomDecided(String, isGranted: Bool)
    /// To loop 0, or to the cluster loop: a room was removed, with its records.
    case roomGone(room: String)

    // To the cluster loop, from the loop of a room's home.

    /// `ClusterCommand.host` was performed: messages from other loops of this node wait until `ClusterCommand.started`.
    case roomHosted(room: String)
    /// Everything up to here is committed and published; nothing more happens in the room until `ClusterCommand.started`
    /// or `ClusterCommand.unhost`.
    case readyToHandOver(room: String)
    /// The answer to `ClusterCommand.unhost`: the connections of this node that stay. After it, and before what this loop
    /// sends later, come the messages that waited for the home, in order.
    case seats(room: String, [ReopenRequest])
    /// The rules by which edges admit viewers have changed.
    case audienceRules(room: String, AudienceRules)
    /// A block of numbers for viewers of one edge, in the order in which they were asked for.
    case audienceNumbers(room: String, first: MemberID)
}

/// A join accepted by the home.
package struct JoinGranted: Sendable {
    package var room: String
    package var member: MemberID
    /// The session by which the member returns.
    package var session: Session
    package var offsets: Join.Offsets
    /// Whether a snapshot may bring the member another epoch.
    package var knowsEpochs: Bool
    /// Welcome, then the snapshot or the missed events.
    package var frames: [Frame]
    /// The last event in those frames.
    package var sequence: Sequence
    /// Whether the frames are the missed events.
    package var recovered: Bool

    package init(
        room: String, member: MemberID, session: Session, offsets: Join.Offsets, knowsEpochs: Bool, frames: [Frame],
        sequence: Sequence, recovered: Bool
    ) {
        self.room = room
        self.member = member
        self.session = session
        self.offsets = offsets
        self.knowsEpochs = knowsEpochs
        self.frames = frames
        self.sequence = sequence
        self.recovered = recovered
    }
}

/// Another epoch of a room, on connections that stay.
package struct EpochChange: Sendable {
    /// The room as its new owner has it.
    package var snapshot: Frame
    /// The event that the snapshot shows; the next publication follows it.
    package var sequence: Sequence

    package init(snapshot: Frame, sequence: Sequence) {
        self.snapshot = snapshot
        self.sequence = sequence
    }
}

/// The events and the offset that a room publishes at one moment.
package struct Publication: Sendable {
    /// The number of the first frame; the others follow.
    package var first: Sequence
    package var frames: [Frame] = []
    package var offset: EncodedOffset?
    /// Whether it announces only joins and leaves, which a crowd gets in batches.
    package var canWait = false

    package init(first: Sequence, frames: [Frame] = [], offset: EncodedOffset? = nil, canWait: Bool = false) {
        self.first = first
        self.frames = frames
        self.offset = offset
        self.canWait = canWait
    }

    /// Replaces the offset by a newer one, for the audience of both where the newer one tells everything.
    mutating func add(_ newest: EncodedOffset) {
        var newest = newest
        if let older = offset, older.sequence == newest.sequence || newest.isDragged {
            newest.audience = newest.audience.joined(with: older.audience)
        }
        offset = newest
    }
}

/// The newest offset as bytes.
package struct EncodedOffset: Sendable {
    package var frame: Frame
    /// The event it follows.
    package var sequence: Sequence
    package var audience: OffsetAudience
    /// Whether a member drags: then the offset also replaces older ones that a subscriber missed.
    package var isDragged: Bool

    package init(frame: Frame, sequence: Sequence, audience: OffsetAudience, isDragged: Bool) {
        self.frame = frame
        self.sequence = sequence
        self.audience = audience
        self.isDragged = isDragged
    }
}
