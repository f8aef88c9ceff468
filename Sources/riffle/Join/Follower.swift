import Glibc
import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import SocketLoop
import TerminalDevice
import TerminalView

/// Follows one room as one member, draws it, and does what the keys ask.
final class Follower: MemberOwner {
    let shell: MemberShell
    let display: any Display
    private let signals: SignalDescriptor
    private let room: String
    let seat: Int
    private let frameMilliseconds: Int64
    private var link = StatusLine.Link.reconnecting
    private var note: String?
    private var isDirty = true
    private var isStarted = false
    private var drawnAt = Instant(milliseconds: .min / 2)
    private var memory = PageMemory()
    /// A drag a key plays, and the request that took hold.
    var swipe: Swipe?
    var swipeRequest: RequestID?
    var dragNumber: Int64 = 0
    private(set) var end: ClientEnd?
    /// A signal that ended it.
    private(set) var signal: Int32?

    init(
        _ endpoint: Endpoint, settings: ClientSettings, display: any Display, signals: SignalDescriptor,
        framesPerSecond: Int, authorities: TLSAuthorities? = nil
    ) throws {
        shell = try MemberShell(authorities: authorities)
        self.display = display
        self.signals = signals
        room = endpoint.path.split(separator: "/").last.map(String.init) ?? endpoint.path
        frameMilliseconds = Int64(max(1, 1_000 / framesPerSecond))
        seat = shell.add(endpoint, settings)
        shell.owner = self
    }

    /// Follows until the person quits, a signal comes or the server says no; `keys` is where keys are typed.
    func follow(keys: Int32?) {
        shell.sockets.watch(descriptor: signals.descriptor)
        if let keys { shell.sockets.watch(descriptor: keys) }
        shell.run()
        if isDirty { draw(at: MemberShell.now, evenIfEarly: true) }
        display.finish()
    }

    var core: ClientCore { shell.seats[seat].core }

    func happened(_ effect: ClientEffect, seat: Int) {
        switch effect {
        case .joined:
            tellSize()
            memory.clear()
            (link, note) = (.inStep, nil)
        case .replaced, .happened, .moved:
            link = .inStep
            isDirty = true
        case .answered(let id, .refused(_, let refusal, _)):
            refused(refusal, request: id)
        case .pages(_, let pages):
            memory.note(pages)
            isDirty = true
        case .notice(let notice):
            tell(notice.text)
        case .waiting(_, let reason):
            link = .reconnecting
            swipe = nil
            tell(reason)
            if core.replica == nil { StandardStreams.say("riffle join: \(reason); trying again") }
        case .ended(let end):
            self.end = end
            shell.stop()
        default:
            break
        }
    }

    func settled(at now: Instant) -> Instant? {
        if !isStarted {
            isStarted = true
            shell.handle(.start, seat: seat)
        }
        if let deadline = display.keyDeadline, deadline <= now { isDirty = true }
        for intent in display.waitingIntents(at: now) { perform(intent) }
        play(at: now)
        return [draw(at: now), swipe?.nextDeadline, display.keyDeadline].compactMap(\.self).min()
    }

    /// Draws when something changed or moves by itself, no more often than the frame rate; returns the next frame.
    @discardableResult
    private func draw(at now: Instant, evenIfEarly: Bool = false) -> Instant? {
        guard let replica = core.replica else { return nil }
        var isMoving = false
        if case .settling = replica.phase { isMoving = true }
        guard isDirty || isMoving else { return nil }
        let due = drawnAt.advanced(byMilliseconds: frameMilliseconds)
        guard due <= now || evenIfEarly else { return due }
        drawnAt = now
        isDirty = false
        remember(replica)
        let serverNow = core.clock.time(at: now) ?? now
        display.show(
            FollowedRoom(
                name: room, replica: replica, beyond: memory.pages, position: replica.position(at: serverNow),
                now: serverNow, link: link, roundTripMilliseconds: core.clock.roundTripMilliseconds, note: note))
        return isMoving ? now.advanced(byMilliseconds: frameMilliseconds) : nil
    }

    /// Keeps the pages that were seen, and asks for those on the way that were not.
    private func remember(_ replica: Replica) {
        memory.note(replica)
        guard let first = memory.wanted(replica) else { return }
        shell.pages(from: first, count: 3, seat: seat)
    }

    func readable(descriptor: Int32) {
        guard descriptor != signals.descriptor else { return receiveSignals() }
        guard let intents = display.intents(at: MemberShell.now) else {
            shell.sockets.unwatch(descriptor: descriptor)
            return shell.handle(.leave, seat: seat)
        }
        isDirty = true
        for intent in intents { perform(intent) }
    }

    private func receiveSignals() {
        for signal in (try? signals.read()) ?? [] {
            if signal == SIGWINCH {
                isDirty = true
                tellSize()
            } else {
                self.signal = signal
                shell.handle(.leave, seat: seat)
            }
        }
    }

    /// Tells the room the size of the own window.
    private func tellSize() {
        guard let size = display.size else { return }
        shell.request(.resize(width: Int64(size.columns), height: Int64(size.rows)), seat: seat)
    }

    func tell(_ text: String?) {
        note = text
        isDirty = true
    }
}
