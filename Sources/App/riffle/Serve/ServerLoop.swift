import JSONCodec
import Metrics
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import RoomStore
import WebSocketLoop

/// The shell around one `ServerCore`: turns what sockets and threads do into events and runs the effects.
final class ServerLoop: SocketLoopDelegate {
    let mailbox: Mailbox<LoopCommand>
    let loop: Int
    let sockets: SocketLoop
    var core: ServerCore
    let limits: Limits
    /// To the rooms' memory, if they have one.
    var line: LoopJournalWriter?
    let log: ServerLogger
    var door: AccessPolicy
    /// The connections of `/echo`; nil unless frames are being checked.
    var echo: Echo?
    private var others: [Mailbox<LoopCommand>] = []
    private var arrivals = AcceptQueue<(descriptor: Int32, ticket: ConnectionPermit)>()
    var crossings = JoinLeaveQueue()
    /// What has become safe in rooms that wait for it and are not told yet.
    private var safe: [String: RecordNumber] = [:]
    /// Events that came up while effects were run; they wait until those are done.
    var events: [ServerEvent] = []
    private var effects: [ServerEffect] = []
    private var isRunning = false
    /// What the core cannot count: sockets, bytes, the loop itself.
    var counts = ServerMetrics()
    /// When the timer is to fire, in milliseconds.
    private var timerDueAt: Int64?
    /// When a loop that was told to stop no longer waits for its connections' goodbyes.
    var stopsAt: Int64?

    /// Milliseconds without an offset after which nobody here sees anything move.
    private static let stillMilliseconds: Int64 = 100
    /// Milliseconds a stopping loop gives its connections.
    private static let goodbyeMilliseconds: Int64 = 1_500

    init(
        loop: Int, loops: Int, settings: ServerSettings, rooms: [RoomSpec], line: LoopJournalWriter?, log: ServerLogger,
        door: AccessPolicy
    ) throws(SocketLoopError) {
        sockets = try SocketLoop(
            options: SocketLoop.Options(
                maximumMessageBytes: settings.limits.contentBytes, maximumConnections: door.limits.connections,
                pacesEndings: true, identity: door.identity))
        self.loop = loop
        mailbox = Mailbox(waker: sockets.waker)
        limits = settings.limits
        self.line = line
        self.log = log
        let now = Instant(milliseconds: SocketLoop.now())
        core = ServerCore(loop: loop, loops: loops, settings: settings, rooms: rooms, now: now) { message in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(256)
            ServerMessageWriter.encode(message, into: &bytes)
            return bytes
        }
        self.door = door
        if door.isEchoing { echo = Echo(sockets: sockets) }
        sockets.delegate = self
    }

    /// Blocks until the loop was told to stop and its connections are gone.
    func run() {
        sockets.run()
        // Who never had a turn; the loop has ended and closes them.
        for arrival in arrivals.takeRest() { adopt(arrival) }
        while !crossings.isEmpty { letSomeCross() }
        line?.handIn()
    }

    func handle(_ event: ServerEvent) {
        events.append(event)
        handleEvents()
    }

    /// Hands what has come up to the core, all at once, and runs what follows from it, until nothing more does.
    private func handleEvents() {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        while !events.isEmpty {
            var due: [ServerEvent] = []
            swap(&due, &events)
            core.handle(due, at: Instant(milliseconds: SocketLoop.now()), into: &effects)
            let following = effects
            effects.removeAll(keepingCapacity: true)
            for effect in following { run(effect) }
        }
        schedule()
    }

    private func run(_ effect: ServerEffect) {
        switch effect {
        case .send(let bytes, let peers):
            let packet = Packet(bytes)
            counts.record(deliveries: peers.count, bytes: bytes.count)
            for peer in peers {
                guard let connection = ConnectionID(rawValue: peer.number) else { continue }
                if sockets.send(packet, to: connection) == .choked { events.append(.choked(peer)) }
            }
        case .authorize(let peer, let room, let token):
            events.append(.authorized(peer, door.authorization(of: token, for: room)))
        case .ping(let peer):
            if let connection = ConnectionID(rawValue: peer.number) { sockets.ping(connection) }
        case .admitted(let peer):
            if let connection = ConnectionID(rawValue: peer.number) { sockets.handshakeCompleted(connection) }
        case .close(let peer, let code, let reason):
            guard let connection = ConnectionID(rawValue: peer.number) else { return }
            sockets.close(connection, code: code.rawValue, reason: reason)
        case .mail(let mail, let loop):
            others[loop].push(.mail(mail))
        case .journal(let room, let number, let record, let isAwaited):
            line?.append(record, number, room: room, isAwaited: isAwaited)
        case .forget(let room):
            // Numbers of this room's records mean nothing in the next of its name.
            safe[room] = nil
            line?.forget(room)
        case .log(let entry):
            log.note(entry)
        }
    }

    private func schedule() {
        if stopsAt != nil, core.connectionCount == 0 { sockets.stop() }
        let own = earliest(stopsAt, earliest(arrivals.nextMoment, line?.dueAt))
        let deadline = earliest(core.nextDeadline?.milliseconds, own)
        timerDueAt = deadline
        sockets.schedule(atMilliseconds: deadline)
    }

    func timerFired() {
        if let timerDueAt {
            counts.record(loopLagMicroseconds: SocketLoop.nowMicroseconds() - timerDueAt * 1_000)
        }
        if let stopsAt, SocketLoop.now() >= stopsAt { return sockets.stop() }
        let now = SocketLoop.now()
        adoptSome(at: now)
        if let due = line?.dueAt, due <= now { line?.handIn() }
        handle(.tick)
    }

    func woken() {
        var mails: [LoopMessage] = []
        for order in mailbox.drain() {
            switch order {
            case .meet(let mailboxes): others = mailboxes
            case .adopt(let descriptor, let ticket): arrivals.append((descriptor, ticket))
            case .secrets(let keys): door.keys = keys
            case .identity(let identity): sockets.use(identity)
            case .mail(let mail): mails.append(mail)
            case .committed(let position):
                safe.merge(core.markCommittedIfIdle(committed(position)), uniquingKeysWith: max)
            case .storeTrouble(let trouble): handle(.storeTrouble(trouble))
            case .report(let inquiry, let withRooms): inquiry.answer(report(withRooms: withRooms))
            case .stop(let milliseconds):
                stopsAt = SocketLoop.now() + milliseconds + ServerLoop.goodbyeMilliseconds
                handle(.drain(milliseconds: milliseconds))
            }
        }
        if !mails.isEmpty { handle(.mail(mails)) }
        letSomeCross()
        tellSomeSafe()
        adoptSome(at: SocketLoop.now())
        schedule()
        if !crossings.isEmpty || !safe.isEmpty { sockets.waker.wake() }
    }

    /// Four rooms in each turn: a commit may let hundreds speak at once, and who asks something meanwhile is answered in
    /// between.
    private func tellSomeSafe() {
        guard !safe.isEmpty else { return }
        var turn: [String: RecordNumber] = [:]
        while turn.count < 4, let (room, number) = safe.popFirst() { turn[room] = number }
        handle(.journaled(turn))
    }

    private func letSomeCross() {
        events += crossings.take()
        handleEvents()
    }

    private func adoptSome(at now: Int64) {
        let moved = core.lastMovedAt.map { now - $0.milliseconds }
        let isMoving = moved.map { $0 < ServerLoop.stillMilliseconds } ?? false
        for arrival in arrivals.take(at: now, whileMoving: isMoving) { adopt(arrival) }
    }

    private func adopt(_ arrival: (descriptor: Int32, ticket: ConnectionPermit)) {
        sockets.adopt(descriptor: arrival.descriptor, ticket: arrival.ticket)
    }
}
