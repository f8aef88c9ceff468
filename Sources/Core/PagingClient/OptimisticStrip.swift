package import PagingEngine
package import PagingRoom

/// Where the strip of tabs is drawn while hands are on it: at once where the own hand is, and never with a jump.
///
/// A strip that is let go chooses the tab nearest to the middle; the pages fly there, and the strip, which is there
/// already but for a part of a tab, waits for them. What the room says otherwise fades in, as with `OptimisticDrag`.
package struct OptimisticStrip: Hashable, Sendable {
    /// Transitions: apart → held → released → landing → flying → apart; each but flying → landing, and each → apart.
    private enum Stage: Hashable, Sendable {
        /// The room's strip counts, and where nobody holds that, the pager.
        case apart
        /// The own hand has it there.
        case held(Position)
        /// The hand has let go, and the room has not said so yet.
        case released(Position)
        /// Some hand has let go just now.
        case landing(since: Instant)
        /// The pages are on their way to the tab that was chosen.
        case flying(AnimationID)
    }

    private var stage = Stage.apart
    private var correction = Correction.none

    package init() {}

    /// Whether the own hand is on the strip.
    package var isHeld: Bool {
        if case .held = stage { true } else { false }
    }

    /// Whether what is drawn still moves toward what is so.
    package func isFading(at now: Instant) -> Bool { correction.isActive(at: now) }

    /// Whether the strip is drawn elsewhere than where the room has it, or the pager where nobody holds it.
    package func isApart(at now: Instant) -> Bool {
        switch stage {
        case .apart, .landing: isFading(at: now)
        case .held, .released, .flying: true
        }
    }

    /// Where the strip is drawn, in tabs: `roomNow` on the room owner's clock, `now` on the own.
    package func place(of replica: Replica, roomNow: Instant, now: Instant) -> Position {
        goal(of: replica, roomNow: roomNow) + correction.distance(at: now)
    }

    /// Takes hold of the strip, or moves it.
    package mutating func move(to place: Position) {
        stage = .held(place)
        correction = .none
    }

    /// The hand has let go, or given up.
    package mutating func letGo() {
        if case .held(let place) = stage { stage = .released(place) }
    }

    /// The room has answered the release, or will not: what it says counts.
    package mutating func giveUp(replica: Replica, roomNow: Instant, now: Instant) {
        let place = place(of: replica, roomNow: roomNow, now: now)
        switch stage {
        case .held, .released: stage = .landing(since: now)
        case .apart, .landing, .flying: return
        }
        correct(from: place, to: replica, roomNow: roomNow, now: now)
    }

    /// Another room, or another life of it: nothing of a hand is left.
    package mutating func forget() { self = OptimisticStrip() }

    /// The room has told `change`, by which `before` became `after`.
    package mutating func heard(
        _ change: Event.Change, by member: MemberID, before: Replica, after: Replica, roomNow: Instant, now: Instant
    ) {
        // Only a flight that begins as the strip is let go leads to the tab that was chosen.
        if case .landing(let since) = stage, now.milliseconds(since: since) > Correction.milliseconds { stage = .apart }
        guard stage != .apart || before.strip != nil || isFading(at: now) else { return }
        var place = place(of: before, roomNow: roomNow, now: now)
        switch change {
        case .strip(_, _, nil): stage = .landing(since: now)
        case .strip(_, _, let holder): if holder != member { stage = .apart }
        case .animation(let animation): fly(animation)
        case .completed, .interrupted, .dragBegan: if !isHeld { stage = .apart }
        case .content(let content, _, _): place = place + Distance(pages: content.carried)
        default: break
        }
        correct(from: place, to: after, roomNow: roomNow, now: now)
    }

    private mutating func fly(_ animation: Animation) {
        switch stage {
        case .released, .landing: stage = .flying(animation.id)
        case .apart, .held, .flying: stage = .apart
        }
    }

    /// Where the strip belongs.
    private func goal(of replica: Replica, roomNow: Instant) -> Position {
        switch stage {
        case .held(let place), .released(let place): return place
        case .flying(let id):
            if case .settling(let animation) = replica.phase, animation.id == id { return animation.to }
        case .apart, .landing: break
        }
        return replica.strip ?? replica.position(at: roomNow)
    }

    /// Keeps the picture at `place` and lets the difference fade, unless what fades already leads there.
    private mutating func correct(from place: Position, to replica: Replica, roomNow: Instant, now: Instant) {
        let difference = place - goal(of: replica, roomNow: roomNow)
        guard difference != correction.distance(at: now) else { return }
        correction = Correction(difference, at: now)
    }
}
