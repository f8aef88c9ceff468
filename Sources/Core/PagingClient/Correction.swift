import PagingEngine

/// The difference between what is drawn and what is so, on its way to nothing.
struct Correction: Hashable, Sendable {
    /// Long enough to be no jump, and short enough that nobody waits for it.
    static let milliseconds: Int64 = 120

    private let whole: Distance
    private let start: Instant

    static let none = Correction(.zero, at: Instant(milliseconds: .min / 2))

    init(_ whole: Distance, at start: Instant) {
        self.whole = whole
        self.start = start
    }

    /// What is left of it at `now`; exactly nothing at its end.
    func distance(at now: Instant) -> Distance {
        let left = Correction.milliseconds - min(max(now.milliseconds(since: start), 0), Correction.milliseconds)
        let (pages, rest) = whole.units.quotientAndRemainder(dividingBy: Correction.milliseconds)
        return Distance(units: pages * left + rest * left / Correction.milliseconds)
    }

    func isActive(at now: Instant) -> Bool { distance(at: now) != .zero }
}
