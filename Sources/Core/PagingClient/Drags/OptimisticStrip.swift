package import PagingEngine
package import PagingRoom

/// The drawn position of the strip of tabs while a member drags it: it follows the own pointer at once and never jumps.
///
/// A released strip chooses the tab nearest to the middle. The pages move there by an animation, and the strip, which
/// is there already but for a part of a tab, waits for them. Differences to the room fade as in `OptimisticDrag`.
package struct OptimisticStrip: Hashable, Sendable {
    /// Transitions: idle → held → released → landing → settling → idle; each but settling → landing, and each → idle.
    private enum Stage: Hashable, Sendable {
        /// The room's strip counts, and the pager where no member drags the strip.
        case idle
        /// The own pointer holds the strip there.
        case held(Position)
        /// The own drag has ended, and the room has not confirmed that yet.
        case released(Position)
        /// A drag of the strip, own or not, has just ended.
        case landing(since: Instant)
        /// The pages move to the tab that was chosen.
        case settling(AnimationID)
    }

    private var stage = Stage.idle
    private var correction = Correction()

    package init() {}

    /// Whether the own pointer holds the strip.
    package var isHeld: Bool {
        if case .held = stage { true } else { false }
    }

    /// Whether the drawn position still moves toward the correct one.
    package func isFading(at now: Instant) -> Bool { correction.isActive(at: now) }

    /// Whether the strip is drawn at a position of its own: neither the room's strip nor the pager.
    package func isApart(at now: Instant) -> Bool {
        switch stage {
        case .idle, .landing: isFading(at: now)
        case .held, .released, .settling: true
        }
    }

    /// The drawn position of the strip, in tabs.
    package func position(of replica: Replica, at time: RoomTime) -> Position {
        goal(of: replica, at: time) + correction.distance(at: time.own)
    }

    /// Begins a drag of the strip, or moves it.
    package mutating func move(to position: Position) {
        stage = .held(position)
        correction = Correction()
    }

    /// The drag has ended or was cancelled on this side.
    package mutating func release() {
        if case .held(let position) = stage { stage = .released(position) }
    }

    /// Goes back to the room's position, after its answer to the release or a lost connection.
    package mutating func revert(to replica: Replica, at time: RoomTime) {
        let drawn = position(of: replica, at: time)
        switch stage {
        case .held, .released: stage = .landing(since: time.own)
        case .idle, .landing, .settling: return
        }
        correction.hold(drawn, over: goal(of: replica, at: time), at: time.own)
    }

    /// Forgets the drag, when the replica was replaced as a whole.
    package mutating func reset() { self = OptimisticStrip() }

    /// Follows `change`, by which `before` became `after`; `member` is the own one.
    package mutating func apply(
        _ change: Event.Change, for member: MemberID, before: Replica, after: Replica, at time: RoomTime
    ) {
        // Only an animation that begins at the release leads to the tab that was chosen.
        if case .landing(let since) = stage, time.own.milliseconds(since: since) > Correction.milliseconds {
            stage = .idle
        }
        guard stage != .idle || before.strip != nil || isFading(at: time.own) else { return }
        var drawn = position(of: before, at: time)
        switch change {
        case .strip(_, _, nil): stage = .landing(since: time.own)
        case .strip(_, _, let holder): if holder != member { stage = .idle }
        case .animation(let animation): follow(animation)
        case .completed, .interrupted, .dragBegan: if !isHeld { stage = .idle }
        case .content(let content, _, _): drawn = drawn + Distance(pages: content.carried)
        default: break
        }
        correction.hold(drawn, over: goal(of: after, at: time), at: time.own)
    }

    private mutating func follow(_ animation: Animation) {
        switch stage {
        case .released, .landing: stage = .settling(animation.id)
        case .idle, .held, .settling: stage = .idle
        }
    }

    private func goal(of replica: Replica, at time: RoomTime) -> Position {
        switch stage {
        case .held(let position), .released(let position): return position
        case .settling(let id):
            if case .settling(let animation) = replica.phase, animation.id == id { return animation.to }
        case .idle, .landing: break
        }
        return replica.strip ?? replica.position(at: time.room)
    }
}
