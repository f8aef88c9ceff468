/// A hand on the pager.
public struct Drag: Hashable, Sendable {
    /// How a drag came to its end.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        case released
        /// Given up by its holder, ended by the holder's own next input, or by drags being switched off.
        case cancelled
        /// The holder went away or sent no sample for the length of the lease.
        case lost
    }

    public let id: DragID
    public let holder: MemberID
    /// The page that counts as the start: the target at the moment of the grab.
    public internal(set) var base: PageIndex
    /// Where the pager stood when it was grabbed, before any rubber band.
    public internal(set) var grabPosition: Position
    /// Translation since the grab of the newest sample.
    public internal(set) var translation: Distance
    /// The newest sample's time, or the grab's.
    public internal(set) var lastSampleAt: Instant
    /// The holder's viewport and stride, in its own unit of length.
    public internal(set) var viewport: Viewport

    public init(
        id: DragID, holder: MemberID, base: PageIndex, grabPosition: Position, translation: Distance,
        lastSampleAt: Instant, viewport: Viewport
    ) {
        self.id = id
        self.holder = holder
        self.base = base
        self.grabPosition = grabPosition
        self.translation = translation
        self.lastSampleAt = lastSampleAt
        self.viewport = viewport
    }
}
