package import PagingEngine

/// A wish of the person at the terminal.
package enum Intent: Hashable, Sendable {
    /// So many pages forward; a single one goes through the steps of a page first.
    case next(count: Int64)
    case back(count: Int64)
    /// To the next page without the remaining steps of this one.
    case skip(count: Int64)
    /// So many lines down; negative is up. At its end the page is turned.
    case scroll(lines: Int64)
    /// So many times to the right in code that is too wide for this window; negative is to the left.
    case scrollCode(times: Int64)
    case first
    case last
    /// The page with this number as the status line shows it: from 1 in a list, any in an endless row.
    case goTo(page: Int64)
    /// Plays a whole drag, to show one.
    case swipe(Input.Direction)
    /// Opens the search prompt.
    case search
    /// Back to the previous hit.
    case previousHit
    case overview
    /// Shows a presenter notes, time and people, or the page alone.
    case notes
    /// Shows how people get in, and who is here.
    case lobby
    /// Leaves the others, or goes with them again.
    case follow
    /// Back to where the others are.
    case live
    /// Asks for the baton, or gives it back.
    case baton
    /// Opens the list of members that can get the baton.
    case pass
    case blank
    case pointer
    case timer
    case theme
    case restartTimer
    case mouse
    /// Shows the help or puts it away.
    case help
    case redraw
    case suspend
    case quit
    /// A key without an action, by its name.
    case unknown(String)
}

/// Turns keys into intents; keeps the number and the first keys of a sequence until the rest is typed.
package struct IntentReader: Hashable, Sendable {
    /// Digits of a number, more than any page number has.
    private static let digits = 11

    package let table: KeyTable
    private var number = ""
    private var keys: [Key] = []

    package init(table: KeyTable = .standard) {
        self.table = table
    }

    /// Keys typed that wait for more, to be shown.
    package var pending: String { number + keys.map(\.name).joined() }

    /// The intent of the key together with those before it; nil when there is none or more keys are needed.
    package mutating func read(_ key: Key) -> Intent? {
        switch key {
        case .escape:
            clear()
            return nil
        case .mouse, .focus, .paste: return nil
        default: break
        }
        if keys.isEmpty, case .character(let character) = key, extendNumber(character) { return nil }
        keys.append(key)
        if let row = table.row(for: keys, hasCount: count != nil) {
            let intent = IntentReader.intent(row, count: count)
            clear()
            return intent
        }
        guard !table.isBeginning(keys) else { return nil }
        let typed = pending
        clear()
        return .unknown(typed)
    }

    private var count: Int64? { Int64(number) }

    private mutating func clear() {
        number = ""
        keys = []
    }

    /// Takes a digit, or the sign of a page before page 0.
    private mutating func extendNumber(_ character: Character) -> Bool {
        let isSign = character == "-" && number.isEmpty
        guard isSign || ("0"..."9").contains(character), number.count < IntentReader.digits else { return false }
        number.append(character)
        return true
    }

    private static func intent(_ row: KeyTable.Row, count: Int64?) -> Intent {
        let times = max(count ?? 1, 1)
        switch row.action {
        case .next: return .next(count: times)
        case .back: return .back(count: times)
        case .skip: return .skip(count: times)
        case .scrollDown: return .scroll(lines: times)
        case .scrollUp: return .scroll(lines: -times)
        case .codeRight: return .scrollCode(times: times)
        case .codeLeft: return .scrollCode(times: -times)
        case .goTo: return .goTo(page: count ?? 1)
        case .swipeBack: return .swipe(.back)
        case .swipeForward: return .swipe(.forward)
        case .first: return .first
        case .last: return .last
        case .search: return .search
        case .previousHit: return .previousHit
        case .overview: return .overview
        case .follow: return .follow
        case .live: return .live
        case .notes: return .notes
        case .lobby: return .lobby
        case .blank: return .blank
        case .pointer: return .pointer
        case .timer: return .timer
        case .theme: return .theme
        case .restartTimer: return .restartTimer
        case .baton: return .baton
        case .pass: return .pass
        case .mouse: return .mouse
        case .redraw: return .redraw
        case .help: return .help
        case .suspend: return .suspend
        case .quit: return .quit
        }
    }
}
