import JSONCodec
import Metrics
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Platform
import RoomStore
import WebSocketLoop

/// The shell around one `ServerCore`: turns sockets and commands of other threads into events, and runs the effects.
final class ServerLoop: SocketLoopDelegate {
    private static let budget = LoopBudget.standard
    /// Milliseconds that a stopping loop gives its connections after the drain.
    private static let closeMilliseconds: Int64 = 1_500

    let mailbox: Mailbox<LoopCommand>
    private let loop: Int
    private let sockets: SocketLoop
    private let limits: Limits
    private let log: ServerLogger
    private var core: ServerCore
    private var access: AccessPolicy
    /// The connections of `/echo`; nil unless frames are being checked.
    private let echo: Echo?
    /// The mailboxes of all loops, by number.
    private var others: [Mailbox<LoopCommand>] = []

    // Work that is done in portions.
    private var accepts = AcceptQueue<(descriptor: Int32, permit: ConnectionPermit)>()
    private var joinsAndLeaves = JoinLeaveQueue()
    private var journal: LoopJournalWriter?
    /// Committed records that rooms wait for and that are not published yet.
    private var unpublished: [String: RecordNumber] = [:]

    // One turn.
    /// Events raised while effects run; they wait until those are done.
    private var events: [ServerEvent] = []
    private var effects: [ServerEffect] = []
    private var isRunning = false

    /// Metrics of sockets, bytes and the loop itself, which the core cannot count.
    private var counts = ServerMetrics()
    /// When the timer fires, in milliseconds.
    private var timerAt: Int64?
    /// When a stopping loop ends even if connections are left.
    private var stopsAt: Int64?

    init(
        loop: Int, loops: Int, settings: ServerSettings, rooms: [RoomSpec], journal: LoopJournalWriter?,
        log: ServerLogger, access: AccessPolicy
    ) throws(SocketLoopError) {
        sockets = try SocketLoop(
            options: SocketLoop.Options(
                maximumMessageBytes: settings.limits.contentBytes, maximumConnections: access.limits.connections,
                identity: access.identity))
        self.loop = loop
        mailbox = Mailbox(waker: sockets.waker)
        limits = settings.limits
        self.journal = journal
        self.log = log
        let now = Instant(milliseconds: MonotonicClock.milliseconds)
        core = ServerCore(loop: loop, loops: loops, settings: settings, rooms: rooms, now: now) { message in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(256)
            ServerMessageWriter.encode(message, into: &bytes)
            return bytes
        }
        self.access = access
        echo = access.isEchoing ? Echo(sockets: sockets) : nil
        sockets.delegate = self
    }

    /// Blocks until the loop was told to stop and its connections are gone.
    func run() {
        sockets.run()
        // The loop has ended and closes the connections that still wait.
        for connection in accepts.takeAll() { adopt(connection) }
        while !joinsAndLeaves.isEmpty { handleJoinsAndLeaves() }
        journal?.flush()
    }

    // MARK: Events and effects

    private func handle(_ event: ServerEvent) {
        events.append(event)
        handleEvents()
    }

    /// Hands all pending events to the core together and runs the effects, until there are no more events.
    private func handleEvents() {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        while !events.isEmpty {
            var pending: [ServerEvent] = []
            swap(&pending, &events)
            core.handle(pending, at: Instant(milliseconds: MonotonicClock.milliseconds), into: &effects)
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
            events.append(.authorized(peer, access.authorization(of: token, for: room)))
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
            journal?.append(record, number, room: room, isAwaited: isAwaited)
        case .forget(let room):
            // The record numbers of this room mean nothing in a later room with its name.
            unpublished[room] = nil
            journal?.forget(room)
        case .log(let entry):
            log.note(entry)
        }
    }

    // MARK: Timer and commands of other threads

    private func schedule() {
        if stopsAt != nil, core.connectionCount == 0 { sockets.stop() }
        let own = earliest(stopsAt, earliest(accepts.nextDeadline, journal?.flushAt))
        timerAt = earliest(core.nextDeadline?.milliseconds, own)
        sockets.schedule(atMilliseconds: timerAt)
    }

    func timerFired() {
        if let timerAt {
            counts.record(loopLagMicroseconds: MonotonicClock.microseconds - timerAt * 1_000)
        }
        let now = MonotonicClock.milliseconds
        if let stopsAt, now >= stopsAt { return sockets.stop() }
        adoptSome(at: now)
        if let deadline = journal?.flushAt, deadline <= now { journal?.flush() }
        handle(.tick)
    }

    func woken() {
        var mails: [LoopMessage] = []
        for command in mailbox.drain() {
            switch command {
            case .meet(let mailboxes): others = mailboxes
            case .adopt(let descriptor, let permit): accepts.append((descriptor, permit))
            case .secrets(let keys): access.keys = keys
            case .identity(let identity): sockets.use(identity)
            case .mail(let mail): mails.append(mail)
            case .committed(let position):
                unpublished.merge(core.markCommittedIfIdle(committed(position)), uniquingKeysWith: max)
            case .storeTrouble(let trouble): handle(.storeTrouble(trouble))
            case .report(let request, let withRooms): request.answer(report(withRooms: withRooms))
            case .stop(let milliseconds):
                stopsAt = MonotonicClock.milliseconds + milliseconds + ServerLoop.closeMilliseconds
                handle(.drain(milliseconds: milliseconds))
            }
        }
        if !mails.isEmpty { handle(.mail(mails)) }
        handleJoinsAndLeaves()
        publishSome()
        adoptSome(at: MonotonicClock.milliseconds)
        schedule()
        if !joinsAndLeaves.isEmpty || !unpublished.isEmpty { sockets.waker.wake() }
    }

    private func publishSome() {
        guard !unpublished.isEmpty else { return }
        var portion: [String: RecordNumber] = [:]
        while portion.count < ServerLoop.budget.committedRoomsPerTurn, let (room, number) = unpublished.popFirst() {
            portion[room] = number
        }
        handle(.journaled(portion))
    }

    private func handleJoinsAndLeaves() {
        events += joinsAndLeaves.take()
        handleEvents()
    }

    private func adoptSome(at now: Int64) {
        let sinceMove = core.lastMovedAt.map { now - $0.milliseconds }
        let isMoving = sinceMove.map { $0 < ServerLoop.budget.movingMilliseconds } ?? false
        for connection in accepts.take(at: now, whileMoving: isMoving) { adopt(connection) }
    }

    private func adopt(_ connection: (descriptor: Int32, permit: ConnectionPermit)) {
        sockets.adopt(descriptor: connection.descriptor, ticket: connection.permit)
    }

    /// The rooms of this loop with records up to `position`.
    private func committed(_ position: JournalPosition) -> [String: RecordNumber] {
        guard let (rooms, since) = journal?.committed(position) else { return [:] }
        if let since { counts.record(journalCommitMicroseconds: (MonotonicClock.milliseconds - since) * 1_000) }
        return rooms
    }

    private func report(withRooms: Bool) -> LoopReport {
        let now = MonotonicClock.milliseconds
        var metrics = core.metrics(at: Instant(milliseconds: now))
        metrics.merge(counts)
        metrics.record(connectionsRefused: sockets.refusalCount)
        if let lag = journal?.lag(now: now) {
            metrics.set(journalPending: lag.records, lagMilliseconds: lag.milliseconds)
        }
        return LoopReport(metrics: metrics, rooms: withRooms ? core.standings : [], isDraining: stopsAt != nil)
    }

    // MARK: Connections

    func upgradeRequested(_ request: UpgradeRequest) -> UpgradeDecision { access.decision(for: request) }

    func opened(_ connection: ConnectionID, request: UpgradeRequest) {
        if echo?.opened(connection, path: request.path) == true { return sockets.handshakeCompleted(connection) }
        let room = AccessPolicy.room(at: request.path) ?? ""
        let peer = PeerID(connection.rawValue)
        counts.connectionOpened()
        log.opened(Address(loop: loop, peer: peer), room: room, from: request.remoteAddress)
        handle(.opened(peer, room: room, secret: Session(Secret.make(bytes: 12))))
    }

    func received(_ connection: ConnectionID, text: UnsafeRawBufferPointer) {
        if echo?.received(connection, text, isBinary: false) == true { return }
        counts.record(receivedBytes: text.count)
        var objects: [Result<ClientMessage, Malformed>] = []
        ClientMessageReader.readLines(text, limits: limits) { objects.append($0) }
        let peer = PeerID(connection.rawValue)
        guard core.isComingIn(peer) || joinsAndLeaves.contains(peer) else { return handle(.received(peer, objects)) }
        joinsAndLeaves.append(received: .received(peer, objects), from: peer)
        sockets.waker.wake()
    }

    func takesBinary(_ connection: ConnectionID) -> Bool { echo?.contains(connection) == true }

    func received(_ connection: ConnectionID, binary: UnsafeRawBufferPointer) {
        _ = echo?.received(connection, binary, isBinary: true)
    }

    func receivedPong(_ connection: ConnectionID) {
        // The core checks the times of all connections each second and finds it then.
        events.append(.pong(PeerID(connection.rawValue)))
    }

    func writable(_ connection: ConnectionID) {
        if echo?.writable(connection) == true { return }
        handle(.writable(PeerID(connection.rawValue)))
    }

    func closed(_ connection: ConnectionID, code: UInt16?, reason: String) {
        if echo?.closed(connection) == true { return }
        let peer = PeerID(connection.rawValue)
        let label = CloseLabel(code: code, by: core.isEnding(peer) ? .server : CloseLabel.side(of: code))
        counts.connectionClosed(label)
        log.closed(Address(loop: loop, peer: peer), label)
        joinsAndLeaves.append(closed: peer)
        sockets.waker.wake()
    }

    func httpRequested(path: String, host: String?) -> HTTPResponse {
        switch path {
        case "/healthz": HTTPResponse(status: 200, text: "alive\n")
        case "/readyz" where stopsAt == nil: HTTPResponse(status: 200, text: "ready\n")
        case "/readyz": HTTPResponse(status: 503, text: "going away\n")
        default: HTTPResponse(status: 404, text: "not found\n")
        }
    }
}
