import Glibc
import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import TerminalDevice
import TerminalView
import WebSocketLoop

/// Follows one room as one member, draws it, and does what the keys and the mouse ask.
final class RoomSession: MemberOwner {
    let shell: ClientLoop
    let display: any Display
    let signals: SignalDescriptor
    let settings: RoomSessionSettings
    let room: String
    let seat: Int
    /// The deck this member shows to the room, where it has brought one.
    var deck: WatchedDeck?
    /// Where what is seen is recorded, too.
    var tap: RecordingTap?

    /// The room as far as its events have been told; the core may be ahead by those of one message.
    var seen: Replica?
    var desk: LocalViewState
    /// Where this member reads who has left the others.
    var reader: DetachedReader?
    var ownDrag = OptimisticDrag()
    var hand: MouseDrag?
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
    var shelf = PageCache()
    var memory = PageMemory()
    var documents = DocumentCache()
    var frames: FramePace
    /// A sentence for the person, until the next key.
    private(set) var note: String?
    /// Why the connection was lost, until it is back.
    var lostReason = ""
    private var isStarted = false
    var end: ClientEnd?
    /// A signal that ended it.
    var signal: Int32?

    init(
        _ endpoint: Endpoint, client: ClientSettings, display: any Display, signals: SignalDescriptor,
        settings: RoomSessionSettings, authorities: TLSAuthorities? = nil
    ) throws {
        shell = try ClientLoop(authorities: authorities)
        self.display = display
        self.signals = signals
        self.settings = settings
        room = endpoint.path.split(separator: "/").last.map(String.init) ?? endpoint.path
        frames = FramePace(framesPerSecond: settings.framesPerSecond)
        desk = LocalViewState(
            hasPresenterView: settings.hasPresenterView, mouse: settings.mouse,
            timer: TalkClock(startedAt: ClientLoop.now, durationMilliseconds: settings.durationMilliseconds))
        seat = shell.add(endpoint, client)
        shell.owner = self
    }

    /// Follows until the person quits, a signal comes or the server says no; `keys` is where keys are typed.
    func follow(keys: Int32?) {
        shell.sockets.watch(descriptor: signals.descriptor)
        if let keys { shell.sockets.watch(descriptor: keys) }
        if let watched = deck?.descriptor { shell.sockets.watch(descriptor: watched) }
        shell.run()
        if frames.isDirty { draw(at: ClientLoop.now, evenIfEarly: true) }
        display.finish()
    }

    var core: ClientCore { shell.seats[seat].core }
    var role: Role { core.welcome?.role ?? .viewer }
    /// The room owner's clock.
    func roomNow(at now: Instant) -> Instant { core.clock.time(at: now) ?? now }

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
        let now = ClientLoop.now
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
