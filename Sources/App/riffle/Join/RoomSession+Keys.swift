import PagingEngine
import PagingRoom
import TerminalView

/// Which key goes where.
extension RoomSession {
    func take(_ keys: [Key], at now: Instant) {
        // Of a hand that has moved several times since the last look only the newest place counts.
        for (place, key) in keys.enumerated() {
            if case .mouse(let report) = key, report.action == .drag, place + 1 < keys.count,
                case .mouse(let next) = keys[place + 1], next.action == .drag
            {
                continue
            }
            take(key, at: now)
        }
    }

    func take(_ key: Key, at now: Instant) {
        switch key {
        case .mouse(let report): for gesture in gestures.read(report, at: now) { take(gesture, at: now) }
        case .focus(let isHere): if !isHere { for gesture in gestures.focusLost() { take(gesture, at: now) } }
        case .control("c"): perform(.quit, at: now)
        case .control("z"): perform(.suspend, at: now)
        default: typed(key, at: now)
        }
    }

    private func typed(_ key: Key, at now: Instant) {
        frames.isDirty = true
        switch desk.mode {
        case .pages: pageKey(key, at: now)
        case .help: helpKey(key, at: now)
        case .searching(var line):
            let outcome = line.read(key)
            desk.mode = .searching(line)
            searched(outcome, at: now)
        case .overview(var cursor):
            let perRow = OverviewScene.itemsPerRow(columns: (display.size ?? .standard).columns)
            let outcome = cursor.read(key, perRow: perRow)
            desk.mode = .overview(cursor)
            looked(outcome, at: now)
        case .passing(var choice):
            let outcome = choice.read(key)
            desk.mode = .passing(choice)
            passed(outcome)
        }
    }

    private func pageKey(_ key: Key, at now: Instant) {
        if key == .escape, intents.pending.isEmpty {
            desk.isSearchShown = false
            return tell(nil)
        }
        // While what was found stands there, n is what it is in every pager; else it is the next page.
        if key == .character("n"), desk.isSearchShown, intents.pending.isEmpty { return goToHit(by: 1, at: now) }
        if let intent = intents.read(key) { perform(intent, at: now) }
    }

    /// The help scrolls where it is too long; any other key puts it away and does what it does.
    private func helpKey(_ key: Key, at now: Instant) {
        let scroll = desk.scrolls[RoomSession.helpPage] ?? 0
        switch key {
        case .down, .character("j"), .character(" "), .pageDown:
            desk.scrolls[RoomSession.helpPage] = min(scroll + 3, 99)
        case .up, .character("k"), .pageUp: desk.scrolls[RoomSession.helpPage] = max(0, scroll - 3)
        default:
            desk.mode = .pages
            desk.scrolls[RoomSession.helpPage] = nil
            let isClosing = [.escape, .enter, .character("?"), .character("q")].contains(key)
            if !isClosing { pageKey(key, at: now) }
        }
    }

    private func looked(_ outcome: GridCursor.Outcome, at now: Instant) {
        switch outcome {
        case .choosing: break
        case .left: desk.mode = .pages
        case .chosen(let place):
            desk.mode = .pages
            desk.isSearchShown = false
            guard let replica = core.replica else { return }
            let listed = shelf.listed(in: replica)
            if listed.indices.contains(place) { go(toItem: listed[place].item, at: now) }
        }
    }

    private func passed(_ outcome: MemberChoice.Outcome) {
        switch outcome {
        case .choosing: break
        case .left: desk.mode = .pages
        case .chosen(let member):
            desk.mode = .pages
            shell.request(.control(.grant(to: member)), seat: seat)
        }
    }
}
