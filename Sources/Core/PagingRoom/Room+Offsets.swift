package import PagingEngine

/// Where the pager is between events: the lane on which only the newest counts.
extension Room {
    /// When an offset is due: the newest place of a drag or of the strip in a hand, or a frame of an animation for
    /// those who want frames.
    var offsetDue: Instant? {
        switch pager.phase {
        case .dragging: pace.dueWhileDragging(framesWanted: framesWanted > 0)
        case .idle where isStripTold: pace.dueWhileDragging(framesWanted: framesWanted > 0)
        case .settling: framesWanted > 0 ? pace.dueFrame : nil
        case .empty, .idle: nil
        }
    }

    /// Sends the newest position when it is due. What a drag leaves untold at its end is told by the event that
    /// ends it.
    mutating func sendOffsetIfDue(at now: Instant, into effects: inout [RoomEffect]) {
        guard let due = offsetDue, due <= now else { return }
        let audience = pace.send(at: now, dragging: isInHand)
        effects.append(.offset(offset(at: now), for: audience))
    }

    /// Whether a hand is on the pager, or on the strip.
    private var isInHand: Bool { handHolder != nil }

    private var handHolder: MemberID? {
        if case .dragging(let drag) = pager.phase { return drag.holder }
        return pager.strip?.holder
    }

    /// Where the pager, or the strip in a hand, stands at `now`; `by` is set while a hand is on it. For someone who has
    /// every event but may have missed the newest offset.
    ///
    /// A hand that readers take to be moving is told as of its newest sample, with the velocity they go by, whomever
    /// the offset is for: it may come to stand for one that was meant for them.
    package func offset(at now: Instant) -> Offset {
        let here = isStripTold ? pager.stripPosition : pager.position(at: now)
        return Offset(
            sequence: sequence, position: here, now: motion?.since ?? now, velocity: motion?.velocity ?? .zero,
            by: handHolder, isOnStrip: isStripTold)
    }

    /// How readers go on from the newest place of a hand, as from that they were told.
    var motion: Extrapolation? {
        guard let hand = pace.hand, let told = hand.motion else { return nil }
        return Extrapolation(velocity: told.velocity, since: hand.sampledAt)
    }
}
