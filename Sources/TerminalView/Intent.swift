public import PagingEngine

/// What somebody at a terminal wants.
public enum Intent: Hashable, Sendable {
    /// So many pages forward.
    case next(count: Int64)
    case back(count: Int64)
    case first
    case last
    /// The page with this number as the status line shows it: from 1 in a list, any in an endless row.
    case goTo(page: Int64)
    /// A whole drag played by itself, to show one.
    case swipe(Input.Direction)
    /// Asks for the baton, or gives it back.
    case baton
    /// Shows the help or puts it away.
    case help
    case quit
    /// A key without a meaning, by its name.
    case unknown(String)
}
