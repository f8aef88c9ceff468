import PagingEngine
import TerminalView

/// Where the mouse points, told to the room ten times a second at most; the newest place counts.
struct PointerPace {
    static let intervalMilliseconds: Int64 = 100

    private var toldAt: Instant?
    private var told: PageMark?
    private var wanted: PageMark?

    /// When the place that waits may be told.
    var due: Instant? {
        guard wanted != nil else { return nil }
        return toldAt?.advanced(byMilliseconds: PointerPace.intervalMilliseconds) ?? Instant(milliseconds: .min / 2)
    }

    mutating func point(at mark: PageMark) {
        wanted = mark == told ? nil : mark
    }

    /// The place to tell now, if one waits and may be told.
    mutating func take(at now: Instant) -> PageMark? {
        guard let due, due <= now, let mark = wanted else { return nil }
        (toldAt, told, wanted) = (now, mark, nil)
        return mark
    }

    mutating func forget() { self = PointerPace() }
}
