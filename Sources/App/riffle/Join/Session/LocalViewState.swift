import PagingContent
import PagingEngine
import TerminalView

/// The settings of one member's own window, which nobody else sees.
struct LocalViewState {
    static let helpPage = PageID("help")
    private static let longestHelp = 99

    /// Notes, next page, time and people around the page.
    private(set) var hasPresenterView: Bool
    /// Lines by which tall pages are scrolled.
    private(set) var scrolls: [PageID: Int] = [:]
    private(set) var notesScroll = 0
    /// The page of which code that is too wide is scrolled sideways, and its first column.
    private(set) var codeStarts: [PageID: Int] = [:]
    private var mouse: MouseUse
    var timer: TalkClock
    /// The theme that was chosen by key; nil before.
    private(set) var theme: Theme?
    /// Whether the lobby is shown in which the talk begins.
    private var isBeforeTalk: Bool

    /// Goes to the next of the built-in themes, at first from the one that is shown, and returns a note.
    mutating func changeTheme(from shown: Theme?) -> String {
        let themes = Theme.builtIn
        let place = themes.firstIndex { $0 == theme ?? shown }
        let next = place.map { themes[($0 + 1) % themes.count] } ?? themes[0]
        theme = next
        return "theme \(next.name), in this window only"
    }

    init(hasPresenterView: Bool, mouse: MouseUse, timer: TalkClock, isBeforeTalk: Bool = false) {
        self.hasPresenterView = hasPresenterView
        self.mouse = mouse
        self.timer = timer
        self.isBeforeTalk = isBeforeTalk
    }

    /// The lobby is left; the time of a talk that begins in it counts from now.
    mutating func leaveLobby(at now: Instant) {
        if isBeforeTalk { timer.restart(at: now) }
        isBeforeTalk = false
    }

    mutating func togglePresenterView() { hasPresenterView.toggle() }

    mutating func setMouse(_ use: MouseUse) { mouse = use }

    /// Whether the window needs mouse reports.
    func wantsMouse(mayMove: Bool, isPointing: Bool) -> Bool {
        switch mouse {
        case .on: true
        case .off: isPointing
        case .auto: mayMove
        }
    }

    mutating func scroll(_ page: PageID, to line: Int) { scrolls[page] = max(0, line) }

    /// Shows a page as the room does, all pages without one.
    mutating func unscroll(_ page: PageID? = nil) {
        if page == nil { codeStarts = [:] }
        scrolls = scrolls.filter { $0.key == LocalViewState.helpPage || (page != nil && $0.key != page) }
    }

    /// Scrolls code that is too wide; returns a note where there is none.
    mutating func scrollCode(times: Int64, _ view: RoomViewModel?, _ size: WindowSize?) -> String? {
        guard let size, let scroll = view?.scrollCode(times: Int(clamping: times), size) else {
            return "no code on this page is wider than the window"
        }
        codeStarts = scroll.start.map { [scroll.page: $0] } ?? [:]
        return nil
    }

    mutating func scrollNotes(to line: Int) { notesScroll = max(0, line) }

    mutating func scrollHelp(by lines: Int) {
        let line = (scrolls[LocalViewState.helpPage] ?? 0) + lines
        scrolls[LocalViewState.helpPage] = min(max(0, line), LocalViewState.longestHelp)
    }

    mutating func resetHelp() { scrolls[LocalViewState.helpPage] = nil }
}
