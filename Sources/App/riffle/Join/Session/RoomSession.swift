import Glibc
import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import TerminalDevice
import TerminalView
import WebSocketLoop

/// One member's session in a room: connects `SessionController` to the sockets, the display, the signals and the deck.
final class RoomSession: MemberOwner {
    private let loop: ClientLoop
    private let client: Int
    private let display: any Display
    private let signals: SignalDescriptor
    private let settings: RoomSessionSettings
    /// The deck that this member shows to the room, if any.
    private let deck: WatchedDeck?
    /// Records what this member sees, if it was asked for.
    private var tap: RecordingTap?
    private var frames: FramePace
    private var cutPage = CutPage()
    private lazy var controller = SessionController(
        host: self, room: room, settings: settings, at: ClientLoop.now)
    private let room: String
    /// The address that this member was connected to last, or is to be first.
    private var address: Endpoint
    private var isStarted = false
    private(set) var end: ClientEnd?
    /// The most members at a time, this one included.
    private(set) var mostPeople = 0
    /// The signal that ended the session.
    private(set) var signal: Int32?

    init(
        _ addresses: RoomAddresses, client settings: ClientSettings, display: any Display, signals: SignalDescriptor,
        settings sessionSettings: RoomSessionSettings, authorities: TLSAuthorities?, deck: WatchedDeck?,
        tap: RecordingTap?
    ) throws {
        loop = try ClientLoop(authorities: authorities)
        client = loop.add(addresses, settings)
        address = addresses.current
        self.display = display
        self.signals = signals
        self.settings = sessionSettings
        self.deck = deck
        self.tap = tap
        room = addresses.room
        frames = FramePace(framesPerSecond: sessionSettings.framesPerSecond)
        loop.owner = self
    }

    /// Runs until the person quits, a signal comes or the server ends it.
    ///
    /// - Parameter keys: the descriptor where keys are typed; nil without one.
    func run(keys: Int32?) {
        defer { tap?.finish(core, at: ClientLoop.now) }
        loop.sockets.watch(descriptor: signals.descriptor)
        if let keys { loop.sockets.watch(descriptor: keys) }
        if let descriptor = deck?.descriptor { loop.sockets.watch(descriptor: descriptor) }
        loop.run()
        if frames.isDirty { draw(at: ClientLoop.now, evenIfEarly: true) }
        display.finish()
    }

    /// Shows a note in the status line.
    func notify(_ text: String) { controller.notify(text) }

    // MARK: Loop

    func happened(_ effect: ClientEffect, client: Int) {
        let now = ClientLoop.now
        record(effect, at: now)
        if case .answered(let id, .refused(_, let refusal, _)) = effect, deck?.refused(id, refusal, self) == true {
            return frames.setNeedsDisplay()
        }
        controller.handle(effect, at: now)
        if let replica = core.replica {
            mostPeople = max(mostPeople, replica.members.count { !$0.isAway } + replica.viewers)
        }
        switch effect {
        case .joined(let welcome):
            if welcome.recovered { deck?.joined(self) }
            noteAddress()
        case .replaced: deck?.joined(self)
        case .answered(let id, .accepted): deck?.accepted(id, self)
        case .ended(.roomClosed) where display.size != nil && core.replica != nil:
            // The window stays, with the last page, until the person quits.
            self.end = .left
        case .ended(let end):
            self.end = end
            loop.stop()
        default: break
        }
    }

    func settled(at now: Instant) -> Instant? {
        if !isStarted {
            isStarted = true
            loop.handle(.start, client: client)
        }
        // Writes a file, so not between the events of one message: a recording would keep them apart.
        deck?.roomChanged(self)
        controller.read(display.waitingKeys(at: now), at: now)
        controller.advance(at: now)
        display.setMouse(controller.wantsMouse)
        let frame = draw(at: now)
        return [frame, controller.nextDeadline, display.keyDeadline].compactMap(\.self).min()
    }

    func readable(descriptor: Int32) {
        if descriptor == signals.descriptor { return receiveSignals() }
        if descriptor == deck?.descriptor {
            deck?.changed(self)
            return
        }
        let now = ClientLoop.now
        guard let keys = display.keys(at: now) else {
            loop.sockets.unwatch(descriptor: descriptor)
            return leave()
        }
        frames.touched(at: now)
        controller.read(keys, at: now)
    }

    /// Tells the person which of the room's addresses this is, when it is another than before.
    private func noteAddress() {
        let now = loop.address(of: client)
        defer { address = now }
        guard now.isElsewhere(than: address) else { return }
        let text = "connected to \(now)"
        if display.size == nil { printLine(text) } else { notify(text) }
    }

    /// A full disk ends the recording, not the session.
    private func record(_ effect: ClientEffect, at now: Instant) {
        do {
            try tap?.note(effect, of: core, at: now)
        } catch {
            tap = nil
            notify("recording stopped: \(error)")
        }
    }

    // MARK: Drawing

    /// Draws when something has changed or moves by itself, at most at the frame rate; returns when to come again.
    @discardableResult
    private func draw(at now: Instant, evenIfEarly: Bool = false) -> Instant? {
        guard core.replica != nil else { return nil }
        let isMoving = controller.isMoving(at: now, since: frames.lastDrawn)
        guard frames.isDue(at: now) || isMoving else { return frames.changesAt }
        guard frames.next <= now || evenIfEarly else { return frames.next }
        controller.willDraw()
        guard let view = controller.view(at: now) else { return nil }
        frames.drawn(at: now, changesAt: controller.nextChange(view, at: now))
        display.show(view)
        if let isCut = cutPage.next(view, windowSize) { loop.setCut(isCut, client: client) }
        return isMoving ? frames.frame(after: now) : frames.changesAt
    }

    // MARK: Signals

    private func receiveSignals() {
        let now = ClientLoop.now
        for signal in (try? signals.read()) ?? [] {
            switch signal {
            case SIGWINCH:
                frames.touched(at: now)
                controller.resized(at: now)
            case SIGTSTP: suspend()
            case SIGCONT:
                display.forgetPicture()
                frames.touched(at: now)
            default: end(by: signal)
            }
        }
    }

    private func end(by signal: Int32) {
        self.signal = signal
        leave()
    }
}

extension RoomSession: SessionHost {
    var core: ClientCore { loop.core(of: client) }
    var windowSize: WindowSize? { display.size }

    @discardableResult
    func request(_ request: Request) -> RequestID? { loop.request(request, client: client) }

    @discardableResult
    func fetchPages(from first: PageIndex, count: Int) -> RequestID? {
        loop.pages(from: first, count: count, client: client)
    }

    func leave() {
        // A session that has ended only shows its last page.
        if end != nil { loop.stop() } else { loop.handle(.leave, client: client) }
    }

    /// Stops the process as Ctrl-Z does, and resumes where the room is by then.
    func suspend() {
        controller.cancelGesture(at: ClientLoop.now)
        display.suspend()
        // The signal that continued the process is still to be read; it has no further meaning.
        let waiting = ((try? signals.read()) ?? []).filter { $0 != SIGCONT && $0 != SIGTSTP }
        if let signal = waiting.first(where: { $0 != SIGWINCH }) { return end(by: signal) }
        frames.touched(at: ClientLoop.now)
        controller.resized(at: ClientLoop.now)
    }

    func redraw() { display.forgetPicture() }

    func setNeedsDisplay() { frames.setNeedsDisplay() }

    func printLine(_ line: String) {
        if !settings.isQuiet { StandardStreams.printError("\(settings.command): \(line)") }
    }
}
