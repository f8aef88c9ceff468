package import PagingEngine

/// What somebody at a terminal wants.
package enum Intent: Hashable, Sendable {
    /// So many pages forward; one goes through the steps of a page first.
    case next(count: Int64)
    case back(count: Int64)
    /// To the next page whatever steps are left of this one.
    case skip(count: Int64)
    /// So many lines down; negative is up. At the end of a page it is turned.
    case scroll(lines: Int64)
    case first
    case last
    /// The page with this number as the status line shows it: from 1 in a list, any in an endless row.
    case goTo(page: Int64)
    /// A whole drag played by itself, to show one.
    case swipe(Input.Direction)
    /// Begins to type what is searched for.
    case search
    /// Back to the place found before.
    case previousHit
    case overview
    /// Shows a presenter notes, time and people, or the page alone.
    case notes
    /// Leaves the others, or goes with them again.
    case follow
    /// Back to where the others are.
    case live
    /// Asks for the baton, or gives it back.
    case baton
    /// Chooses who gets the baton.
    case pass
    case blank
    case pointer
    case timer
    case restartTimer
    case mouse
    /// Shows the help or puts it away.
    case help
    case redraw
    case suspend
    case quit
    /// A key without a meaning, by its name.
    case unknown(String)
}
