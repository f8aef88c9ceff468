package import PagingEngine

/// A gesture of the mouse, in cells; distances begin where the button was pressed.
package enum Gesture: Hashable, Sendable {
    case press(column: Int, row: Int)
    /// The mouse has left the cell where it was pressed: a drag begins there.
    case grab(column: Int, row: Int)
    /// The current distance of a drag.
    case drag(columns: Int, rows: Int)
    case release(columns: Int, rows: Int)
    /// Pressed and released in one cell.
    case click(column: Int, row: Int)
    /// Notches of the wheel; positive is down or to the right.
    case wheel(Int)
    /// The gesture is void: the window has lost the focus, or the release was lost.
    case cancel
}

/// Turns mouse reports, some of which may be lost, into gestures.
///
/// A terminal that loses the focus sends no release, so a drag ends when the focus is lost and after three seconds
/// without a report. The caller asks for `deadline` and calls `timedOut` when it has come.
package struct GestureReader: Hashable, Sendable {
    /// The time for which the room keeps a drag without a sample.
    package static let silenceMilliseconds: Int64 = 3_000

    private struct Press: Hashable {
        let column: Int
        let row: Int
        var isDrag = false
        var lastAt: Instant
    }

    private var press: Press?

    package init() {}

    package var isPressed: Bool { press != nil }

    /// The time at which a pressed button counts as lost; nil while none is pressed.
    package var deadline: Instant? { press?.lastAt.advanced(byMilliseconds: GestureReader.silenceMilliseconds) }

    package mutating func read(_ report: MouseReport, at now: Instant) -> [Gesture] {
        switch report.action {
        case .press(.left):
            let lost = cancel()
            press = Press(column: report.column, row: report.row, lastAt: now)
            return lost + [.press(column: report.column, row: report.row)]
        case .press: return cancel()
        case .drag: return drag(report, at: now)
        case .release: return release(report)
        // The button is up, and its release was lost.
        case .move: return cancel()
        case .wheelUp, .wheelLeft: return press == nil ? [.wheel(-1)] : []
        case .wheelDown, .wheelRight: return press == nil ? [.wheel(1)] : []
        }
    }

    /// The window has lost the focus.
    package mutating func focusLost() -> [Gesture] { cancel() }

    package mutating func timedOut(at now: Instant) -> [Gesture] {
        guard let deadline, deadline <= now else { return [] }
        return cancel()
    }

    private mutating func drag(_ report: MouseReport, at now: Instant) -> [Gesture] {
        guard let press else { return [] }
        self.press?.lastAt = now
        let (columns, rows) = (report.column - press.column, report.row - press.row)
        guard !press.isDrag else { return [.drag(columns: columns, rows: rows)] }
        guard columns != 0 || rows != 0 else { return [] }
        self.press?.isDrag = true
        return [.grab(column: press.column, row: press.row), .drag(columns: columns, rows: rows)]
    }

    private mutating func release(_ report: MouseReport) -> [Gesture] {
        guard let press else { return [] }
        self.press = nil
        let (columns, rows) = (report.column - press.column, report.row - press.row)
        if press.isDrag { return [.release(columns: columns, rows: rows)] }
        guard columns == 0, rows == 0 else {
            // Too quick for a report in between.
            return [.grab(column: press.column, row: press.row), .release(columns: columns, rows: rows)]
        }
        return [.click(column: report.column, row: report.row)]
    }

    private mutating func cancel() -> [Gesture] {
        guard press != nil else { return [] }
        press = nil
        return [.cancel]
    }
}
