package import PagingEngine
package import PagingRoom

/// The own drag as it is drawn: at once where the hand is, and exactly where the room says as soon as it has spoken.
///
/// While the hand holds, the place follows the hand along the path the pager itself would reckon; nothing waits for the
/// network. When the room says otherwise (another place of the grab, a refusal, a hand before this one) the picture does
/// not jump: the difference fades out within 120 ms. After the release the picture stands until the room's animation
/// comes, and goes over into it the same way.
package struct OptimisticDrag: Hashable, Sendable {
    /// Transitions: apart → reaching → holding → released → apart; from each to apart when the room says so.
    private enum Stage: Hashable, Sendable {
        /// The room's own position counts.
        case apart
        /// The room has not said yet that it knows of the hand.
        case reaching(DragID)
        case holding(DragID)
        /// The hand has let go, and the room has not said so yet.
        case released(DragID)

        var drag: DragID? {
            switch self {
            case .apart: nil
            case .reaching(let drag), .holding(let drag), .released(let drag): drag
            }
        }
    }

    /// In which a difference fades out.
    package static let fadeMilliseconds = Correction.milliseconds

    private var stage = Stage.apart
    private var path: DragTracker?
    private var correction = Correction.none
    /// Whether the next animation is what came of the own release.
    private var isOwnFlightDue = false

    package init() {}

    /// Whether a hand holds the pager, as far as this side knows.
    package var isHeld: Bool {
        switch stage {
        case .reaching, .holding: true
        case .apart, .released: false
        }
    }

    /// Whether what is drawn still moves toward what is so.
    package func isFading(at now: Instant) -> Bool { correction.isActive(at: now) }

    /// Where the pager is drawn: `roomNow` on the room owner's clock, `now` on the own.
    package func position(of replica: Replica, roomNow: Instant, now: Instant) -> Position {
        place(of: replica, roomNow: roomNow) + correction.distance(at: now)
    }

    /// Takes hold where the pager is drawn. Nothing happens without pages.
    package mutating func grab(
        _ drag: DragID, viewport: Viewport, replica: Replica, roomNow: Instant, now: Instant
    ) {
        guard let row = replica.row else { return }
        let place = position(of: replica, roomNow: roomNow, now: now)
        path = DragTracker(
            grabbedAt: place, base: replica.target, viewport: viewport, configuration: replica.configuration, row: row)
        stage = .reaching(drag)
        correct(from: place, to: replica, roomNow: roomNow, now: now)
    }

    /// The hand has gone so far since the grab.
    package mutating func move(by way: Distance) {
        if isHeld { path?.move(by: way) }
    }

    /// The own view has another size; nothing moves.
    package mutating func resize(_ viewport: Viewport) {
        if isHeld { path?.resize(viewport) }
    }

    /// The hand has let go, or given up.
    package mutating func letGo() {
        if let drag = stage.drag, isHeld { stage = .released(drag) }
    }

    /// The room does not take the hand, or the connection is gone: back to what the room says.
    package mutating func giveUp(replica: Replica, roomNow: Instant, now: Instant) {
        guard stage != .apart else { return }
        let place = position(of: replica, roomNow: roomNow, now: now)
        stage = .apart
        correct(from: place, to: replica, roomNow: roomNow, now: now)
    }

    /// Another room, or another life of it: nothing of the drag is left.
    package mutating func forget() { self = OptimisticDrag() }

    /// The room has told `change`, by which `before` became `after`.
    package mutating func heard(
        _ change: Event.Change, by member: MemberID, before: Replica, after: Replica, roomNow: Instant, now: Instant
    ) {
        guard stage != .apart || isOwnFlightDue || isFading(at: now) else { return }
        var place = position(of: before, roomNow: roomNow, now: now)
        switch change {
        case .dragBegan(let drag, member, let grab, let base) where drag == stage.drag:
            regrab(at: grab, base: base, replica: after)
            if stage == .reaching(drag) { stage = .holding(drag) }
        case .dragEnded(let drag, member, _, _) where drag == stage.drag:
            stage = .apart
            isOwnFlightDue = true
        case .dragBegan:
            stage = .apart
            isOwnFlightDue = false
        case .animation, .selected:
            isOwnFlightDue = false
        case .content(let content, _, _):
            place = place + Distance(pages: content.carried)
            guard let row = after.row else {
                self = OptimisticDrag()
                return
            }
            path?.carry(by: content.carried, base: content.target, row: row)
        default: break
        }
        correct(from: place, to: after, roomNow: roomNow, now: now)
    }

    /// The room says where the hand took hold.
    private mutating func regrab(at grab: Position, base: PageIndex, replica: Replica) {
        guard let old = path, let row = replica.row else { return }
        var new = DragTracker(
            grabbedAt: grab, base: base, viewport: old.viewport, configuration: replica.configuration, row: row)
        new.move(by: old.translation)
        path = new
    }

    private func place(of replica: Replica, roomNow: Instant) -> Position {
        guard stage != .apart, let path else { return replica.position(at: roomNow) }
        return path.place
    }

    /// Keeps the picture at `place` and lets the difference fade, unless what fades already leads there.
    private mutating func correct(from place: Position, to replica: Replica, roomNow: Instant, now: Instant) {
        let difference = place - self.place(of: replica, roomNow: roomNow)
        guard difference != correction.distance(at: now) else { return }
        correction = Correction(difference, at: now)
    }
}
