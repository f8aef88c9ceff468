/// The time in which a loop of this node hosts a room: its opening, until members are told of it, and its hand-over.
struct RoomTenure: Sendable {
    private enum Stage {
        case settled
        case preparing(isForced: Bool)
        /// Ready to be handed over: nothing happens in the room.
        case frozen
    }

    private var opening: EpochChange?
    private var stage = Stage.settled

    /// A tenure that begins with `opening`; nil for the room of a single server.
    init(opening: EpochChange? = nil) {
        self.opening = opening
    }

    /// Takes the snapshot with which the epoch begins, once.
    mutating func takeOpening() -> EpochChange? {
        defer { opening = nil }
        return opening
    }

    /// Whether no hand-over is under way.
    var isSettled: Bool { if case .settled = stage { true } else { false } }

    var isFrozen: Bool { if case .frozen = stage { true } else { false } }

    /// Whether the hand-over waits for the pager; nil when none is being prepared.
    var waitsForRest: Bool? { if case .preparing(let isForced) = stage { !isForced } else { nil } }

    mutating func prepareHandOver(isForced: Bool) {
        if !isFrozen { stage = .preparing(isForced: isForced) }
    }

    mutating func freeze() { stage = .frozen }

    /// Goes on after a hand-over that failed.
    mutating func settle() { stage = .settled }
}
