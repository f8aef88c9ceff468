/// The numbering of a room's events.
struct EventStream: Sendable {
    /// Number of the last event; 0 before the first.
    private(set) var sequence: Sequence
    /// The first and the last event that changed the picture since the room last recorded a picture at rest; nil when
    /// none has.
    private(set) var pictureChanges: ClosedRange<Sequence>?

    init(after sequence: Sequence) {
        self.sequence = sequence
        pictureChanges = sequence...sequence
    }

    /// Appends `change` to `effects` as the next event.
    mutating func emit(_ change: Event.Change, into effects: inout [RoomEffect]) {
        sequence = sequence.next
        if change.changesPicture { pictureChanges = (pictureChanges?.lowerBound ?? sequence)...sequence }
        effects.append(.event(Event(sequence: sequence, change: change)))
    }

    /// Takes note that the picture at rest has been recorded.
    mutating func pictureRecorded() {
        pictureChanges = nil
    }
}
