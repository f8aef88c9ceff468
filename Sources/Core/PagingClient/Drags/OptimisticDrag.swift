package import PagingEngine
package import PagingRoom

/// The member's own drag as it is drawn: it follows the pointer at once, and the room's position as soon as it is
/// known.
///
/// While the drag is held, the position follows the pointer along the path that the pager itself would compute; nothing
/// waits for the network. When the room says otherwise (another grab position, a refusal, an earlier drag of somebody
/// else) the picture does not jump: the difference fades out within 120 ms. After the release the picture stands still
/// until the animation of the room arrives, and blends into it in the same way.
package struct OptimisticDrag: Hashable, Sendable {
    /// Transitions: idle → requested → holding → released → idle; from each to idle when the room says so.
    private enum Stage: Hashable, Sendable {
        /// The room's own position counts.
        case idle
        /// The room has not confirmed the drag yet.
        case requested(DragID)
        case holding(DragID)
        /// The drag has ended here, and the room has not confirmed the end yet.
        case released(DragID)

        var drag: DragID? {
            switch self {
            case .idle: nil
            case .requested(let drag), .holding(let drag), .released(let drag): drag
            }
        }
    }

    /// Duration in which a difference fades out.
    package static let fadeMilliseconds = Correction.milliseconds

    private var stage = Stage.idle
    private var path: DragTracker?
    private var correction = Correction()
    /// Whether the next animation belongs to the own release.
    private var awaitsOwnAnimation = false

    package init() {}

    /// Whether this member drags the pager, as far as this side knows.
    package var isHeld: Bool {
        switch stage {
        case .requested, .holding: true
        case .idle, .released: false
        }
    }

    /// Whether the drawn position still moves toward the correct one.
    package func isFading(at now: Instant) -> Bool { correction.isActive(at: now) }

    /// The drawn position of the pager.
    package func position(of replica: Replica, at time: RoomTime) -> Position {
        goal(of: replica, at: time) + correction.distance(at: time.own)
    }

    /// Begins a drag at the drawn position. Does nothing when the room has no pages.
    package mutating func begin(_ drag: DragID, viewport: Viewport, replica: Replica, at time: RoomTime) {
        guard let row = replica.row else { return }
        let drawn = position(of: replica, at: time)
        path = DragTracker(
            grabbedAt: drawn, base: replica.target, viewport: viewport, configuration: replica.configuration, row: row)
        stage = .requested(drag)
        correction.hold(drawn, over: goal(of: replica, at: time), at: time.own)
    }

    /// The pointer is `translation` from the grab position.
    package mutating func move(by translation: Distance) {
        if isHeld { path?.move(by: translation) }
    }

    /// The own window has another size; nothing moves.
    package mutating func resize(_ viewport: Viewport) {
        if isHeld { path?.resize(viewport) }
    }

    /// The drag has ended or was cancelled on this side.
    package mutating func release() {
        if let drag = stage.drag, isHeld { stage = .released(drag) }
    }

    /// Goes back to the room's position, after a refusal or a lost connection.
    package mutating func revert(to replica: Replica, at time: RoomTime) {
        guard stage != .idle else { return }
        let drawn = position(of: replica, at: time)
        stage = .idle
        correction.hold(drawn, over: goal(of: replica, at: time), at: time.own)
    }

    /// Forgets the drag, when the replica was replaced as a whole.
    package mutating func reset() { self = OptimisticDrag() }

    /// Follows `change`, by which `before` became `after`; `member` is the own one.
    package mutating func apply(
        _ change: Event.Change, for member: MemberID, before: Replica, after: Replica, at time: RoomTime
    ) {
        guard stage != .idle || awaitsOwnAnimation || isFading(at: time.own) else { return }
        var drawn = position(of: before, at: time)
        switch change {
        case .dragBegan(let drag, member, let grab, let base) where drag == stage.drag:
            regrab(at: grab, base: base, replica: after)
            if stage == .requested(drag) { stage = .holding(drag) }
        case .dragEnded(let drag, member, _, _) where drag == stage.drag:
            stage = .idle
            awaitsOwnAnimation = true
        case .dragBegan:
            stage = .idle
            awaitsOwnAnimation = false
        case .animation, .selected:
            awaitsOwnAnimation = false
        case .content(let content, _, _):
            drawn = drawn + Distance(pages: content.carried)
            guard let row = after.row else { return reset() }
            path?.carry(by: content.carried, base: content.target, row: row)
        default: break
        }
        correction.hold(drawn, over: goal(of: after, at: time), at: time.own)
    }

    /// Takes over the grab position that the room has confirmed.
    private mutating func regrab(at grab: Position, base: PageIndex, replica: Replica) {
        guard let old = path, let row = replica.row else { return }
        var new = DragTracker(
            grabbedAt: grab, base: base, viewport: old.viewport, configuration: replica.configuration, row: row)
        new.move(by: old.translation)
        path = new
    }

    private func goal(of replica: Replica, at time: RoomTime) -> Position {
        guard stage != .idle, let path else { return replica.position(at: time.room) }
        return path.place
    }
}
