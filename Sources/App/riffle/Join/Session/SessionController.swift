import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import TerminalView

/// Wires the parts of a session: keys and events of the room in, requests and the picture out. Each part keeps its
/// state private; input and output are the host's.
final class SessionController {
    private unowned let host: any SessionHost
    private let room: String
    private let settings: RoomSessionSettings
    private var input: SessionInput
    private var mouse = MouseInput()
    private var drags = LocalDrags()
    private var local: LocalViewState
    private lazy var reading = LocalReading(documents: host.documents)
    private var connection = ConnectionBanner()
    private var heldTurns = HeldTurns()
    private var known = KnownRoom()
    /// A sentence for the person, until the next key.
    private var note: String?

    init(host: any SessionHost, room: String, settings: RoomSessionSettings, at now: Instant) {
        self.host = host
        (self.room, self.settings) = (room, settings)
        input = SessionInput(table: settings.keys)
        local = LocalViewState(
            hasPresenterView: settings.hasPresenterView, mouse: settings.mouse,
            timer: TalkClock(startedAt: now, durationMilliseconds: settings.durationMilliseconds),
            isBeforeTalk: settings.beginsInLobby)
        if settings.beginsInLobby, host.windowSize != nil { input.open(.lobby) }
    }

    private var core: ClientCore { host.core }
    private var role: Role { core.welcome?.role ?? .viewer }
    private var planner: ActionPlanner? { ActionPlanner(core, readerPage: reading.reader?.index) }

    // MARK: Picture

    /// Shows a note in the status line; nil removes the one shown.
    func notify(_ text: String?) {
        note = text
        host.setNeedsDisplay()
    }

    /// The picture at `now`; nil before the room is known.
    func view(at now: Instant) -> RoomViewModel? { composer(at: now).view(reading) }

    func isMoving(at now: Instant, since lastDrawn: Instant) -> Bool {
        composer(at: now).isMoving(reading.reader, since: lastDrawn)
    }

    /// When a clock or a countdown in `view` changes.
    func nextChange(_ view: RoomViewModel, at now: Instant) -> Instant? { composer(at: now).nextChange(view) }

    /// A picture is about to be drawn: keeps the pages in it, and asks for those on the way that are not known.
    func willDraw() {
        guard let replica = core.replica, let first = reading.willDraw(replica) else { return }
        host.fetchPages(from: first, count: 3)
    }

    private func composer(at now: Instant) -> ViewComposer {
        ViewComposer(
            core: core, room: room, settings: settings, input: input, local: local, drags: drags,
            connection: connection, note: note, now: now)
    }

    var wantsMouse: Bool {
        local.wantsMouse(mayMove: core.replica?.mayEverMove(role) ?? false, isPointing: mouse.pointer.isOn)
    }

    // MARK: Time

    var nextDeadline: Instant? {
        [drags.nextDeadline, input.deadline, mouse.pointer.nextDeadline, known.nextDeadline]
            .compactMap(\.self).min()
    }

    /// Carries out everything whose time has come, and fetches missing pages.
    func advance(at now: Instant) {
        for action in input.timedOut(at: now) { perform(action, at: now) }
        while core.stage == .following, let planner, let action = heldTurns.next(planner) { carryOut(action, at: now) }
        if drags.advance(at: now, send: host.request) { host.setNeedsDisplay() }
        if let mark = mouse.nextMark(at: now) { host.request(.point(mark.page, at: mark.characters.lowerBound)) }
        known.advance(at: now, send: host.request)
        fetch(at: now)
    }

    private func fetch(at now: Instant) {
        guard let replica = core.replica else { return }
        if let batch = reading.nextFetch(needsAll: input.needsAllPages, replica, role) {
            guard let id = host.fetchPages(from: batch.first, count: batch.count) else { return }
            reading.fetching(id, from: batch.first, count: batch.count, of: replica)
        } else if reading.runSearch(replica) {
            host.setNeedsDisplay()
            showHit(at: now)
        }
    }

    // MARK: Keys and mouse

    func read(_ keys: [Key], at now: Instant) {
        for key in SessionInput.coalesced(keys) {
            host.setNeedsDisplay()
            let columns = (host.windowSize ?? .standard).columns
            let context = SessionInput.Context(
                miniaturesPerRow: OverviewScene.itemsPerRow(columns: columns), hasHits: reading.search.isShown)
            for action in input.read(key, at: now, context) { perform(action, at: now) }
        }
    }

    /// Ends the gesture under way, such as when the process is suspended.
    func cancelGesture(at now: Instant) {
        for action in input.cancelGesture() { perform(action, at: now) }
    }

    private func perform(_ action: SessionInput.Action, at now: Instant) {
        switch action {
        case .intent(let intent): perform(intent, at: now)
        case .gesture(let gesture): perform(gesture, at: now)
        case .dismiss:
            hideHits(at: now)
            notify(nil)
        case .note(let text): notify(text)
        case .search(let text): reading.beginSearch(text)
        case .nextHit: showHit(by: 1, at: now)
        case .openMiniature(let number): openMiniature(number, at: now)
        case .passBaton(let member): host.request(.control(.grant(to: member)))
        case .scrollHelp(let lines): local.scrollHelp(by: lines)
        case .closeHelp: local.resetHelp()
        case .closeLobby: local.leaveLobby(at: now)
        }
    }

    private func perform(_ gesture: Gesture, at now: Instant) {
        guard let size = host.windowSize, let view = view(at: now), let planner else { return }
        host.setNeedsDisplay()
        guard case .pages = input.mode else {
            let perRow = OverviewScene.itemsPerRow(columns: size.columns)
            let place = input.read(gesture, miniaturesPerRow: perRow) { view.overviewPlace(column: $0, row: $1, size) }
            if let place { openMiniature(place, at: now, hidesHits: false) }
            return
        }
        switch gesture {
        case .grab, .click: if !mouse.pointer.isOn || reading.isDetached { hideHits(at: now) }
        case .press, .drag, .release, .cancel, .wheel: break
        }
        let context = MouseInput.Context(view: view, size: size, planner: planner, time: core.time(at: now))
        switch mouse.handle(gesture, context, drags: &drags, send: host.request) {
        case .note(let text): notify(text)
        case .turn(let direction): carryOut(planner.turn(direction, count: 1), at: now)
        case .go(let page): carryOut(planner.go(to: .page(page)), at: now)
        case .scroll(let lines): scroll(by: lines, at: now)
        case nil: break
        }
    }

    private func perform(_ intent: Intent, at now: Instant) {
        notify(nil)
        switch intent {
        case .quit: return host.leave()
        case .suspend: return host.suspend()
        case .redraw: return host.redraw()
        case .help: return input.open(.help)
        case .lobby: return settings.note(insteadOfLobbyIn: host.windowSize).map(notify) ?? input.open(.lobby)
        default: break
        }
        guard let replica = core.replica, let planner else { return }
        // A member that reads alone can go on reading; everything else needs the room.
        guard core.stage == .following || reading.isDetached else { return notify(connection.note(core.stage)) }
        switch intent {
        case .next, .back, .skip, .scroll, .first, .last, .goTo, .swipe:
            hideHits(at: now)
            move(intent, replica, planner, at: now)
        case .scrollCode, .search, .previousHit, .overview, .follow, .live: look(intent, replica, at: now)
        case .unknown(let key): notify("\(key) does nothing; ? shows the keys")
        default: present(intent, replica, planner, at: now)
        }
    }

    /// Intents that turn pages.
    private func move(_ intent: Intent, _ replica: Replica, _ planner: ActionPlanner, at now: Instant) {
        switch intent {
        case .next(let count): carryOut(heldTurns.turn(.forward, count: count, planner), at: now)
        case .back(let count): carryOut(heldTurns.turn(.back, count: count, planner), at: now)
        case .skip(let count): carryOut(planner.turn(.forward, count: count, skipsSteps: true), at: now)
        case .scroll(let lines): scroll(by: lines, at: now)
        case .first: carryOut(planner.go(to: .item(0)), at: now)
        case .last: carryOut(planner.goToLast(), at: now)
        case .goTo(let number): carryOut(planner.go(toNumber: number), at: now)
        case .swipe(let direction) where reading.isDetached: carryOut(planner.turn(direction, count: 1), at: now)
        case .swipe(let direction):
            let viewport = host.windowSize.flatMap { view(at: now)?.viewport($0) } ?? .reference
            let time = core.time(at: now)
            if let note = drags.swipe(direction, viewport, planner, replica, at: time, send: host.request) {
                notify(note)
            }
        default: break
        }
    }

    /// Intents that change only the own window.
    private func look(_ intent: Intent, _ replica: Replica, at now: Instant) {
        let isEndless = replica.wrap == .unbounded
        switch intent {
        case .follow: if reading.isDetached { rejoinOthers() } else { leaveOthers(at: now) }
        case .live: if reading.isDetached { rejoinOthers() } else { notify("you are where the others are") }
        case .scrollCode(let times): notify(local.scrollCode(times: times, view(at: now), host.windowSize))
        case .previousHit: showHit(by: -1, at: now)
        case .search where isEndless: notify("an endless row cannot be searched")
        case .search: input.open(.searching(SearchLine()))
        case .overview where isEndless: notify("an endless row has no overview")
        case .overview:
            let current = replica.rowPlace(of: reading.page(replica)) ?? 0
            input.open(.overview(GridCursor(count: replica.count, selected: Int(current))))
        default: break
        }
    }

    /// Intents for presenting, and for this terminal.
    private func present(_ intent: Intent, _ replica: Replica, _ planner: ActionPlanner, at now: Instant) {
        switch intent {
        case .notes:
            local.togglePresenterView()
            known.relayout(&local)
            if local.hasPresenterView, role != .presenter { notify("only presenters get notes") }
        case .blank: carryOut(planner.toggleBlank(), at: now)
        case .pointer: if let note = mouse.togglePointing(planner, send: host.request) { notify(note) }
        case .timer: local.timer.toggle()
        case .theme: notify(local.changeTheme(from: settings.theme ?? core.replica?.theme))
        case .restartTimer:
            local.timer.restart(at: now)
            notify("timer restarted")
        case .mouse:
            local.setMouse(wantsMouse ? .off : .on)
            notify(wantsMouse ? "the mouse moves the pages" : "mouse released: selecting text works again")
        case .baton: carryOut(planner.toggleBaton(), at: now)
        case .pass: choosePassing(replica, planner)
        default: break
        }
    }

    private func choosePassing(_ replica: Replica, _ planner: ActionPlanner) {
        guard let member = core.welcome?.member else { return }
        if let objection = planner.passingObjection { return notify(objection) }
        let choice = MemberChoice(replica: replica, own: member)
        guard !choice.members.isEmpty else { return notify("nobody else here could take the baton") }
        input.open(.passing(choice))
    }

    // MARK: Pages

    private func carryOut(_ action: ActionPlanner.Action?, at now: Instant) {
        switch action {
        case .request(let request): host.request(heldTurns.passed(by: request))
        case .note(let text): notify(text)
        case .read(let page, let text):
            if !reading.isDetached { leaveOthers(at: now) }
            reading.turn(to: page, at: now)
            if let text { notify(text) }
        case nil: break
        }
    }

    /// Scrolls the page, then the notes, and then turns the page.
    private func scroll(by lines: Int64, at now: Instant) {
        let size = host.windowSize
        switch view(at: now)?.scroll(by: Int(clamping: lines), size) {
        case .page(let id, let line):
            local.scroll(id, to: line)
            guard let size, planner?.sharesScroll == true else { return }
            if let mark = view(at: now)?.firstCharacter(size) { known.scroll(to: mark) }
        case .notes(let line): local.scrollNotes(to: line)
        case nil: carryOut(planner?.turn(lines < 0 ? .back : .forward, count: 1), at: now)
        }
    }

    private func leaveOthers(at now: Instant) {
        guard let view = view(at: now), view.replica.row != nil else { return notify("there are no pages") }
        cancelGesture(at: now)
        reading.leaveOthers(at: view.replica.target, from: view.position, now: now)
        notify("you read on alone; = or f brings you back")
    }

    private func rejoinOthers() {
        reading.rejoinOthers()
        local.unscroll()
        host.setNeedsDisplay()
    }

    private func openMiniature(_ number: Int, at now: Instant, hidesHits: Bool = true) {
        if hidesHits { reading.hideHits() }
        guard let replica = core.replica, let item = reading.item(ofMiniature: number, replica) else { return }
        carryOut(planner?.go(to: .item(item)), at: now)
    }

    /// Shows the current hit, or the one `step` hits further.
    private func showHit(by step: Int? = nil, at now: Instant) {
        if let step, !reading.advanceHit(by: step) { return notify("no search results; / searches") }
        // Where the page was scrolled by hand, the hit may be out of view.
        if let mark = reading.search.mark { local.unscroll(mark.page) }
        guard let replica = core.replica, let item = reading.hitItem(replica) else { return }
        carryOut(planner?.go(to: .item(item)), at: now)
    }

    /// Ends the marks of a search. A page that was scrolled to a hit stays where it is.
    private func hideHits(at now: Instant) {
        if let mark = reading.search.mark, let size = host.windowSize, var view = view(at: now) {
            let shown = view.overflow(size).above
            view.hit = nil
            if shown != view.overflow(size).above { local.scroll(mark.page, to: shown) }
        }
        reading.hideHits()
    }

    // MARK: Room

    func handle(_ effect: ClientEffect, at now: Instant) {
        let time = core.time(at: now)
        switch effect {
        case .joined(let welcome): joined(welcome)
        case .replaced: replaced(at: now)
        case .happened(let event): happened(event, at: time)
        case .moved(let offset): known.apply(offset)
        case .answered(let id, .refused(_, let refusal, _)):
            if known.answered(id, refusal) { break }
            reading.failed(id)
            drags.refused(id, core.replica, at: time)
            heldTurns.clear()
            if let text = refusal.note { notify(text) }
        case .answered(let id, .accepted):
            _ = known.answered(id)
            drags.accepted(id, core.replica, at: time)
        case .unanswered(let id): reading.failed(id)
        case .pages(let id, let pages): reading.receive(pages, for: id, core.replica)
        case .notice(let notice): notify(notice.text)
        case .waiting(_, let reason):
            heldTurns.clear()
            connection.lost(reason)
            drags.connectionLost(core.replica, at: time)
            if core.replica == nil { host.printLine("\(reason); trying again") }
        default: break
        }
        host.setNeedsDisplay()
    }

    /// The window has another size.
    func resized(at now: Instant) {
        host.sendSize()
        known.relayout(&local)
        guard let size = host.windowSize, let viewport = view(at: now)?.viewport(size) else { return }
        drags.resize(viewport)
    }

    private func joined(_ welcome: Welcome) {
        if settings.isVerbose {
            host.printLine("in room \(welcome.room) as member \(welcome.member.number), \(welcome.role.rawValue)")
        }
        host.sendSize()
        reading.joined()
        known.joined()
        notify(settings.note(joinedAs: welcome.role, isFirst: known.replica == nil))
        connection.joined()
    }

    private func replaced(at now: Instant) {
        let isFirst = known.replica == nil
        known.replace(by: core.replica, follows: !reading.isDetached, &local)
        drags.reset()
        reading.replaced()
        if let replica = known.replica { reading.carry(by: 0, in: replica) }
        if isFirst, settings.beginsAlone { leaveOthers(at: now) }
    }

    private func happened(_ event: Event, at time: RoomTime) {
        guard let (before, after) = known.apply(event, follows: !reading.isDetached, &local) else { return }
        if let member = core.welcome?.member {
            drags.apply(event.change, for: member, before: before, after: after, at: time)
        }
        switch event.change {
        case .content(let change, _, _): reading.carry(by: change.carried, in: after)
        case .member(let member, let change) where settings.isVerbose: host.printLine(member.line(change))
        case .target: local.scrollNotes(to: 0)
        case .control: if let text = planner?.newBatonRequest(since: before.control) { notify(text) }
        default: break
        }
    }
}
