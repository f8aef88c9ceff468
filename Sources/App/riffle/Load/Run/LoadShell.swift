import Glibc
import LoadTesting
import WebSocketLoop

/// Plays a load machine over sockets: one loop, a connection for each user.
final class LoadShell<Machine: LoadMachine, Dialect: LoadDialect>: SocketLoopDelegate, LoadWork
where Dialect.Inbound == Machine.Inbound, Dialect.Outbound == Machine.Outbound {
    private struct Line {
        var connection: ConnectionID
        /// Packets that the socket does not accept yet.
        var waiting: [Packet] = []
    }

    private let sockets: SocketLoop
    private let timer: PreciseTimer
    private let target: LoadTarget
    private let approach: ClientHandshake
    private var machine: Machine
    private var dialect: Dialect
    private var lines: [Int: Line] = [:]
    private var userOf: [ConnectionID: Int] = [:]
    private var watched: [Int32: () -> Void] = [:]
    /// When the machine has something to do.
    private var nextTick: LoadTime?
    private var nextReport = LoadTime(microseconds: .max)
    /// When the loop ends whatever is still open; from the end of the plan, or from being stopped.
    private var deadline: LoadTime?
    private var isFinished = false
    private var isStopped = false
    var progress: (LoadProgress) -> Void = { _ in }
    var meets: (BarrierStanding) -> Void = { _ in }

    /// - Parameter approach: every user's part of the handshake; the target sets the source address.
    init(
        _ machine: Machine, speaking dialect: Dialect, to target: LoadTarget, approach: ClientHandshake,
        authorities: TLSAuthorities? = nil
    ) throws(SocketLoopError) {
        sockets = try SocketLoop(options: LoadLimits.options(authorities: authorities))
        timer = try PreciseTimer()
        self.machine = machine
        self.dialect = dialect
        self.target = target
        self.approach = approach
        sockets.delegate = self
        watch(timer.descriptor) { [unowned self] in timeHasCome() }
    }

    private static var now: LoadTime { LoadTime(microseconds: SocketLoop.nowMicroseconds()) }

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
        nextReport = LoadShell.now.advanced(byMicroseconds: LoadLimits.reportMicroseconds)
        tell(.tick)
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
        tell(.stop)
    }

    func open(barrier name: String) {
        tell(.barrierOpens(name))
    }

    private func timeHasCome() {
        timer.silence()
        let now = LoadShell.now
        if let deadline, deadline <= now { return sockets.stop() }
        if nextReport <= now {
            nextReport = now.advanced(byMicroseconds: LoadLimits.reportMicroseconds)
            progress(LoadProgress(machine.result(at: now)))
        }
        if let nextTick, nextTick <= now { tell(.tick) } else { arm() }
    }

    /// Tells the machine what happened, and before that what was due by then: the timer has its turn among the sockets,
    /// and a thousand of those may be ready before it.
    @specialized(where Machine == RoomLoad, Dialect == RoomDialect)
    @specialized(where Machine == PlainLoad, Dialect == PlainDialect)
    private func tell(_ event: LoadEvent<Machine.Inbound>) {
        var effects: [LoadEffect<Machine.Outbound>] = []
        let now = LoadShell.now
        if let nextTick, nextTick <= now { machine.handle(.tick, at: now, into: &effects) }
        machine.handle(event, at: now, into: &effects)
        for effect in effects { perform(effect) }
        arm()
    }

    /// Sets the timer to what comes next. One that fires too early costs less than setting it for every message.
    private func arm() {
        nextTick = isFinished ? nil : machine.nextDeadline
        var due = min(nextReport, nextTick ?? nextReport)
        if let deadline { due = min(due, deadline) }
        if let armed = timer.dueMicroseconds, armed <= due.microseconds { return }
        timer.set(atMicroseconds: due.microseconds)
    }

    private func perform(_ effect: LoadEffect<Machine.Outbound>) {
        switch effect {
        case .connect(let user, let path): connect(user, path)
        case .send(let user, let message): send(dialect.packet(message), user)
        case .close(let user): release(user).map { sockets.close($0, code: 1_000, reason: "") }
        case .drop(let user): release(user).map { sockets.cut($0) }
        case .read(let user, let isOn):
            guard let line = lines[user] else { return }
            if isOn { sockets.resumeReading(line.connection) } else { sockets.stopReading(line.connection) }
        case .barrier(let standing): meets(standing)
        case .finished:
            isFinished = true
            deadline = LoadShell.now.advanced(byMicroseconds: LoadLimits.farewellMicroseconds)
            endIfEmpty()
        }
    }

    private func connect(_ user: Int, _ path: String) {
        var approach = approach
        approach.source = target.source(ofUser: user)
        let connection = sockets.connect(target.endpoint(path: path), approach: approach)
        lines[user] = Line(connection: connection)
        userOf[connection] = user
    }

    private func send(_ packet: Packet, _ user: Int) {
        guard let line = lines[user] else { return }
        guard line.waiting.isEmpty, !sockets.isChoked(line.connection) else {
            lines[user]?.waiting.append(packet)
            return
        }
        hand(packet, to: line.connection)
    }

    /// To the socket, and counted unless the connection has just gone.
    private func hand(_ packet: Packet, to connection: ConnectionID) {
        guard sockets.send(packet, to: connection) != .gone else { return }
        machine.sent(bytes: packet.count, at: LoadShell.now)
    }

    /// Lets go of a connection whose end the machine already knows.
    private func release(_ user: Int) -> ConnectionID? {
        guard let line = lines.removeValue(forKey: user) else { return nil }
        userOf[line.connection] = nil
        return line.connection
    }

    private func endIfEmpty() {
        if isFinished, sockets.connectionCount == 0 { sockets.stop() }
    }

    // MARK: Events of the users' connections

    func opened(_ connection: ConnectionID, request: UpgradeRequest) {
        if let user = userOf[connection] { tell(.opened(user: user)) }
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
    private func receive(_ bytes: UnsafeRawBufferPointer, from connection: ConnectionID, isBinary: Bool) {
        guard let user = userOf[connection] else { return }
        let reading = dialect.read(bytes, isBinary: isBinary)
        tell(.received(user: user, reading.messages, bytes: bytes.count))
        if let fault = reading.fault { tell(.unreadable(user: user, fault)) }
    }

    func writable(_ connection: ConnectionID) {
        guard let user = userOf[connection], var line = lines[user] else { return }
        var sent = 0
        while sent < line.waiting.count, !sockets.isChoked(connection) {
            hand(line.waiting[sent], to: connection)
            sent += 1
        }
        line.waiting.removeFirst(sent)
        lines[user] = line
        if line.waiting.isEmpty, !sockets.isChoked(connection) { tell(.writable(user: user)) }
    }

    func closed(_ connection: ConnectionID, code: UInt16?, reason: String) {
        lose(connection) { .closed(user: $0, code: code, reason: reason) }
    }

    func connectFailed(_ connection: ConnectionID, reason: String) {
        lose(connection) { .failed(user: $0, reason: reason) }
    }

    func distrusted(_ connection: ConnectionID, reason: String) {
        lose(connection) { .distrusted(user: $0, reason: reason) }
    }

    private func lose(_ connection: ConnectionID, _ event: (Int) -> LoadEvent<Machine.Inbound>) {
        if let user = userOf[connection] {
            _ = release(user)
            tell(event(user))
        }
        endIfEmpty()
    }
}
