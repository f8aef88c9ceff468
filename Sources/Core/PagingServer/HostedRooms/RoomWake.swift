import PagingEngine

/// The next wake-up of a hosted room: for the room's next deadline, or for its removal some time after the last member
/// of a room that was created on demand left.
struct RoomWake: Sendable {
    /// The moment of the planned wake-up.
    private(set) var plannedAt: Instant?
    private var emptySince: Instant?
    private let emptyRoomMilliseconds: Int64

    init(emptyRoomMilliseconds: Int64) {
        self.emptyRoomMilliseconds = emptyRoomMilliseconds
    }

    /// Notes whether a room that may be removed is empty.
    mutating func note(isEmpty: Bool, at now: Instant) {
        emptySince = isEmpty ? emptySince ?? now : nil
    }

    /// Plans the wake-up for the room's next deadline, or for its removal if it is removable, in place of the one planned
    /// before. Nil when nothing is to be added to the queue.
    mutating func plan(_ deadline: Instant?, isRemovable: Bool) -> Instant? {
        let removal = isRemovable ? emptySince?.advanced(byMilliseconds: emptyRoomMilliseconds) : nil
        let planned = earliest(deadline, removal)
        guard planned != plannedAt else { return nil }
        plannedAt = planned
        return planned
    }

    /// Takes the wake-up planned for `moment`; false when another one counts.
    mutating func take(at moment: Instant) -> Bool {
        guard plannedAt == moment else { return false }
        plannedAt = nil
        return true
    }

    /// Whether the room has been empty for so long that it is to be removed.
    func isAbandoned(at now: Instant) -> Bool {
        guard let emptySince else { return false }
        return now.milliseconds(since: emptySince) >= emptyRoomMilliseconds
    }
}
