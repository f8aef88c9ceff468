package import PagingEngine

/// What a hand does with the mouse, in cells; ways count from where the button went down.
package enum Gesture: Hashable, Sendable {
    case press(column: Int, row: Int)
    /// The mouse has left the cell of the press: a drag that began there.
    case grab(column: Int, row: Int)
    /// Of a drag, where the hand is now.
    case drag(columns: Int, rows: Int)
    case release(columns: Int, rows: Int)
    /// Pressed and let go in one cell.
    case click(column: Int, row: Int)
    /// Notches of the wheel; positive is down or to the right.
    case wheel(Int)
    /// What was pressed means nothing any more: the window is another's, or the release was lost.
    case cancel
}

/// Makes gestures out of mouse reports, some of which may be lost.
///
/// A terminal that loses the focus, or a hand it has forgotten, sends no release; so a drag ends when the focus goes and
/// after three seconds without a word. The caller asks for `deadline` and calls `timedOut` when it has come.
package struct GestureReader: Hashable, Sendable {
    /// As long as the room keeps a drag without a sample.
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

    /// When a button that is down counts as lost; nil while none is.
    package var deadline: Instant? { press?.lastAt.advanced(byMilliseconds: GestureReader.silenceMilliseconds) }

    package mutating func read(_ report: MouseReport, at now: Instant) -> [Gesture] {
        switch report.action {
        case .press(.left):
            let lost = giveUp()
            press = Press(column: report.column, row: report.row, lastAt: now)
            return lost + [.press(column: report.column, row: report.row)]
        case .press: return giveUp()
        case .drag: return drag(report, at: now)
        case .release: return release(report)
        // The button is up, and nobody has said so.
        case .move: return giveUp()
        case .wheelUp, .wheelLeft: return press == nil ? [.wheel(-1)] : []
        case .wheelDown, .wheelRight: return press == nil ? [.wheel(1)] : []
        }
    }

    /// The window has lost the focus.
    package mutating func focusLost() -> [Gesture] { giveUp() }

    package mutating func timedOut(at now: Instant) -> [Gesture] {
        guard let deadline, deadline <= now else { return [] }
        return giveUp()
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
            // So quick that no place in between was told.
            return [.grab(column: press.column, row: press.row), .release(columns: columns, rows: rows)]
        }
        return [.click(column: report.column, row: report.row)]
    }

    private mutating func giveUp() -> [Gesture] {
        guard press != nil else { return [] }
        press = nil
        return [.cancel]
    }
}
