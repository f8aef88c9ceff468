import PagingRoom
import PagingWire

/// A member's connection in a mirror: a cursor into the ring, not a queue.
struct Subscriber: Sendable {
    let peer: PeerID
    let offsets: Join.Offsets
    /// Whether a snapshot may bring it another epoch.
    let knowsEpochs: Bool
    /// The last event sent.
    var cursor: Sequence
    /// The generation of the last offset sent.
    var offsetSeen: UInt64 = 0
    /// Sent before anything from the ring: the welcome and what belongs to it, or a fresh snapshot.
    var opening: [Frame] = []
    /// Sent after the frames of the ring: answers, which may refer to them.
    var replies: [Frame] = []
    var replyBytes = 0
    var isChoked = false
    /// The picture that the member reported last, until it is sent to the home.
    var drawn: Drawn?
    /// A snapshot is on its way from the home.
    var awaitsReset = false
    /// Whether it belongs to an earlier epoch of the room: it gets nothing more, and its connection is about to end.
    private(set) var isLeftBehind = false

    /// Whether frames wait for this subscriber alone.
    var isAddressed: Bool { !opening.isEmpty || !replies.isEmpty }

    init(peer: PeerID, offsets: Join.Offsets, knowsEpochs: Bool = false, cursor: Sequence, opening: [Frame]) {
        self.peer = peer
        self.offsets = offsets
        self.knowsEpochs = knowsEpochs
        self.cursor = cursor
        self.opening = opening
    }

    /// Takes the frames that wait for this subscriber alone.
    mutating func takeAddressed() -> (opening: [Frame], replies: [Frame]) {
        defer { (opening, replies, replyBytes) = ([], [], 0) }
        return (opening, replies)
    }

    /// Continues in another epoch with `change`, or is left behind. Answers of the earlier epoch come before the snapshot.
    mutating func changeEpoch(_ change: EpochChange) {
        cursor = change.sequence
        offsetSeen = 0
        drawn = nil
        awaitsReset = false
        guard knowsEpochs else {
            isLeftBehind = true
            return
        }
        opening += replies + [change.snapshot]
        replies = []
    }
}
