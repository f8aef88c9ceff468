/// A drag of the pager by a member.
public struct Drag: Hashable, Sendable {
    /// The way a drag ended.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The holder let go; the pager goes on as the release rule says.
        case released
        /// The holder cancelled it, another input of the holder ended it, or drags were switched off.
        case cancelled
        /// The holder has gone, or sent no sample for the length of the lease.
        case lost
    }

    /// The drag's number, from its holder.
    public let id: DragID
    /// The member that drags.
    public let holder: MemberID
    /// The page the drag counts from: the target when it began.
    public internal(set) var base: PageIndex
    /// The position when the drag began, before any rubber band.
    public internal(set) var grabPosition: Position
    /// Translation of the newest sample since the drag began.
    public internal(set) var translation: Distance
    /// Time of the newest sample, or of the beginning.
    public internal(set) var lastSampleAt: Instant
    /// The holder's width of view and page distance, in its own unit of length.
    public internal(set) var viewport: Viewport
    /// Signed pages from the base that the drag may go without resistance beyond the ordinary limit, because the pager
    /// was there when the drag began; 0 when it was not.
    var farReach: Int64 = 0

    /// A drag with these values.
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

    /// The position without resistance: that at the beginning plus the translation.
    var raw: Position { grabPosition + translation }

    /// The position of the pager under this drag.
    func place(_ configuration: Configuration, _ order: PageOrder) -> Position {
        reach(configuration, order).place(raw)
    }

    /// The limits of this drag: `maximumStep` pages from its base, or where it was at its beginning; the whole row for a
    /// pager that may rest between pages.
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

    /// Anchors the drag so that the pager shows at `place`, which is visible, and nothing jumps.
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

/// The limits of a drag without resistance, and the position shown beyond them.
struct Reach {
    let lower: Position
    let upper: Position
    let edge: Configuration.Edge

    /// The position shown for the position `raw` without resistance.
    func place(_ raw: Position) -> Position {
        if raw < lower { return edge == .clamp ? lower : lower + RubberBand.drawn(dragged: raw - lower) }
        if raw > upper { return edge == .clamp ? upper : upper + RubberBand.drawn(dragged: raw - upper) }
        return raw
    }

    /// The position without resistance that shows at `place`, which is less than a page beyond the limits.
    func raw(_ place: Position) -> Position {
        let isWithin = place >= lower && place <= upper
        precondition(edge == .rubber || isWithin, "without a band nothing lies beyond a limit")
        if place < lower { return lower + RubberBand.dragged(drawn: place - lower) }
        if place > upper { return upper + RubberBand.dragged(drawn: place - upper) }
        return place
    }

    /// The velocity shown at `place` for a drag at `velocity`.
    func velocity(_ velocity: Velocity, at place: Position) -> Velocity {
        let beyond = place < lower ? place - lower : place > upper ? place - upper : .zero
        guard beyond != .zero else { return velocity }
        return edge == .clamp ? .zero : RubberBand.velocity(velocity, drawn: beyond)
    }
}
