import PagingEngine
import TerminalView

/// Pointing with the mouse: while it is on, a pressed button points at the character under the mouse.
struct MousePointer {
    private(set) var isOn = false
    private var pressed: (column: Int, row: Int)?
    private var throttle = PointerThrottle()

    /// When the next mark may be sent.
    var nextDeadline: Instant? { throttle.nextDeadline }

    mutating func start() { isOn = true }

    mutating func stop() {
        isOn = false
        throttle = PointerThrottle()
    }

    /// The cell that a gesture points at; nil for gestures that do not point.
    mutating func cell(of gesture: Gesture) -> (column: Int, row: Int)? {
        switch gesture {
        case .press(let column, let row):
            pressed = (column, row)
            return pressed
        case .drag(let columns, let rows): return pressed.map { ($0.column + columns, $0.row + rows) }
        case .release, .click, .grab, .cancel, .wheel: return nil
        }
    }

    mutating func point(at mark: PageMark) { throttle.point(at: mark) }

    /// The mark to send now, if there is one.
    mutating func next(at now: Instant) -> PageMark? { throttle.next(at: now) }
}

/// Limits the marks sent to the room to ten a second; the newest one counts.
struct PointerThrottle {
    static let intervalMilliseconds: Int64 = 100

    private var sentAt: Instant?
    private var sent: PageMark?
    private var waiting: PageMark?

    /// When the waiting mark may be sent.
    var nextDeadline: Instant? {
        guard waiting != nil else { return nil }
        return sentAt?.advanced(byMilliseconds: PointerThrottle.intervalMilliseconds)
            ?? Instant(milliseconds: .min / 2)
    }

    mutating func point(at mark: PageMark) { waiting = mark == sent ? nil : mark }

    /// The mark to send now, if one waits and may be sent.
    mutating func next(at now: Instant) -> PageMark? {
        guard let nextDeadline, nextDeadline <= now, let mark = waiting else { return nil }
        (sentAt, sent, waiting) = (now, mark, nil)
        return mark
    }
}
