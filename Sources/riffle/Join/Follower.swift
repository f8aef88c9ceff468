import Glibc
import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import SocketLoop
import TerminalDevice
import TerminalView

/// Where a followed room is shown.
protocol Display: AnyObject {
    /// Shows `view`; called when something changed, and at every frame while the pager moves by itself.
    func show(_ view: FollowedRoom)
    /// Keys can be read; returns what they want, nil when there will be no more.
    func intents(at now: Instant) -> [Intent]?
    /// When to look at waiting keys again, and what they are then.
    var keyDeadline: Instant? { get }
    func waitingIntents(at now: Instant) -> [Intent]
    /// The window as it is now; nil where there is none.
    var size: WindowSize? { get }
    /// Leaves everything as it was found.
    func finish()
}

extension Display {
    func intents(at now: Instant) -> [Intent]? { [] }
    var keyDeadline: Instant? { nil }
    func waitingIntents(at now: Instant) -> [Intent] { [] }
    var size: WindowSize? { nil }
    func finish() {}
}

/// What there is to show of a room at one moment.
struct FollowedRoom {
    let name: String
    let replica: Replica
    let position: Position
    /// The room owner's clock.
    let now: Instant
    let link: StatusLine.Link
    let roundTripMilliseconds: Int64?
    let note: String?
}

/// Follows one room as one member, draws it, and does what the keys ask.
final class Follower: MemberOwner {
    private let shell: MemberShell
    private let display: any Display
    private let signals: SignalDescriptor
    private let room: String
    private let seat: Int
    private let frameMilliseconds: Int64
    private var link = StatusLine.Link.reconnecting
    private var note: String?
    private var isDirty = true
    private var isStarted = false
    private var drawnAt = Instant(milliseconds: .min / 2)
    private var swipe: Swipe?
    private var dragNumber: Int64 = 0
    private(set) var end: ClientEnd?
    /// A signal that ended it.
    private(set) var signal: Int32?

    init(
        _ endpoint: Endpoint, settings: ClientSettings, display: any Display, signals: SignalDescriptor,
        framesPerSecond: Int
    ) throws {
        shell = try MemberShell()
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

    private var core: ClientCore { shell.seats[seat].core }

    func happened(_ effect: ClientEffect, seat: Int) {
        switch effect {
        case .joined:
            tellSize()
            (link, note) = (.inStep, nil)
        case .replaced, .happened, .moved:
            link = .inStep
            isDirty = true
        case .answered(_, .refused(_, let refusal, _)) where refusal.code != .coalesced:
            tell(refusal.reason)
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
        let serverNow = core.clock.time(at: now) ?? now
        display.show(
            FollowedRoom(
                name: room, replica: replica, position: replica.position(at: serverNow), now: serverNow, link: link,
                roundTripMilliseconds: core.clock.roundTripMilliseconds, note: note))
        return isMoving ? now.advanced(byMilliseconds: frameMilliseconds) : nil
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

    private func tell(_ text: String?) {
        note = text
        isDirty = true
    }
}

extension Follower {
    private func perform(_ intent: Intent) {
        tell(nil)
        guard core.stage == .following, let replica = core.replica else {
            if intent == .quit { shell.handle(.leave, seat: seat) }
            return
        }
        switch intent {
        case .quit: shell.handle(.leave, seat: seat)
        case .next(let count): turn(.forward, count, replica)
        case .back(let count): turn(.back, count, replica)
        case .first: shell.request(.jump(PageIndex(0), animated: true), seat: seat)
        case .last:
            guard replica.wrap != .unbounded else { return tell("an endless row has no last page") }
            shell.request(.jumpToItem(max(0, replica.count - 1), animated: true), seat: seat)
        case .goTo(let page):
            let isListed = replica.wrap != .unbounded
            guard !isListed || page > 0 else { return tell("pages count from 1") }
            shell.request(
                isListed ? .jumpToItem(Int(page) - 1, animated: true) : .jump(PageIndex(page), animated: true),
                seat: seat)
        case .swipe(let direction): beginSwipe(direction)
        case .help: break
        case .unknown(let key): tell("\(key) does nothing; ? shows the keys")
        }
    }

    /// One page is a step, which only goes from the page it was meant for; several are a jump.
    private func turn(_ direction: Input.Direction, _ count: Int64, _ replica: Replica) {
        let from = core.stepTarget ?? replica.target
        if count == 1 {
            shell.request(.step(direction, from: from), seat: seat)
        } else {
            shell.request(.jump(from + count * direction.rawValue, animated: true), seat: seat)
        }
    }

    private func beginSwipe(_ direction: Input.Direction) {
        guard swipe == nil else { return }
        dragNumber += 1
        swipe = Swipe(DragID(dragNumber), direction, at: MemberShell.now)
        shell.request(.dragBegan(DragID(dragNumber), viewport: nil), seat: seat)
    }

    private func play(at now: Instant) {
        while let request = swipe?.next(at: now) {
            shell.request(request, seat: seat)
            if case .dragEnded = request { swipe = nil }
        }
    }
}
