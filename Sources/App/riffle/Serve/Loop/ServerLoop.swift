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

    let mailbox: Mailbox<LoopCommand>
    private let loop: Int
    private let sockets: SocketLoop
    private let limits: Limits
    private let log: ServerLogger
    private var core: ServerCore
    private var access: AccessPolicy
    /// Connections that may present without a token and without the presenter key.
    private var localPresenters: Set<PeerID> = []
    /// The connections of `/echo`; nil unless frames are being checked.
    private let echo: Echo?
    /// The way to the cluster loop, the one after the last; nil for a single server.
    private var cluster: ClusterLink?
    private var clock: LoopClock
    /// The mailboxes of all loops, by number.
    private var others: [Mailbox<LoopCommand>] = []

    // Work that is done in portions.
    private var accepts = AcceptQueue<(descriptor: Int32, permit: ConnectionPermit)>()
    private var joinsAndLeaves = JoinLeaveQueue()
    private var journal: LoopJournalWriter?
    private var unpublished = PublishQueue()
    private var unsaved = UnsavedOperations()

    // One turn.
    /// Events raised while effects run; they wait until those are done.
    private var events: [ServerEvent] = []
    /// The events that the core handles. Stored, like the effects, so that each turn uses the memory of the last.
    private var pending: [ServerEvent] = []
    private var effects: [ServerEffect] = []
    /// The connections that get a message. Stored for the same reason.
    private var receivers: [ConnectionID] = []
    /// Whether effects run.
    private var isRunning = false

    /// Metrics of sockets, bytes and the loop itself, which the core cannot count.
    private var counts = ServerMetrics()
    /// When the timer fires, in milliseconds.
    private var timerAt: Int64?
    /// Set while the server drains; gets the word that this loop has no connections.
    private var drain: DrainCountdown?

    /// Most messages of members have less; pages that a presenter edits, and files, come in pieces.
    private static let receiveBufferBytes = 512

    init(
        loop: Int, loops: Int, settings: ServerSettings, rooms: [RoomSpec], journal: LoopJournalWriter?,
        cluster: ClusterLink?, log: ServerLogger, access: AccessPolicy, sending: SendMethod
    ) throws(SocketLoopError) {
        sockets = try SocketLoop(
            options: SocketLoop.Options(
                maximumMessageBytes: settings.limits.contentBytes, maximumConnections: access.limits.connections,
                receiveBufferBytes: ServerLoop.receiveBufferBytes, sending: sending, identity: access.identity,
                proxies: access.proxies))
        self.loop = loop
        mailbox = Mailbox(waker: sockets.waker)
        limits = settings.limits
        self.journal = journal
        self.cluster = cluster
        clock = cluster?.clock ?? LoopClock(of: nil)
        self.log = log
        core = ServerCore(loop: loop, loops: loops, settings: settings, rooms: rooms, now: clock.now()) {
            [documents = access.web?.documents] message in PageDocuments.encode(message, with: documents)
        }
        self.access = access
        echo = access.isEchoing ? Echo(sockets: sockets) : nil
        sockets.delegate = self
        counts.set(sendsWithRing: sockets.sendsWithRing)
        // All loops find the same.
        if loop == 0 { log.sending(withRing: sockets.sendsWithRing, trouble: sockets.ringTrouble) }
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
        while !events.isEmpty {
            cluster?.apply(leaseTo: &events)
            swap(&pending, &events)
            core.handle(pending, at: clock.now(), into: &effects)
            pending.removeAll(keepingCapacity: true)
            runEffects()
        }
        schedule()
    }

    private func runEffects() {
        isRunning = true
        for effect in effects { run(effect) }
        effects.removeAll(keepingCapacity: true)
        isRunning = false
    }

    /// Performs an operator's order and hands its records to the store, so that the caller can wait for their commit. In a
    /// cluster the answer waits for it.
    private func operate(_ operation: RoomOperation, on room: String, _ answer: OneShot<RoomOperationOutcome>) {
        cluster?.apply(leaseTo: &events)
        handleEvents()
        let outcome = core.operate(operation, on: room, at: clock.now(), into: &effects)
        runEffects()
        handleEvents()
        journal?.flush()
        // A store with a full backlog has not taken the records; then no answer comes.
        guard journal?.hasPending != true else { return }
        // Also that nothing had to be done may follow from a record that is not saved.
        guard cluster != nil, outcome != .moving, let number = journal?.newest(of: room) else {
            return answer.give(outcome)
        }
        unsaved.add(outcome, on: room, upTo: number, answer)
    }

    private func run(_ effect: ServerEffect) {
        switch effect {
        case .send(let bytes, let peers):
            let packet = Packet(bytes)
            counts.record(deliveries: peers.count, bytes: bytes.count)
            for peer in peers { if let receiver = ConnectionID(rawValue: peer.number) { receivers.append(receiver) } }
            sockets.send(packet, to: receivers) { events.append(.choked(PeerID($0.rawValue))) }
            receivers.removeAll(keepingCapacity: true)
        case .authorize(let peer, let room, let token):
            let authorization = access.authorization(of: token, for: room, isLocal: localPresenters.contains(peer))
            events.append(.authorized(peer, authorization))
        case .ping(let peers):
            sockets.ping(peers.compactMap { ConnectionID(rawValue: $0.number) })
        case .joinCompleted(let peer):
            if let connection = ConnectionID(rawValue: peer.number) { sockets.handshakeCompleted(connection) }
        case .close(let peer, let code, let reason):
            guard let connection = ConnectionID(rawValue: peer.number) else { return }
            sockets.close(connection, code: code.rawValue, reason: reason)
        case .message(let message, let loop):
            if loop < others.count { others[loop].push(.message(message)) } else { cluster?.send(message) }
        case .journal(let room, let epoch, let number, let record, let isAwaited):
            journal?.append(record, number, room: room, epoch: epoch, isAwaited: isAwaited)
        case .deleteRecords(let room, let epoch):
            unpublished.remove(room)
            unsaved.end(room)
            journal?.remove(room, epoch: epoch)
        case .log(let entry):
            log.note(entry)
        }
    }

    // MARK: Timer and commands of other threads

    private func schedule() {
        if let drain, core.connectionCount == 0 { drain.noteEmpty(loop) }
        let own = earliest(accepts.nextDeadline, journal?.flushAt)
        timerAt = earliest(core.nextDeadline.map { clock.machineMilliseconds(at: $0) }, own)
        sockets.schedule(atMilliseconds: timerAt)
    }

    func timerFired() {
        if let timerAt {
            counts.record(loopLagMicroseconds: MonotonicClock.microseconds - timerAt * 1_000)
        }
        let now = MonotonicClock.milliseconds
        adoptSome(at: now)
        if let deadline = journal?.flushAt, deadline <= now { journal?.flush() }
        handle(.tick)
    }

    func woken() {
        var messages: [LoopMessage] = []
        for command in mailbox.drain() {
            switch command {
            case .meet(let mailboxes): others = mailboxes
            case .adopt(let descriptor, let permit): accepts.append((descriptor, permit))
            case .secrets(let keys): access.keys = keys
            case .presenterKey(let key): access.presenterKey = key
            case .identity(let identity): sockets.use(identity)
            case .message(let message): messages.append(message)
            case .committed(let position):
                unpublished.add(core.markCommittedIfIdle(committed(journal?.committed(position))))
            case .recordsCommitted(let rooms):
                let newest = committed(journal?.committed(rooms))
                unsaved.committed(newest)
                unpublished.add(core.markCommittedIfIdle(newest))
            case .cluster(let command):
                // After the messages before it.
                if !messages.isEmpty { events.append(.messages(messages)) }
                messages = []
                perform(command)
            case .storeTrouble(let trouble): handle(.storeTrouble(trouble))
            case .report(let request, let withRooms): request.answer(report(withRooms: withRooms))
            case .operate(let room, let operation, let answer): operate(operation, on: room, answer)
            case .members(let room, let answer): answer.give(core.members(of: room))
            case .endRevoked:
                for (peer, token) in core.tokens where access.revoked.contains(RevokedToken(token)) {
                    handle(.revoked(peer))
                }
            case .drain(let milliseconds, let closesRooms, let countdown):
                drain = countdown
                handle(.drain(milliseconds: milliseconds, closesRooms: closesRooms))
            case .stop: sockets.stop()
            }
        }
        if !messages.isEmpty { handle(.messages(messages)) }
        handleJoinsAndLeaves()
        if !unpublished.isEmpty { handle(.committed(unpublished.take())) }
        adoptSome(at: MonotonicClock.milliseconds)
        schedule()
        if !joinsAndLeaves.isEmpty || !unpublished.isEmpty { sockets.waker.wake() }
    }

    /// Performs a command of the cluster loop.
    private func perform(_ command: ClusterCommand) {
        events.append(.cluster(command))
        guard case .unhost(let room, _) = command else { return }
        // What the home did before it is written first; another node decides whether that counts.
        handleEvents()
        unpublished.remove(room)
        unsaved.end(room)
        journal?.forget(room)
    }

    private func handleJoinsAndLeaves() {
        events += joinsAndLeaves.take()
        handleEvents()
    }

    private func adoptSome(at now: Int64) {
        guard !accepts.isEmpty else { return }
        let sinceMove = core.lastMovedAt.map { clock.now().milliseconds(since: $0) }
        let isMoving = sinceMove.map { $0 < ServerLoop.budget.movingMilliseconds } ?? false
        for connection in accepts.take(at: now, whileMoving: isMoving) { adopt(connection) }
    }

    private func adopt(_ connection: (descriptor: Int32, permit: ConnectionPermit)) {
        sockets.adopt(descriptor: connection.descriptor, permit: connection.permit)
    }

    /// The rooms of this loop whose records are committed.
    private func committed(_ found: (rooms: [String: RecordNumber], since: Int64?)?) -> [String: RecordNumber] {
        guard let (rooms, since) = found else { return [:] }
        if let since { counts.record(journalCommitMicroseconds: (MonotonicClock.milliseconds - since) * 1_000) }
        return rooms
    }

    private func report(withRooms: Bool) -> LoopReport {
        let now = MonotonicClock.milliseconds
        var metrics = core.metrics(at: clock.now())
        metrics.merge(counts)
        metrics.record(connectionsRefused: sockets.refusalCount, reason: "upgrade")
        if let lag = journal?.lag(now: now) {
            metrics.set(journalPending: lag.records, lagMilliseconds: lag.milliseconds)
        }
        let trouble = journal?.storeTrouble
        metrics.set(storeFails: trouble != nil, lastCommitSecond: journal?.lastCommitSecond)
        return LoopReport(
            metrics: metrics, rooms: withRooms ? core.roomStatuses : [], members: withRooms ? core.memberCounts : [:],
            lags: withRooms ? journal?.lags(now: now) ?? [:] : [:], isDraining: isGoingAway,
            storeTrouble: trouble, clusterTrouble: cluster?.trouble)
    }

    // MARK: Connections

    private var isGoingAway: Bool { drain != nil || cluster?.isDraining == true }
    /// Whether members may come: not while the node of a cluster does not know what time it is for them.
    private var isReadyForMembers: Bool { cluster?.hasTime ?? true }

    func upgradeRequested(_ request: UpgradeRequest) -> UpgradeDecision {
        if isGoingAway { return .refuse(status: 503, reason: "going away") }
        return isReadyForMembers ? access.decision(for: request) : .refuse(status: 503, reason: "not ready")
    }

    func opened(_ connection: ConnectionID, request: UpgradeRequest) {
        if echo?.opened(connection, path: request.path) == true { return sockets.handshakeCompleted(connection) }
        let room = AccessPolicy.room(at: request.path) ?? ""
        let peer = PeerID(connection.rawValue)
        counts.connectionOpened()
        if access.isLocalPresenter(request) { localPresenters.insert(peer) }
        log.opened(Address(loop: loop, peer: peer), room: room, from: request.remoteAddress)
        handle(.opened(peer, room: room, secret: Session(Secret.make(bytes: 12))))
    }

    func received(_ connection: ConnectionID, text: UnsafeRawBufferPointer) {
        if echo?.received(connection, text, isBinary: false) == true { return }
        counts.record(receivedBytes: text.count)
        var objects: [Result<ClientMessage, Malformed>] = []
        ClientMessageReader.readLines(text, limits: limits) { objects.append($0) }
        let peer = PeerID(connection.rawValue)
        guard core.isJoining(peer) || joinsAndLeaves.contains(peer) else { return handle(.received(peer, objects)) }
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
        localPresenters.remove(peer)
        let label = CloseLabel(code: code, by: core.isEnding(peer) ? .server : CloseLabel.side(of: code))
        counts.connectionClosed(label)
        log.closed(Address(loop: loop, peer: peer), label)
        joinsAndLeaves.append(closed: peer)
        sockets.waker.wake()
    }

    func resourceRequested(_ request: HTTPGet) -> HTTPResponse? { access.web?.answer(request) }

    func httpRequested(path: String, host: String?) -> HTTPResponse {
        switch path {
        case "/healthz": HTTPResponse(status: 200, text: "alive")
        case "/readyz":
            AdminPages.readiness(
                isDraining: isGoingAway, isOutOfDescriptors: DescriptorLimit.isReached,
                storeTrouble: journal?.storeTrouble, clusterTrouble: cluster?.trouble)
        default: HTTPResponse(status: 404, text: "not found")
        }
    }
}
