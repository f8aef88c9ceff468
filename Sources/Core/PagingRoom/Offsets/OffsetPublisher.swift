import PagingEngine

/// The positions a room publishes between events: the lane on which only the newest message counts.
///
/// It knows which position reliable events have published, and asks `OffsetThrottle` when an offset is due, and for
/// whom.
struct OffsetPublisher: Sendable {
    /// Members that want offsets during animations too.
    var framesWanted = 0
    private var throttle = OffsetThrottle()
    /// Position at which the present drag began.
    private var grabbedAt = Position(units: 0)
    /// Position reached in the course of an input.
    private(set) var position: Position
    /// Position according to the events published.
    private var publishedPosition: Position
    /// Whether an event has published that a member holds the strip of tabs.
    private var isStripPublished = false

    init(at position: Position) {
        (self.position, publishedPosition) = (position, position)
    }

    /// The extrapolation that readers of keyframes apply to the newest drag sample; nil while they show it at rest.
    var motion: Extrapolation? {
        guard let reckoning = throttle.reckoning, let published = reckoning.motion else { return nil }
        return Extrapolation(velocity: published.velocity, since: reckoning.sampledAt)
    }

    /// Time at which an offset is due: the newest position of a drag or of a held strip, or a frame of an animation
    /// for members that want frames.
    func due(for pager: Pager) -> Instant? {
        switch pager.phase {
        case .dragging: throttle.dueWhileDragging(framesWanted: framesWanted > 0)
        case .idle where isStripPublished: throttle.dueWhileDragging(framesWanted: framesWanted > 0)
        case .settling: framesWanted > 0 ? throttle.dueFrame : nil
        case .empty, .idle: nil
        }
    }

    /// Takes note of an offset sent at `now`. Returns its audience.
    mutating func send(at now: Instant, isHeld: Bool) -> OffsetAudience {
        throttle.send(at: now, dragging: isHeld)
    }

    /// The position of the pager, or of a held strip, at `now`.
    ///
    /// A drag that readers extrapolate is given as of its newest sample, with the velocity they apply. Every audience
    /// gets the same, because an offset for one audience may replace a pending one for another.
    func offset(of pager: Pager, at now: Instant, after sequence: Sequence) -> Offset {
        let here = isStripPublished ? pager.stripPosition : pager.position(at: now)
        let motion = motion
        return Offset(
            sequence: sequence, position: here, now: motion?.since ?? now, velocity: motion?.velocity ?? .zero,
            by: pager.holder, isOnStrip: isStripPublished)
    }

    /// The phase of `pager`; of a drag only what its events have published.
    func publishedPhase(of pager: Pager) -> Phase {
        guard case .dragging(let drag) = pager.phase else { return pager.phase }
        return .dragging(Drag(published: drag.id, holder: drag.holder, base: drag.base, at: grabbedAt))
    }
}

/// Changes, in the terms of the pager's outputs.
extension OffsetPublisher {
    /// The pager moved to `position`, and no event publishes that.
    mutating func moved(to position: Position) {
        self.position = position
        throttle.moved()
    }

    /// An event publishes `position`.
    mutating func published(_ position: Position) {
        (self.position, publishedPosition) = (position, position)
    }

    mutating func dragBegan(at position: Position, now: Instant) {
        grabbedAt = position
        published(position)
        throttle.rested()
        throttle.grabbed(at: position, now: now)
    }

    /// A drag sample arrived. It counts also when it leaves the pager where it was: the drag has slowed down.
    mutating func sampled(_ position: Position, at now: Instant) {
        throttle.sampled(position, at: now)
    }

    mutating func dragEnded(at position: Position) {
        throttle.rested()
        published(position)
    }

    mutating func contentChanged(_ change: ContentChange, isDragging: Bool, now: Instant) {
        grabbedAt = grabbedAt + Distance(pages: change.carried)
        published(change.position)
        if isDragging { throttle.grabbed(at: change.position, now: now) }
    }

    /// The strip moved. Returns whether an event must publish it: when a member takes hold of the strip or lets it go.
    mutating func stripMoved(isHeld: Bool) -> Bool {
        throttle.moved()
        guard isHeld != isStripPublished else { return false }
        throttle.rested()
        isStripPublished = isHeld
        return true
    }

    /// The position of a pager that rests where no event put it: it jumped while it may rest between pages. Nil when
    /// an event has told it.
    mutating func takeUnpublishedRest(of pager: Pager) -> Position? {
        guard case .idle = pager.phase, publishedPosition != pager.position else { return nil }
        publishedPosition = pager.position
        return publishedPosition
    }
}

extension Pager {
    /// The member that drags the pager or the strip of tabs.
    var holder: MemberID? {
        if case .dragging(let drag) = phase { return drag.holder }
        return strip?.holder
    }
}
