import PagingEngine
import PagingRoom
import TerminalView

/// Turns keys and mouse reports into actions. Keeps the keys of an unfinished sequence, the gesture under way, and the
/// prompt that takes the next key.
struct SessionInput {
    /// The receiver of the next key.
    enum Mode: Hashable {
        case pages
        case searching(SearchLine)
        case overview(GridCursor)
        case passing(MemberChoice)
        case help
        case lobby
    }

    enum Action: Hashable {
        case intent(Intent)
        case gesture(Gesture)
        /// A sentence for the person.
        case note(String)
        /// Esc on the pages.
        case dismiss
        case search(String)
        case nextHit
        /// The miniature with this place in the overview was chosen.
        case openMiniature(Int)
        case passBaton(MemberID)
        case scrollHelp(by: Int)
        case closeHelp
        case closeLobby
    }

    /// The parts of the picture on which the meaning of a key depends.
    struct Context {
        /// Miniatures in a row of the overview.
        var miniaturesPerRow: Int
        /// Whether the hits of a search are shown.
        var hasHits: Bool
    }

    private static let helpLines = 3

    private(set) var mode = Mode.pages
    private var intents: IntentReader
    private var gestures = GestureReader()

    init(table: KeyTable = .standard) {
        intents = IntentReader(table: table)
    }

    /// Keys typed that wait for more.
    var pending: String? { intents.pending.isEmpty ? nil : intents.pending }
    /// The key table for the help.
    var tableLines: [String] { intents.table.helpLines }
    /// When a pressed mouse button counts as released.
    var deadline: Instant? { gestures.deadline }
    /// Whether a prompt needs all pages of the room.
    var needsAllPages: Bool {
        switch mode {
        case .searching, .overview: true
        case .pages, .passing, .help, .lobby: false
        }
    }

    mutating func open(_ mode: Mode) { self.mode = mode }

    mutating func close() { mode = .pages }

    /// Reads a gesture while a list, the help or the overview covers the pages. Returns the miniature to open; `place`
    /// gives that in a cell.
    mutating func read(_ gesture: Gesture, miniaturesPerRow: Int, place: (Int, Int) -> Int?) -> Int? {
        switch (gesture, mode) {
        case (.click(let column, let row), .overview):
            guard let miniature = place(column, row) else { return nil }
            close()
            return miniature
        case (.wheel(let notches), .overview(var cursor)):
            cursor.move(by: notches * miniaturesPerRow)
            mode = .overview(cursor)
        // The lobby stays until a key: it may be on the wall.
        case (.click, .lobby): break
        case (.click, _): close()
        default: break
        }
        return nil
    }

    /// Leaves out all but the last of several drag reports in a row.
    static func coalesced(_ keys: [Key]) -> [Key] {
        keys.enumerated().filter { place, key in
            guard case .mouse(let report) = key, report.action == .drag, place + 1 < keys.count,
                case .mouse(let next) = keys[place + 1]
            else { return true }
            return next.action != .drag
        }.map(\.element)
    }

    mutating func read(_ key: Key, at now: Instant, _ context: Context) -> [Action] {
        switch key {
        case .mouse(let report): gestures.read(report, at: now).map(Action.gesture)
        case .focus(let isHere): isHere ? [] : cancelGesture()
        case .paste: [.note("pasted text is ignored")]
        case .control("c"): [.intent(.quit)]
        case .control("z"): [.intent(.suspend)]
        default: typed(key, context)
        }
    }

    /// Ends the gesture under way, when the window is suspended or loses the focus.
    mutating func cancelGesture() -> [Action] { gestures.focusLost().map(Action.gesture) }

    mutating func timedOut(at now: Instant) -> [Action] { gestures.timedOut(at: now).map(Action.gesture) }

    private mutating func typed(_ key: Key, _ context: Context) -> [Action] {
        switch mode {
        case .pages: return pageKey(key, context)
        case .help: return helpKey(key, context)
        case .lobby: return lobbyKey(key)
        case .searching(var line):
            let outcome = line.read(key)
            mode = outcome == .typing ? .searching(line) : .pages
            guard case .entered(let text) = outcome else { return [] }
            return [text.isEmpty ? .nextHit : .search(text)]
        case .overview(var cursor):
            let outcome = cursor.read(key, perRow: context.miniaturesPerRow)
            mode = outcome == .choosing ? .overview(cursor) : .pages
            if case .chosen(let place) = outcome { return [.openMiniature(place)] }
        case .passing(var choice):
            let outcome = choice.read(key)
            mode = outcome == .choosing ? .passing(choice) : .pages
            if case .chosen(let member) = outcome { return [.passBaton(member)] }
        }
        return []
    }

    private mutating func pageKey(_ key: Key, _ context: Context) -> [Action] {
        if key == .escape, intents.pending.isEmpty { return [.dismiss] }
        // While hits are shown, n goes to the next hit as in every pager; otherwise it is the next page.
        if key == .character("n"), context.hasHits, intents.pending.isEmpty { return [.nextHit] }
        return intents.read(key).map { [.intent($0)] } ?? []
    }

    /// A key that turns pages only closes the lobby: the first page comes into view, not the second one.
    private mutating func lobbyKey(_ key: Key) -> [Action] {
        guard key != .escape || !intents.pending.isEmpty else {
            mode = .pages
            return [.closeLobby, .dismiss]
        }
        guard let intent = intents.read(key) else { return [] }
        switch intent {
        case .blank, .restartTimer, .mouse, .redraw, .unknown: return [.intent(intent)]
        case .next, .back, .skip, .scroll, .lobby, .quit:
            mode = .pages
            return [.closeLobby, .dismiss]
        default:
            mode = .pages
            return [.closeLobby, .intent(intent)]
        }
    }

    /// The help scrolls where it is too long; any other key closes it and does what it does.
    private mutating func helpKey(_ key: Key, _ context: Context) -> [Action] {
        switch key {
        case .down, .character("j"), .character(" "), .pageDown: return [.scrollHelp(by: SessionInput.helpLines)]
        case .up, .character("k"), .pageUp: return [.scrollHelp(by: -SessionInput.helpLines)]
        case .escape, .enter, .character("?"), .character("q"):
            mode = .pages
            return [.closeHelp]
        default:
            mode = .pages
            return [.closeHelp] + pageKey(key, context)
        }
    }
}
