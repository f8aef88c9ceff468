import PagingEngine
import TerminalView

/// What one person has before them that nobody else sees: what is typed, what lies over the pages, how they are
/// scrolled.
struct LocalViewState {
    /// What the next key is for.
    enum Mode {
        case pages
        case searching(SearchLine)
        case overview(GridCursor)
        case passing(MemberChoice)
        case help
    }

    var mode = Mode.pages
    /// Notes, next page, time and people around the page.
    var hasPresenterView: Bool
    /// Lines by which tall pages are scrolled.
    var scrolls: [PageID: Int] = [:]
    var notesScroll = 0
    /// The last search; what it found is marked while `isSearchShown`.
    var found: FoundPlaces?
    var isSearchShown = false
    /// Whether the search still waits for pages to look through.
    var isSearchWaiting = false
    var isPointing = false
    var mouse: MouseUse
    var timer: TalkClock

    /// Whether all pages are needed.
    var needsAllPages: Bool {
        switch mode {
        case .searching, .overview: true
        case .pages, .passing, .help: isSearchWaiting
        }
    }
}
