/// What a hand does with the mouse, in cells; ways count from where the button went down.
package enum Gesture: Hashable, Sendable {
    case press(column: Int, row: Int)
    /// The mouse has left the cell of the press: a drag that began there.
    case grab(column: Int, row: Int)
    /// Of a drag, where the hand is now.
    case drag(columns: Int, rows: Int)
    case letGo(columns: Int, rows: Int)
    /// Pressed and let go in one cell.
    case click(column: Int, row: Int)
    /// Notches of the wheel; positive is down or to the right.
    case wheel(Int)
    /// What was pressed means nothing any more: the window is another's, or the release was lost.
    case cancel
}
