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
    /// Signed pages from the base the drag may go without resistance although that is beyond the ordinary limit,
    /// because the pager was already there when it was grabbed; 0 when it was not.
    var farReach: Int64 = 0

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

    /// Where the hand is: the grabbed place plus the translation, without resistance.
    var raw: Position { grabPosition + translation }

    /// Where the pager stands under this drag.
    func place(_ configuration: Configuration, _ order: PageOrder) -> Position {
        reach(configuration, order).place(raw)
    }

    /// How far this drag may go: `maximumStep` pages from its base, or as far as it already was; without pages to
    /// rest on, anywhere on the row.
    func reach(_ configuration: Configuration, _ order: PageOrder) -> Reach {
        reach(configuration, order.firstPage...order.lastPage)
    }

    func reach(_ configuration: Configuration, _ row: ClosedRange<PageIndex>) -> Reach {
        if configuration.isFree {
            let (first, last) = (Position(page: row.lowerBound), Position(page: row.upperBound))
            return Reach(lower: first, upper: last, edge: configuration.edge)
        }
        let back = max(configuration.maximumStep, -farReach)
        let forward = max(configuration.maximumStep, farReach)
        return Reach(
            lower: Position(page: max(base - back, row.lowerBound)),
            upper: Position(page: min(base + forward, row.upperBound)), edge: configuration.edge)
    }

    /// Puts the hand where the pager shows at `place`, which is visible, so that nothing jumps.
    mutating func anchor(at place: Position, _ configuration: Configuration, _ order: PageOrder) {
        anchor(at: place, configuration, order.firstPage...order.lastPage)
    }

    mutating func anchor(at place: Position, _ configuration: Configuration, _ row: ClosedRange<PageIndex>) {
        farReach = 0
        let near = reach(configuration, row)
        let bent = configuration.edge == .clamp ? .zero : Distance(units: Position.unitsPerPage - 1)
        if near.lower - place > bent { farReach = place.pageBelow - base }
        if place - near.upper > bent { farReach = place.pageAbove - base }
        grabPosition = reach(configuration, row).raw(place) - translation
    }
}

/// How far a drag may go without resistance, and where it shows beyond that.
struct Reach {
    let lower: Position
    let upper: Position
    let edge: Configuration.Edge

    /// Where the pager stands when the hand is at `raw`.
    func place(_ raw: Position) -> Position {
        if raw < lower { return edge == .clamp ? lower : lower + RubberBand.drawn(dragged: raw - lower) }
        if raw > upper { return edge == .clamp ? upper : upper + RubberBand.drawn(dragged: raw - upper) }
        return raw
    }

    /// Where the hand is when the pager stands at `place`, less than a page beyond the limits.
    func raw(_ place: Position) -> Position {
        let isWithin = place >= lower && place <= upper
        precondition(edge == .rubber || isWithin, "without a band nothing lies beyond a limit")
        if place < lower { return lower + RubberBand.dragged(drawn: place - lower) }
        if place > upper { return upper + RubberBand.dragged(drawn: place - upper) }
        return place
    }

    /// The velocity that shows when the hand moves at `velocity` and the pager stands at `place`.
    func velocity(_ velocity: Velocity, at place: Position) -> Velocity {
        let beyond = place < lower ? place - lower : place > upper ? place - upper : .zero
        guard beyond != .zero else { return velocity }
        return edge == .clamp ? .zero : RubberBand.velocity(velocity, drawn: beyond)
    }
}
