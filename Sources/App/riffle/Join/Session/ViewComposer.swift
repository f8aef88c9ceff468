import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import TerminalView

/// Composes what a window shows from the room and the parts of the session. Pure: it only reads them.
struct ViewComposer {
    let core: ClientCore
    let room: String
    let settings: RoomSessionSettings
    let input: SessionInput
    let local: LocalViewState
    let drags: LocalDrags
    let connection: ConnectionBanner
    let note: String?
    let now: Instant

    /// The picture at `now`; nil before the room is known.
    func view(_ reading: LocalReading) -> RoomViewModel? {
        guard let replica = core.replica else { return nil }
        let time = core.time(at: now)
        let reader = reading.reader
        var view = RoomViewModel(
            name: room, replica: replica, position: position(replica, reader, at: time), now: time.room)
        view.beyond = reading.beyond(replica)
        // Pages of the window are newer than those seen before.
        view.documents = reading.documents(of: (view.beyond + replica.window).map(\.page))
        view.connection = connectionState
        view.roundTripMilliseconds = core.clock.roundTripMilliseconds
        view.note = note
        view.banner = banner(replica)
        if view.banner == invitation(replica) { view.shorterBanners = shorterInvitations }
        view.scrolls = local.scrolls
        view.codeStarts = local.codeStarts
        view.pending = input.pending
        view.isPresenting = role == .presenter
        view.hasBorders = settings.hasBorders
        view.measure = settings.measure
        view.theme = local.theme ?? settings.theme ?? replica.theme
        // A theme without colours wants none in pictures either.
        let isPlain = view.theme.name == "mono" && settings.pictureStyle == .blocks
        view.pictures = settings.pictures?.supply(isPlain ? .letters : settings.pictureStyle)
        view.isStatusQuiet = !settings.hasFullStatus
        if let inStep = core.inStep, inStep.cut > 0 {
            view.cut = StatusLine.Cut(members: inStep.cut, of: inStep.of)
        }
        view.strip =
            reader == nil
            ? drags.stripPosition(of: replica, at: time, reducesMotion: settings.reducesMotion) : view.position
        view.isStripHeld = drags.isStripHeld
        // Pages read alone are shown with all their steps.
        view.reader = reader.map {
            StepPlace(page: $0.index, shown: reading.fetchedPage(at: $0.index, replica)?.steps ?? 0)
        }
        if local.hasPresenterView {
            view.presenter = RoomViewModel.PresenterPart(
                notes: notes(view, reading), notesScroll: local.notesScroll, timer: timer(replica),
                late: core.inStep?.behind ?? [])
        }
        addOverlays(to: &view, reading)
        return view
    }

    /// Whether the picture moves by itself, or has moved since `lastDrawn` and must be drawn at rest.
    func isMoving(_ reader: DetachedReader?, since lastDrawn: Instant) -> Bool {
        guard !settings.reducesMotion, let replica = core.replica else { return false }
        if let reader { return reader.isMoving(at: now) || reader.isMoving(at: lastDrawn) }
        if drags.isFading(at: now) || drags.isFading(at: lastDrawn) { return true }
        if case .settling = replica.phase { return true }
        // A drag of another member is extrapolated; the own one is drawn where it is.
        guard !drags.isPagerHeld, let end = replica.movesUntil else { return false }
        return core.time(at: lastDrawn).room < end
    }

    /// When a clock or a countdown in the picture changes.
    func nextChange(_ view: RoomViewModel) -> Instant? {
        let isClockShown = view.presenter != nil || local.timer.isShown
        let tick = isClockShown && view.overview == nil ? local.timer.nextTick(at: now) : nil
        return [tick, connection.nextChange(core.stage, at: now)].compactMap(\.self).min()
    }

    private var role: Role { core.welcome?.role ?? .viewer }

    /// After leaving, the last picture stays on screen and is not marked stale.
    private var connectionState: StatusLine.ConnectionState {
        switch core.stage {
        case .following, .over(.left): .inStep
        case .over: .offline
        case .apart, .connecting, .joining, .waiting: .reconnecting
        }
    }

    private func position(_ replica: Replica, _ reader: DetachedReader?, at time: RoomTime) -> Position {
        if let reader { return settings.reducesMotion ? Position(page: reader.index) : reader.position(at: now) }
        guard settings.reducesMotion, !drags.isPagerHeld else { return drags.position(of: replica, at: time) }
        switch replica.phase {
        case .settling(let animation): return animation.to
        case .dragging(let drag): return Position(page: drag.base)
        case .empty, .idle: return replica.position
        }
    }

    private func addOverlays(to view: inout RoomViewModel, _ reading: LocalReading) {
        view.hit = reading.search.mark
        view.search = reading.search.prompt
        switch input.mode {
        case .pages: break
        case .searching(let line): view.search = SearchPrompt(wanted: line.text)
        case .passing(let choice): view.overlay = choice.page
        case .help: view.overlay = help
        case .lobby:
            view.lobby = settings.lobby.map { .init(lobby: $0, banner: connection.text(core.stage, at: now)) }
        case .overview(let cursor):
            let listed = reading.listed(view.replica)
            let current = view.replica.rowPlace(of: reading.page(view.replica)).map { Int($0) }
            view.overview = RoomViewModel.OverviewPart(pages: listed, selected: cursor.selected, current: current)
            view.documents.merge(reading.documents(of: listed)) { old, _ in old }
        }
    }

    private func notes(_ view: RoomViewModel, _ reading: LocalReading) -> String {
        let index = view.reader?.page ?? view.replica.target
        guard let page = view.page(at: index) else { return "" }
        return core.notes.first { $0.page == page.id }?.text ?? reading.fetchedPage(at: index, view.replica)?.notes
            ?? ""
    }

    private func banner(_ replica: Replica) -> String? {
        if let lost = connection.text(core.stage, at: now) { return lost }
        // A key shows the time, also to a presenter who rehearses alone.
        if local.timer.isShown, !local.hasPresenterView { return timer(replica).text(columns: 80) }
        return invitation(replica)
    }

    /// How others join, while this member is alone.
    private func invitation(_ replica: Replica) -> String? {
        let isAlone = replica.members.count + replica.viewers <= 1
        return isAlone ? settings.invitation.first.map { "others join with: \($0)" } : nil
    }

    private var shorterInvitations: [String] {
        Array(settings.invitation.prefix(1)) + ["? shows how others join"]
    }

    private func timer(_ replica: Replica) -> TalkTimer {
        let page = replica.window.first { $0.index == replica.target }?.page.id
        return local.timer.timer(at: now, pace: settings.pace, page: page)
    }

    private var help: Page {
        var lines = input.tableLines
        if let key = settings.presenterKey, local.hasPresenterView {
            lines = ["others present with the presenter key:", "  \(key)", ""] + lines
        }
        if !settings.invitation.isEmpty {
            lines = ["others join with:"] + settings.invitation.map { "  \($0)" } + [""] + lines
        }
        return Page(id: LocalViewState.helpPage, title: "Keys", body: lines.joined(separator: "\n"))
    }
}
