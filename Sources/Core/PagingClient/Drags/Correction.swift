import PagingEngine

/// The difference between the drawn position and the correct one. It shrinks to zero, so the picture never jumps.
struct Correction: Hashable, Sendable {
    /// Duration of the fade: long enough to look smooth, short enough not to delay the user.
    static let milliseconds: Int64 = 120

    private var whole = Distance.zero
    private var start = Instant(milliseconds: .min / 2)

    /// The remaining difference at `now`; exactly zero at the end.
    func distance(at now: Instant) -> Distance {
        let left = Correction.milliseconds - min(max(now.milliseconds(since: start), 0), Correction.milliseconds)
        let (pages, rest) = whole.units.quotientAndRemainder(dividingBy: Correction.milliseconds)
        return Distance(units: pages * left + rest * left / Correction.milliseconds)
    }

    func isActive(at now: Instant) -> Bool { distance(at: now) != .zero }

    /// Keeps the picture at `drawn` and lets the difference to `goal` fade, unless the current fade leads there
    /// already.
    mutating func hold(_ drawn: Position, over goal: Position, at now: Instant) {
        let difference = drawn - goal
        guard difference != distance(at: now) else { return }
        (whole, start) = (difference, now)
    }
}
