import Glibc
import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import SocketLoop
import TerminalDevice
import TerminalView

/// Follows one room as one member, draws it, and does what the keys and the mouse ask.
final class Follower: MemberOwner {
    let shell: MemberShell
    let display: any Display
    let signals: SignalDescriptor
    let settings: FollowerSettings
    let room: String
    let seat: Int
    /// The deck this member shows to the room, where it has brought one.
    var deck: DeckOnShow?
    /// Where what is seen is recorded, too.
    var tap: RecordingTap?

    /// The room as far as its events have been told; the core may be ahead by those of one message.
    private(set) var seen: Replica?
    var desk: Desk
    /// Where this member reads who has left the others.
    var reader: Reader?
    var ownDrag = OptimisticDrag()
    var hand: Hand?
    /// The own hand on the strip of tabs, what is drawn of it, and the request that let go.
    var stripHand: StripHand?
    var strip = OptimisticStrip()
    var stripRequest: RequestID?
    /// A drag a key plays, and the request that took hold.
    var swipe: Swipe?
    var swipeRequest: RequestID?
    var dragNumber: Int64 = 0
    var pointing = PointerPace()
    /// Where the button went down while pointing.
    var pressed: (column: Int, row: Int)?
    /// When the wheel turned a page last.
    var wheelTurnedAt: Instant?

    var intents = IntentReader()
    var gestures = GestureReader()
    var shelf = PageShelf()
    var memory = PageMemory()
    var documents = DocumentShelf()
    var frames: FramePace
    /// A sentence for the person, until the next key.
    private(set) var note: String?
    private(set) var lostReason = ""
    private var isStarted = false
    private(set) var end: ClientEnd?
    /// A signal that ended it.
    var signal: Int32?

    init(
        _ endpoint: Endpoint, client: ClientSettings, display: any Display, signals: SignalDescriptor,
        settings: FollowerSettings, authorities: TLSAuthorities? = nil
    ) throws {
        shell = try MemberShell(authorities: authorities)
        self.display = display
        self.signals = signals
        self.settings = settings
        room = endpoint.path.split(separator: "/").last.map(String.init) ?? endpoint.path
        frames = FramePace(framesPerSecond: settings.framesPerSecond)
        desk = Desk(
            hasPresenterView: settings.hasPresenterView, mouse: settings.mouse,
            timer: TimerFace(startedAt: MemberShell.now, durationMilliseconds: settings.durationMilliseconds))
        seat = shell.add(endpoint, client)
        shell.owner = self
    }

    /// Follows until the person quits, a signal comes or the server says no; `keys` is where keys are typed.
    func follow(keys: Int32?) {
        shell.sockets.watch(descriptor: signals.descriptor)
        if let keys { shell.sockets.watch(descriptor: keys) }
        if let watched = deck?.descriptor { shell.sockets.watch(descriptor: watched) }
        shell.run()
        if frames.isDirty { draw(at: MemberShell.now, evenIfEarly: true) }
        display.finish()
    }

    var core: ClientCore { shell.seats[seat].core }
    var role: Role { core.welcome?.role ?? .viewer }
    /// The room owner's clock.
    func roomNow(at now: Instant) -> Instant { core.clock.time(at: now) ?? now }

    func happened(_ effect: ClientEffect, seat: Int) {
        let now = MemberShell.now
        record(effect, at: now)
        switch effect {
        case .joined(let welcome): joined(isRecovered: welcome.recovered)
        case .replaced: replaced(at: now)
        case .happened(let event): happened(event, at: now)
        case .moved(let offset): seen?.apply(offset)
        case .answered(let id, .refused(_, let refusal, _)): refused(refusal, request: id, at: now)
        case .answered(let id, .accepted):
            deck?.accepted(id, self)
            stripAnswered(id, at: now)
        case .unanswered(let id): shelf.failed(id)
        case .pages(let id, let pages): arrived(pages, id)
        case .notice(let notice): tell(notice.text)
        case .waiting(_, let reason): lost(reason, at: now)
        case .ended(let end):
            self.end = end
            shell.stop()
        default: break
        }
        frames.isDirty = true
    }

    /// A disk that takes no more ends the recording, not the talk.
    private func record(_ effect: ClientEffect, at now: Instant) {
        do {
            try tap?.note(effect, of: core, at: now)
        } catch {
            tap = nil
            tell("no longer recorded: \(error)")
        }
    }

    private func joined(isRecovered: Bool) {
        if settings.isVerbose, let welcome = core.welcome {
            say("in room \(welcome.room) as member \(welcome.member.number), \(welcome.role.rawValue)")
        }
        tellSize()
        memory.clear()
        note = nil
        lostReason = ""
        // Otherwise a new picture of the room follows.
        if isRecovered { deck?.joined(self) }
    }

    private func replaced(at now: Instant) {
        let isFirst = seen == nil
        seen = core.replica
        ownDrag.forget()
        strip.forget()
        (hand, swipe, swipeRequest, stripHand) = (nil, nil, nil, nil)
        shelf = PageShelf()
        if let seen { reader?.carry(by: 0, in: seen) }
        if isFirst, settings.beginsAlone { leaveOthers(at: now) }
        deck?.joined(self)
    }

    private func happened(_ event: Event, at now: Instant) {
        guard let before = seen else { return }
        var after = before
        guard after.apply(event) == .applied else { return }
        seen = after
        if let member = core.welcome?.member {
            let roomNow = roomNow(at: now)
            ownDrag.heard(event.change, by: member, before: before, after: after, roomNow: roomNow, now: now)
            strip.heard(event.change, by: member, before: before, after: after, roomNow: roomNow, now: now)
        }
        if case .content(let change, _, _) = event.change { reader?.carry(by: change.carried, in: after) }
        if case .member(let member, let change) = event.change, settings.isVerbose {
            say("\(member.name) \(change == .back ? "is back" : change == .away ? "is away" : change.rawValue)")
        }
        if case .target = event.change { desk.notesScroll = 0 }
        if case .control(let control) = event.change { asked(control, before: before) }
    }

    /// Who may pass the baton on hears who asks for it.
    private func asked(_ control: Control, before: Replica) {
        guard control.holder == core.welcome?.member || role == .presenter,
            let member = control.asked.first(where: { !before.control.asked.contains($0) }),
            member != core.welcome?.member, let name = seen?.members.first(where: { $0.id == member })?.name
        else { return }
        tell("\(name) asks for the baton; P passes it")
    }

    private func lost(_ reason: String, at now: Instant) {
        // Why it was lost says more than why the third attempt to return failed.
        if lostReason.isEmpty { lostReason = reason }
        (hand, swipe, swipeRequest) = (nil, nil, nil)
        stripAnswered(at: now)
        if let replica = core.replica { ownDrag.giveUp(replica: replica, roomNow: roomNow(at: now), now: now) }
        if core.replica == nil { say("\(reason); trying again") }
    }

    func settled(at now: Instant) -> Instant? {
        if !isStarted {
            isStarted = true
            shell.handle(.start, seat: seat)
        }
        for key in display.waitingKeys(at: now) { take(key, at: now) }
        for gesture in gestures.timedOut(at: now) { take(gesture, at: now) }
        play(at: now)
        pointDue(at: now)
        fetch()
        display.setMouse(isMouseWanted)
        let frame = draw(at: now)
        return [frame, swipe?.nextDeadline, display.keyDeadline, gestures.deadline, pointing.due].compactMap(\.self)
            .min()
    }

    func readable(descriptor: Int32) {
        if descriptor == signals.descriptor { return receiveSignals() }
        if descriptor == deck?.descriptor {
            deck?.changed(self)
            return
        }
        let now = MemberShell.now
        guard let keys = display.keys(at: now) else {
            shell.sockets.unwatch(descriptor: descriptor)
            return shell.handle(.leave, seat: seat)
        }
        frames.touched(at: now)
        take(keys, at: now)
    }

    /// A quiet word to the person; nil takes the one before away.
    func tell(_ text: String?) {
        note = text
        frames.isDirty = true
    }

    /// A line on standard error, where no picture stands yet or ever.
    func say(_ line: String) {
        if !settings.isQuiet { StandardStreams.say("\(settings.command): \(line)") }
    }
}
