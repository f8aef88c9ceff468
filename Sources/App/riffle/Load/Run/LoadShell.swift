import Glibc
import LoadTesting
import Platform
import Support
import WebSocketLoop

/// Drives a load machine over sockets: one loop, and one connection for each user.
final class LoadShell<Machine: LoadMachine, Dialect: LoadDialect>: SocketLoopDelegate, LoadWork
where Dialect.Inbound == Machine.Inbound, Dialect.Outbound == Machine.Outbound {
    private struct UserConnection {
        let connection: ConnectionID
        /// Packets that wait until the socket is writable.
        var waiting: [Packet] = []
        /// Their bytes, and when the socket last took one.
        private var waitingBytes = 0
        private var tookAt = LoadTime(microseconds: 0)

        init(_ connection: ConnectionID) { self.connection = connection }

        mutating func hold(_ packet: Packet, at now: LoadTime) {
            if waiting.isEmpty { tookAt = now }
            waiting.append(packet)
            waitingBytes += LoadLimits.bytes(of: packet)
        }

        mutating func took(_ count: Int, at now: LoadTime) {
            waitingBytes -= waiting[..<count].reduce(0) { $0 + LoadLimits.bytes(of: $1) }
            waiting.removeFirst(count)
            tookAt = now
        }

        /// Whether the server reads nothing: a user may send faster than any server reads.
        func isUnread(at now: LoadTime) -> Bool {
            waitingBytes > LoadLimits.mostWaitingBytes
                || waitingBytes > LoadLimits.waitingBytes
                    && now.microseconds(since: tookAt) >= LoadLimits.unreadMicroseconds
        }
    }

    private let sockets: SocketLoop
    private let timer: PreciseTimer
    private let targets: LoadTargets
    private let handshake: ClientHandshake
    /// Nil when no user makes HTTP requests.
    private let http: LoadHTTP?
    private var machine: Machine
    private var dialect: Dialect
    private var connections: [Int: UserConnection] = [:]
    private var userOf: [ConnectionID: Int] = [:]
    /// Connections that a user could not open or has lost.
    private var losses: [Int: Int] = [:]
    /// Users for whom more waits than a server that reads leaves.
    private var unread: [Int] = []
    /// Handshakes of users that have other headers than the rest.
    private var handshakes: [Int: ClientHandshake] = [:]
    private var watched: [Int32: () -> Void] = [:]
    /// Next deadline of the machine.
    private var nextTick: LoadTime?
    /// End of the present second of the run.
    private var secondEnd = LoadTime(microseconds: .max)
    /// Time when the loop ends even if connections are open; set at the end of the plan or by `stop`.
    private var deadline: LoadTime?
    private var isFinished = false
    private var isStopped = false
    var secondPassed: (LoadSecond) -> Void = { _ in }
    var barrierChanged: (BarrierState) -> Void = { _ in }
    var eventsCaused: ([EventCause]) -> Void = { _ in }

    /// - Parameters:
    ///   - handshake: that of every user; the targets add the source address.
    ///   - http: makes the requests of users before their connections.
    init(
        _ machine: Machine, speaking dialect: Dialect, to targets: LoadTargets, handshake: ClientHandshake,
        authorities: TLSAuthorities? = nil, http: LoadHTTP? = nil
    ) throws(SocketLoopError) {
        sockets = try SocketLoop(options: LoadLimits.options(authorities: authorities))
        timer = try PreciseTimer()
        self.machine = machine
        self.dialect = dialect
        self.targets = targets
        (self.handshake, self.http) = (handshake, http)
        sockets.delegate = self
        watch(timer.descriptor) { [unowned self] in meetDeadlines() }
        guard let http else { return }
        watch(http.descriptor) { [unowned self] in
            for (user, answer) in http.takeAnswers() { handle(.answered(user: user, answer)) }
        }
    }

    private static var now: LoadTime { LoadTime(microseconds: MonotonicClock.microseconds) }

    func watch(_ descriptor: Int32, _ act: @escaping () -> Void) {
        watched[descriptor] = act
        sockets.watch(descriptor: descriptor)
    }

    func unwatch(_ descriptor: Int32) {
        sockets.unwatch(descriptor: descriptor)
        watched[descriptor] = nil
    }

    func readable(descriptor: Int32) {
        watched[descriptor]?()
    }

    func run() -> LoadResult {
        let (before, memoryBefore) = (ProcessUsage.processorMicroseconds, ProcessUsage.residentBytes)
        secondEnd = machine.start.advanced(byMicroseconds: 1_000_000)
        handle(.tick)
        sockets.run()
        var result = machine.result(at: LoadShell.now)
        result.processorTime = ProcessUsage.processorMicroseconds - before
        result.memory = GeneratorMemory(startBytes: memoryBefore, peakBytes: ProcessUsage.peakResidentBytes)
        return result
    }

    func stop() {
        guard !isStopped else { return sockets.stop() }
        isStopped = true
        deadline = LoadShell.now.advanced(byMicroseconds: LoadLimits.stopMicroseconds)
        handle(.stop)
    }

    func open(barrier name: String) {
        handle(.barrierOpens(name))
    }

    func note(_ causes: [EventCause]) {
        handle(.eventsCaused(causes))
    }

    private func meetDeadlines() {
        timer.silence()
        let now = LoadShell.now
        if let deadline, deadline <= now { return sockets.stop() }
        if secondEnd <= now {
            let passed = now.microseconds(since: machine.start) / 1_000_000
            secondEnd = machine.start.advanced(byMicroseconds: (passed + 1) * 1_000_000)
            machine.takeSeconds(at: now).forEach(secondPassed)
        }
        if let nextTick, nextTick <= now { handle(.tick) } else { arm() }
    }

    /// Passes an event to the machine, after a tick if its deadline has passed: the timer may come after thousands of
    /// sockets that are ready.
    @specialized(where Machine == RoomLoad, Dialect == RoomDialect)
    @specialized(where Machine == PlainLoad, Dialect == PlainDialect)
    @specialized(where Machine == ProfileLoad, Dialect == PlainDialect)
    private func handle(_ event: LoadEvent<Machine.Inbound>) {
        var effects: [LoadEffect<Machine.Outbound>] = []
        let now = LoadShell.now
        if let nextTick, nextTick <= now { machine.handle(.tick, at: now, into: &effects) }
        machine.handle(event, at: now, into: &effects)
        for effect in effects { perform(effect) }
        while let user = unread.popLast() { giveUp(user) }
        arm()
    }

    /// Sets the timer to the next deadline. A timer that fires early costs less than a system call for every message.
    private func arm() {
        nextTick = isFinished ? nil : machine.nextDeadline
        var due = min(secondEnd, nextTick ?? secondEnd)
        if let deadline { due = min(due, deadline) }
        if let armed = timer.dueMicroseconds, armed <= due.microseconds { return }
        timer.set(atMicroseconds: due.microseconds)
    }

    private func perform(_ effect: LoadEffect<Machine.Outbound>) {
        switch effect {
        case .handshake(let user, let headers):
            handshakes[user] = ClientHandshake(
                subprotocols: handshake.subprotocols, headers: headers.map { (name: $0.name, value: $0.value) })
        case .request(let user, let call): http?.send(call, ofUser: user)
        case .requestsOver(let user): http?.end(user)
        case .connect(let user, let path): connect(user, path)
        case .send(let user, let message): send(dialect.packet(message), user)
        case .close(let user): release(user).map { sockets.close($0, code: 1_000, reason: "") }
        case .drop(let user): release(user).map { sockets.abort($0) }
        case .giveUp(let user):
            losses[user, default: 0] += 1
            release(user).map { sockets.abort($0) }
        case .gone(let user):
            losses[user] = nil
            http?.forget(user)
        case .read(let user, let isOn):
            guard let connection = connections[user]?.connection else { return }
            if isOn { sockets.resumeReading(connection) } else { sockets.stopReading(connection) }
        case .barrier(let state): barrierChanged(state)
        case .eventsCaused(let causes): eventsCaused(causes)
        case .finished:
            isFinished = true
            deadline = LoadShell.now.advanced(byMicroseconds: LoadLimits.closeMicroseconds)
            endIfEmpty()
        }
    }

    private func connect(_ user: Int, _ path: String) {
        // A machine names a user's own before each of its connections.
        var asked = handshakes.removeValue(forKey: user) ?? handshake
        asked.source = targets.source(ofUser: user)
        let endpoint = targets.endpoint(path: path, ofUser: user, losses: losses[user, default: 0])
        let connection = sockets.connect(
            endpoint, handshake: http?.handshake(asked, ofUser: user, to: endpoint) ?? asked)
        connections[user] = UserConnection(connection)
        userOf[connection] = user
    }

    private func send(_ packet: Packet, _ number: Int) {
        guard let connection = connections[number]?.connection else { return }
        guard connections[number]?.waiting.isEmpty == true, !sockets.isChoked(connection) else {
            let now = LoadShell.now
            connections[number]?.hold(packet, at: now)
            if connections[number]?.isUnread(at: now) == true { unread.append(number) }
            return
        }
        write(packet, to: connection)
    }

    /// Ends a connection whose server does not read.
    private func giveUp(_ user: Int) {
        guard let connection = connections[user]?.connection else { return }
        sockets.abort(connection)
        lose(connection) { .closed(user: $0, code: nil, reason: "expected a server that reads, got none") }
    }

    /// Writes a packet to the socket and counts it, unless the connection is gone.
    private func write(_ packet: Packet, to connection: ConnectionID) {
        guard sockets.send(packet, to: connection) != .gone else { return }
        machine.sent(bytes: packet.count, at: LoadShell.now)
    }

    /// Forgets a connection whose end the machine already knows.
    private func release(_ user: Int) -> ConnectionID? {
        guard let connection = connections.removeValue(forKey: user)?.connection else { return nil }
        userOf[connection] = nil
        return connection
    }

    private func endIfEmpty() {
        if isFinished, sockets.connectionCount == 0 { sockets.stop() }
    }

    // MARK: Events of the users' connections

    func opened(_ connection: ConnectionID, request: UpgradeRequest) {
        if let user = userOf[connection] { handle(.opened(user: user)) }
    }

    func takesBinary(_ connection: ConnectionID) -> Bool { dialect.takesBinary }

    func received(_ connection: ConnectionID, text: UnsafeRawBufferPointer) {
        receive(text, from: connection, isBinary: false)
    }

    func received(_ connection: ConnectionID, binary: UnsafeRawBufferPointer) {
        receive(binary, from: connection, isBinary: true)
    }

    @specialized(where Machine == RoomLoad, Dialect == RoomDialect)
    @specialized(where Machine == PlainLoad, Dialect == PlainDialect)
    @specialized(where Machine == ProfileLoad, Dialect == PlainDialect)
    private func receive(_ bytes: UnsafeRawBufferPointer, from connection: ConnectionID, isBinary: Bool) {
        guard let user = userOf[connection] else { return }
        let reading = dialect.read(bytes, isBinary: isBinary)
        handle(.received(user: user, reading.messages, bytes: bytes.count))
        if let failure = reading.failure { handle(.unreadable(user: user, failure)) }
    }

    func writable(_ connection: ConnectionID) {
        guard let user = userOf[connection], let waiting = connections[user]?.waiting else { return }
        var sent = 0
        while sent < waiting.count, !sockets.isChoked(connection) {
            write(waiting[sent], to: connection)
            sent += 1
        }
        connections[user]?.took(sent, at: LoadShell.now)
    }

    func closed(_ connection: ConnectionID, code: UInt16?, reason: String) {
        lose(connection) { .closed(user: $0, code: code, reason: reason.printableLine) }
    }

    func connectFailed(_ connection: ConnectionID, reason: String) {
        lose(connection) { .failed(user: $0, reason: reason.printableLine) }
    }

    func certificateRejected(_ connection: ConnectionID, reason: String) {
        lose(connection) { .certificateRejected(user: $0, reason: reason.printableLine) }
    }

    private func lose(_ connection: ConnectionID, _ event: (Int) -> LoadEvent<Machine.Inbound>) {
        if let user = userOf[connection] {
            _ = release(user)
            losses[user, default: 0] += 1
            handle(event(user))
        }
        endIfEmpty()
    }
}
