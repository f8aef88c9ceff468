/// The numbering of a room's events.
struct EventStream: Sendable {
    /// Number of the last event; 0 before the first.
    private(set) var sequence: Sequence
    /// The first event that changed the picture since the room last recorded a picture at rest; nil when none has.
    private(set) var pictureChangedAt: Sequence? = Sequence(0)

    init(after sequence: Sequence) {
        self.sequence = sequence
    }

    /// Appends `change` to `effects` as the next event.
    mutating func emit(_ change: Event.Change, into effects: inout [RoomEffect]) {
        sequence = sequence.next
        if pictureChangedAt == nil, change.changesPicture { pictureChangedAt = sequence }
        effects.append(.event(Event(sequence: sequence, change: change)))
    }

    /// Takes note that the picture at rest has been recorded.
    mutating func pictureRecorded() {
        pictureChangedAt = nil
    }
}
