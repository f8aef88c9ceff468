/// A hand on the strip of tabs while the pager rests.
public struct Strip: Hashable, Sendable {
    /// What tells one strip drag from another.
    struct Key: Hashable, Sendable {
        let id: DragID
        let holder: MemberID
    }

    public let id: DragID
    public let holder: MemberID
    /// The way since the strip was taken hold of, in tabs.
    public internal(set) var translation: Distance
    /// The newest sample's time.
    public internal(set) var lastSampleAt: Instant

    public init(id: DragID, holder: MemberID, translation: Distance, lastSampleAt: Instant) {
        self.id = id
        self.holder = holder
        self.translation = translation
        self.lastSampleAt = lastSampleAt
    }

    var key: Key { Key(id: id, holder: holder) }
}
