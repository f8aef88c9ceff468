import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import TerminalView

/// What the window shows.
extension RoomSession {
    /// Draws when something changed or moves by itself, no more often than the frame rate; returns when to come again.
    @discardableResult
    func draw(at now: Instant, evenIfEarly: Bool = false) -> Instant? {
        guard core.replica != nil else { return nil }
        let isMoving = isMoving(at: now)
        guard frames.isDue(at: now) || isMoving else { return frames.changesAt }
        guard frames.next <= now || evenIfEarly else { return frames.next }
        if let replica = core.replica { remember(replica) }
        guard let view = picture(at: now) else { return nil }
        frames.drawn(at: now)
        frames.changesAt = nextChange(view, at: now)
        display.show(view)
        return isMoving ? frames.frame(after: now) : frames.changesAt
    }

    private func isMoving(at now: Instant) -> Bool {
        if settings.reducesMotion { return false }
        if let reader { return reader.isMoving(at: now) || reader.isMoving(at: frames.lastDrawn) }
        if ownDrag.isFading(at: now) || ownDrag.isFading(at: frames.lastDrawn) { return true }
        if strip.isFading(at: now) || strip.isFading(at: frames.lastDrawn) { return true }
        if case .settling? = core.replica?.phase { return true }
        // Where somebody's hand is expected to go; the own one is drawn where it is.
        guard !ownDrag.isHeld, let end = core.replica?.movesUntil else { return false }
        return roomNow(at: frames.lastDrawn) < end
    }

    /// When a clock or a countdown says something else.
    private func nextChange(_ view: RoomViewModel, at now: Instant) -> Instant? {
        let isClockShown = view.presenter != nil || desk.timer.isShown
        let tick = isClockShown && view.overview == nil ? desk.timer.nextTick(at: now) : nil
        return [tick, ConnectionWords.nextChange(core.stage, at: now)].compactMap(\.self).min()
    }

    /// Everything there is to show at `now`; nil before the room is known.
    func picture(at now: Instant) -> RoomViewModel? {
        guard let replica = core.replica else { return nil }
        let roomNow = roomNow(at: now)
        var view = RoomViewModel(
            name: room, replica: replica, position: position(replica, roomNow: roomNow, now: now), now: roomNow)
        view.beyond = reader.map { shelf.neighbours(of: $0.index, in: replica) } ?? memory.pages
        // The window is newer than what is remembered.
        view.documents = documents.documents(of: (view.beyond + replica.window).map(\.page))
        view.link = link
        view.roundTripMilliseconds = core.clock.roundTripMilliseconds
        view.note = note
        view.banner = banner(replica, at: now)
        view.scrolls = desk.scrolls
        view.pending = intents.pending.isEmpty ? nil : intents.pending
        view.isPresenting = role == .presenter
        view.strip = stripPlace(view, roomNow: roomNow, now: now)
        view.isStripHeld = strip.isHeld
        if let reader { view.reader = place(of: reader, in: replica) }
        if desk.hasPresenterView {
            view.presenter = RoomViewModel.PresenterPart(
                notes: notes(view), notesScroll: desk.notesScroll, timer: timer(replica, at: now),
                late: core.inStep?.behind ?? [])
        }
        layOver(&view, replica)
        return view
    }

    /// Who has left sees the last that was seen; nothing is wrong with it.
    private var link: StatusLine.Link {
        switch core.stage {
        case .following, .over(.left): .inStep
        case .over: .offline
        case .apart, .connecting, .joining, .waiting: .reconnecting
        }
    }

    /// What the person's own keys have laid over the pages.
    private func layOver(_ view: inout RoomViewModel, _ replica: Replica) {
        if desk.isSearchShown, let found = desk.found {
            view.hit = found.current?.mark
            view.search = found.prompt
        }
        switch desk.mode {
        case .pages: break
        case .searching(let line): view.search = SearchPrompt(wanted: line.text)
        case .passing(let choice): view.overlay = choice.page
        case .help: view.overlay = help
        case .overview(let cursor):
            let pages = shelf.listed(in: replica).map(\.page)
            let current = replica.rowPlace(of: reader?.index ?? replica.target).map { Int($0) }
            view.overview = RoomViewModel.OverviewPart(pages: pages, selected: cursor.selected, current: current)
            view.documents.merge(documents.documents(of: pages)) { old, _ in old }
        }
    }

    /// Where the window stands.
    private func position(_ replica: Replica, roomNow: Instant, now: Instant) -> Position {
        if let reader { return settings.reducesMotion ? Position(page: reader.index) : reader.position(at: now) }
        guard settings.reducesMotion, !ownDrag.isHeld else {
            return ownDrag.position(of: replica, roomNow: roomNow, now: now)
        }
        switch replica.phase {
        case .settling(let animation): return animation.to
        case .dragging(let drag): return Position(page: drag.base)
        case .empty, .idle: return replica.position
        }
    }

    /// Where the strip of tabs stands, when neither the room's nor the pager's place is meant: whoever reads alone has a
    /// strip alone.
    private func stripPlace(_ view: RoomViewModel, roomNow: Instant, now: Instant) -> Position? {
        guard reader == nil else { return view.position }
        guard strip.isHeld || (!settings.reducesMotion && strip.isApart(at: now)) else { return nil }
        return strip.place(of: view.replica, roomNow: roomNow, now: now)
    }

    /// Pages read alone are shown with all their steps.
    func place(of reader: DetachedReader, in replica: Replica) -> StepPlace {
        StepPlace(page: reader.index, shown: shelf.page(at: reader.index, in: replica)?.steps ?? 0)
    }

    private func notes(_ view: RoomViewModel) -> String {
        let index = view.reader?.page ?? view.replica.target
        guard let page = (view.replica.window + view.beyond).first(where: { $0.index == index })?.page else {
            return ""
        }
        return core.notes.first { $0.page == page.id }?.text
            ?? shelf.page(at: index, in: view.replica)?.notes ?? ""
    }

    private func banner(_ replica: Replica, at now: Instant) -> String? {
        if let lost = ConnectionWords.banner(core.stage, reason: lostReason, at: now) { return lost }
        // The time is asked for by a key, also by somebody who rehearses alone.
        if desk.timer.isShown, !desk.hasPresenterView { return timer(replica, at: now).text(columns: 80) }
        let isAlone = replica.members.count + replica.viewers <= 1
        return isAlone ? settings.invitation.first.map { "others join with: \($0)" } : nil
    }

    private func timer(_ replica: Replica, at now: Instant) -> TalkTimer {
        let page = replica.window.first { $0.index == replica.target }?.page.id
        return desk.timer.timer(at: now, pace: settings.pace, page: page)
    }

    private var help: Page {
        var lines = intents.table.helpLines
        if !settings.invitation.isEmpty {
            lines = ["others join with:"] + settings.invitation.map { "  \($0)" } + [""] + lines
        }
        return Page(id: RoomSession.helpPage, title: "Keys", body: lines.joined(separator: "\n"))
    }

    static let helpPage = PageID("help")

    /// Keeps the pages that were seen, and asks for those on the way that were not.
    private func remember(_ replica: Replica) {
        memory.note(replica)
        guard reader == nil, let first = memory.wanted(replica) else { return }
        shell.pages(from: first, count: 3, seat: seat)
    }
}
