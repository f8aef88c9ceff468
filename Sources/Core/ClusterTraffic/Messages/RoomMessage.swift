package import PagingEngine

/// A message about one room between its owner and the nodes that have members of it, beside the frames of their links.
///
/// Words of an owner carry `valid`, the end of the owner's lease on its boot clock: a word that arrives later is dropped.
package enum RoomMessage: Hashable, Sendable {
    // From a node with members (an edge) to the owner.

    /// Asks the owner for a link. `known` is the number of the newest epoch that the edge knows, 0 for none; `nonce` is
    /// random and new each time; `mayCreate`: a room that does not exist is created.
    case open(room: String, known: UInt64, nonce: UInt64, mayCreate: Bool)
    /// Asks for the events after `sequence`; nil: for an opening.
    case since(room: String, RoomEpoch, sequence: Int64?)

    // From a node to an edge that asked.

    /// The link is open. The newest event said is `sequence`.
    case opened(LinkKey, sequence: Int64, valid: Instant)
    /// Another node owns the room.
    case elsewhere(room: String, owner: NodeID, epoch: UInt64)
    /// The answer to the `open` of this nonce: no link.
    case refused(room: String, nonce: UInt64, OpenRefusal, reason: String)

    // From the owner to all edges, or to one that asked.

    /// The owner gave the room to another node.
    case moved(room: String, owner: NodeID, epoch: UInt64)
    case publication(room: String, RoomEpoch, RelayedEvents, valid: Instant)
    /// The room at the event `sequence`; the first word of an epoch.
    case opening(room: String, RoomEpoch, sequence: Int64, snapshot: [UInt8], valid: Instant)
    /// The newest event and the newest offset, said again after a silence.
    case tail(room: String, RoomEpoch, sequence: Int64, offset: RelayedOffset?, valid: Instant)
}

/// The reason why a node opens no link.
package enum OpenRefusal: UInt16, Hashable, Sendable, CaseIterable {
    case noSuchRoom = 1
    /// The room's records cannot be read.
    case damaged = 2
    /// There are as many rooms as are allowed.
    case roomLimit = 3
    /// A newer version has written the room's records.
    case newerFormat = 4
    /// The node cannot own rooms at present. The edge asks another one.
    case notReady = 5
}

/// The events and the offset that a room publishes at one moment.
package struct RelayedEvents: Hashable, Sendable {
    /// The number of the first frame; the others follow.
    package var first: Int64
    package var frames: [[UInt8]]
    package var offset: RelayedOffset?
    /// Whether it announces only joins and leaves, which a crowd gets in batches.
    package var canWait: Bool

    package init(first: Int64, frames: [[UInt8]], offset: RelayedOffset? = nil, canWait: Bool = false) {
        self.first = first
        self.frames = frames
        self.offset = offset
        self.canWait = canWait
    }
}

/// The newest offset of a room.
package struct RelayedOffset: Hashable, Sendable {
    package var frame: [UInt8]
    /// The event it follows.
    package var sequence: Int64
    /// The audience: 0 (everybody), 1 (members with frames) or 2 (members with keyframes).
    package var audience: UInt8
    /// Whether a member drags.
    package var isDragged: Bool

    package init(frame: [UInt8], sequence: Int64, audience: UInt8, isDragged: Bool) {
        self.frame = frame
        self.sequence = sequence
        self.audience = audience
        self.isDragged = isDragged
    }
}
