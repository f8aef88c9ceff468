import ClusterMembership
import ClusterServer
import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Support

/// The processes of a cluster on virtual time, with a simulated fabric and a simulated database: real cluster loops and
/// real loops. Members are outside: they come and go by `serve`, and what they are sent is among `outputs`.
struct ClusterStage {
    /// Something that leaves a process.
    enum StageOutput {
        /// A loop has taken the connection, so its client can send from now on.
        case opened(PeerID)
        /// Messages to connections, and the moments at which they were said.
        case sent([ServerMessage], saidAt: [Instant], to: [PeerID], loop: Int)
        case closed(PeerID, loop: Int, CloseCode)
        case pinged(PeerID, loop: Int)
        case logged(ClusterLog)
        /// An edge passes words of this owner on to members.
        case obeyed(RoomEpoch, room: String)
        /// A member shows something else than its room, as far as the node can tell.
        case diverged(String)
        case drained
        case left
    }

    private static let stepsAtOneMoment = 2_000

    private struct Way: Hashable {
        let node: Int
        let from: Int
        let to: Int
    }

    private struct ScheduledWork {
        let node: Int
        let process: Int
        let thread: Int
        let work: ClusterProcess.ThreadInput
    }

    var now: Instant
    private(set) var machines: [ClusterMachine]
    var fabric: SimulatedFabric
    var database: SimulatedDatabase
    /// The damage of all journals that are read.
    var journalDamage: String?
    private(set) var outputs: [(node: Int, output: StageOutput)] = []
    private let setup: ClusterSetup
    private let seed: UInt64
    private let table = FrameTable()
    private var times = FrameTimes()
    private let requests = MessageTable()
    private var queue = EventQueue<Instant, ScheduledWork>()
    private var lastArrivals: [Way: Instant] = [:]
    private var processes = 0
    private var steps = 0
    private var steppedAt: Instant?
    private var random: SeedStream

    init(_ setup: ClusterSetup, clocks: [BootClock]? = nil, seed: UInt64, at now: Instant) {
        (self.setup, self.seed, self.now) = (setup, seed, now)
        random = SeedStream(seed: seed, part: 5)
        fabric = SimulatedFabric(seed: seed)
        database = SimulatedDatabase(rooms: [], fault: setup.fault?.ofDatabase, seed: seed)
        database.clockAheadMilliseconds = setup.databaseAhead
        machines = (0..<setup.nodes).map { node in
            ClusterMachine(clock: clocks?[node] ?? BootClock(aheadMilliseconds: 0, driftPerMillion: 0))
        }
        for node in machines.indices {
            _ = fabric.connect(at: now)
            start(node)
        }
    }

    func own(_ node: Int) -> Instant { machines[node].clock.own(at: now) }

    mutating func takeOutputs() -> [(node: Int, output: StageOutput)] {
        defer { outputs = [] }
        return outputs
    }

    // MARK: Processes

    /// Starts a process where there is none.
    mutating func start(_ node: Int) {
        guard machines[node].process == nil else { return }
        machines[node].starts += 1
        processes += 1
        machines[node].process = makeProcess(of: node)
        fabric.reconnect(node, at: now)
        pass(.cluster(.start), to: node)
    }

    private func makeProcess(of node: Int) -> ClusterProcess {
        let starts = machines[node].starts
        let encode: @Sendable (ServerMessage) -> Frame = { [table] in table.encode($0) }
        var server = ServerSettings(
            server: "simulation", epoch: Epoch("life"), retry: Retry(minimumMilliseconds: 1, maximumMilliseconds: 2))
        server.isDurable = true
        server.cluster = ClusterSettings(connectionPrefix: "n\(node)-\(starts)")
        setup.changeServer(&server)
        var cluster = ClusterCoreSettings(
            node: NodeSettings(name: "n\(node)", formats: 1...2), cluster: LinkStranger.cluster, loops: setup.loops,
            rooms: setup.rooms)
        setup.changeCluster(&cluster)
        let own = own(node)
        var random = SeedStream(seed: seed, part: 6, node, starts)
        let core = ClusterCore(cluster, codec: requests.codec, encode: encode, seed: random.next(), at: own)
        let loops = (0..<setup.loops).map {
            ServerCore(
                loop: $0, loops: setup.loops, settings: server, rooms: setup.rooms, now: own, encode: encode)
        }
        return ClusterProcess(
            number: processes, core: core, loops: loops, journal: SimulatedJournal(fault: setup.fault),
            fault: setup.fault)
    }

    /// Ends a process without a word.
    mutating func kill(_ node: Int) {
        guard machines[node].process != nil else { return }
        machines[node].process = nil
        fabric.disconnect(node, at: now)
        for lane in SimulatedDatabase.Lane.allCases { database.lose(line(node, lane), at: now) }
    }

    func line(_ node: Int, _ lane: SimulatedDatabase.Lane) -> SimulatedDatabase.Line {
        SimulatedDatabase.Line(client: node, life: machines[node].starts, lane: lane)
    }

    /// Stops threads. With `inTurn`, each does one more thing, whose output comes when it wakes.
    mutating func pause(_ threads: [Int], of node: Int, inTurn: Bool) {
        guard let process = machines[node].process else { return }
        for thread in threads where !process.threads[thread].isPaused {
            process.threads[thread].isPaused = true
            process.threads[thread].isInTurn = inTurn
        }
    }

    /// Stops a machine together with its clock, each thread after one more turn.
    mutating func freeze(_ node: Int, milliseconds: Int64) {
        guard let process = machines[node].process else { return }
        pause(Array(process.threads.indices), of: node, inTurn: true)
        for loop in process.loops.indices { handle(.loop(.tick), on: loop, of: node) }
        handle(.cluster(.tick), on: process.clusterThread, of: node)
        for thread in process.threads.indices { process.threads[thread].isInTurn = false }
        process.frozenAt = own(node)
        machines[node].clock.standStill(milliseconds: milliseconds)
    }

    /// Lets all threads of a process go on.
    mutating func wake(_ node: Int) {
        guard let process = machines[node].process else { return }
        for number in process.threads.indices where process.threads[number].isPaused {
            let thread = process.threads[number]
            process.threads[number] = ClusterProcess.Thread()
            for effect in thread.heldByCluster { perform(effect, of: node) }
            for effect in thread.heldByLoop { perform(effect, on: number, of: node) }
            for work in thread.inbox { handle(work, on: number, of: node) }
            planTick(of: number, node)
        }
        settle()
    }

    // MARK: Clock

    var nextMoment: Instant? {
        var next = earliest(earliest(queue.first, fabric.nextMoment), database.nextMoment)
        for machine in machines {
            for thread in machine.process?.threads ?? [] where !thread.isPaused {
                next = earliest(next, thread.deadline)
            }
        }
        return next
    }

    /// Does everything that happens now.
    mutating func step() {
        steps = steppedAt == now ? steps + 1 : 0
        steppedAt = now
        precondition(steps < ClusterStage.stepsAtOneMoment, "time stands still at \(now)")
        settle()
        while let answer = database.popAnswer(at: now) {
            let node = answer.line.client
            guard answer.line.life == machines[node].starts, let thread = machines[node].process?.storeThread else {
                continue
            }
            handle(.store(answer), on: thread, of: node)
            settle()
        }
        while let (node, event) = fabric.popDue(at: now) { pass(.cluster(.fabric(event)), to: node) }
        for node in machines.indices {
            for thread in machines[node].process?.threads.indices ?? 0..<0 {
                guard let process = machines[node].process, process.threads.indices.contains(thread),
                    !process.threads[thread].isPaused, let deadline = process.threads[thread].deadline, deadline <= now
                else { continue }
                handle(thread == process.clusterThread ? .cluster(.tick) : .loop(.tick), on: thread, of: node)
                settle()
            }
        }
    }

    /// Hands work to the right thread of a process, from outside of it, and does all that follows at this moment.
    mutating func pass(_ work: ClusterProcess.ThreadInput, to node: Int) {
        guard let process = machines[node].process else { return }
        handle(work, on: process.clusterThread, of: node)
        settle()
    }

    /// Hands an event of a connection to a loop, and does all that follows at this moment.
    mutating func serve(_ event: ServerEvent, on loop: Int, of node: Int) {
        handle(.loop(event), on: loop, of: node)
        settle()
    }

    /// Performs an operator's action on a room at its home, and does all that follows at this moment.
    mutating func operate(_ operation: RoomOperation, on room: String, loop: Int, of node: Int) -> RoomOperationOutcome
    {
        handle(.loop(.tick), on: loop, of: node)
        guard let process = machines[node].process else { return .noSuchRoom }
        var effects: [ServerEffect] = []
        let time = process.time(of: loop, at: own(node))
        let outcome = process.loops[loop].operate(operation, on: room, at: time, into: &effects)
        for effect in effects {
            times.note(effect, at: now)
            perform(effect, on: loop, of: node)
        }
        settle()
        return outcome
    }

    private mutating func settle() {
        while let delivery = queue.popDue(at: now) {
            guard machines[delivery.node].process?.number == delivery.process else { continue }
            handle(delivery.work, on: delivery.thread, of: delivery.node)
        }
    }

    // MARK: Threads

    private mutating func carry(_ work: ClusterProcess.ThreadInput, from thread: Int, to other: Int, of node: Int) {
        guard let process = machines[node].process?.number else { return }
        let way = Way(node: node, from: thread, to: other)
        let arrival = max(
            now.advanced(byMilliseconds: random.within(setup.threadDelay)), lastArrivals[way] ?? now)
        lastArrivals[way] = arrival
        queue.add(ScheduledWork(node: node, process: process, thread: other, work: work), at: arrival)
    }

    private mutating func handle(_ work: ClusterProcess.ThreadInput, on thread: Int, of node: Int) {
        guard let process = machines[node].process else { return }
        times.begin(at: table.count, now: now)
        let isPaused = process.threads[thread].isPaused
        if isPaused {
            guard process.threads[thread].isInTurn else { return process.threads[thread].inbox.append(work) }
            process.threads[thread].isInTurn = false
        }
        switch work {
        case .loop(let event): handle(event, on: thread, of: node, isHeld: isPaused)
        case .cluster(let event): handle(event, of: node, isHeld: isPaused)
        case .committed(let room, let epoch, let number): committed(room, epoch, number, on: thread, of: node)
        case .store(let answer): take(answer, of: node)
        }
        planTick(of: thread, node)
    }

    private mutating func planTick(of thread: Int, _ node: Int) {
        guard let process = machines[node].process else { return }
        let deadline = process.nextDeadline(of: thread, at: own(node))
        let clock = machines[node].clock
        process.threads[thread].deadline = deadline.map { clock.world(at: $0, notBefore: now) }
    }

    // MARK: Loops

    private mutating func handle(_ event: ServerEvent, on loop: Int, of node: Int, isHeld: Bool) {
        var effects: [ServerEffect] = []
        let isTold = machines[node].process?.handle(event, on: loop, at: own(node), into: &effects) ?? false
        for effect in effects { times.note(effect, at: now) }
        if case .opened(let peer, _, _) = event { outputs.append((node, .opened(peer))) }
        if isTold { carryToCluster(.leaseEnded(loop: loop), from: loop, of: node) }
        if isHeld {
            machines[node].process?.threads[loop].heldByLoop += effects
        } else {
            for effect in effects { perform(effect, on: loop, of: node) }
        }
    }

    private mutating func carryToCluster(_ event: ClusterEvent, from thread: Int, of node: Int) {
        carry(.cluster(event), from: thread, to: setup.loops, of: node)
    }

    private mutating func perform(_ effect: ServerEffect, on loop: Int, of node: Int) {
        switch effect {
        case .send(let bytes, let peers):
            let rows = FrameTable.rows(bytes)
            let saidAt = rows.map { times.said($0) ?? now }
            outputs.append((node, .sent(table.decode(rows: rows), saidAt: saidAt, to: peers, loop: loop)))
        case .message(let message, let other) where other == setup.loops:
            carryToCluster(.loop(loop, [message]), from: loop, of: node)
        case .message(let message, let other):
            carry(.loop(.messages([message])), from: loop, to: other, of: node)
        case .journal(let room, let epoch, let number, let record, _):
            guard let epoch = epoch.ownership else { return }
            machines[node].process?.journal.append(record, number, room: room, epoch: epoch)
            workOnJournal(of: node)
        case .close(let peer, let code, _): outputs.append((node, .closed(peer, loop: loop, code)))
        case .ping(let peers): outputs += peers.map { (node, .pinged($0, loop: loop)) }
        case .log(.diverged(let room, let member, let sequence)):
            outputs.append((node, .diverged("\(room): member \(member) after event \(sequence)")))
        case .authorize, .joinCompleted, .deleteRecords, .log: break
        }
    }

    // MARK: Cluster loop

    private mutating func handle(_ event: ClusterEvent, of node: Int, isHeld: Bool) {
        var effects: [ClusterEffect] = []
        machines[node].process?.handle(event, at: own(node), into: &effects)
        if case .fabric = event, let process = machines[node].process {
            for (room, epoch) in process.obeyed(in: effects, at: own(node)) {
                outputs.append((node, .obeyed(epoch, room: room)))
            }
        }
        if isHeld {
            machines[node].process?.threads[setup.loops].heldByCluster += effects
        } else {
            for effect in effects { perform(effect, of: node) }
        }
    }

    private mutating func perform(_ effect: ClusterEffect, of node: Int) {
        switch effect {
        case .loop(let loop, let event): carry(.loop(event), from: setup.loops, to: loop, of: node)
        case .fabric(let command): fabric.perform(command, by: node, at: now)
        case .executeNode(let statement): database.submit(.node(statement), on: line(node, .lease), at: now)
        case .executeRoom(let statement):
            machines[node].process?.journal.execute(statement)
            workOnJournal(of: node)
        case .drained: outputs.append((node, .drained))
        case .left: outputs.append((node, .left))
        case .log(let entry): outputs.append((node, .logged(entry)))
        }
    }

    private mutating func committed(
        _ room: String, _ epoch: UInt64, _ number: RecordNumber, on thread: Int, of node: Int
    ) {
        let home = RoomSpec.home(of: room, loops: setup.loops)
        guard thread != home else {
            guard machines[node].process?.hosts(room, epoch) == true else { return }
            return handle(.committed([room: number]), on: home, of: node, isHeld: false)
        }
        carry(.committed(room, epoch: epoch, number), from: thread, to: home, of: node)
    }

    // MARK: Store

    private mutating func take(_ answer: SimulatedDatabase.Answer, of node: Int) {
        if case (.node(let statement), .node(let outcome)) = (answer.statement, answer.outcome) {
            return carryToCluster(.node(statement, outcome), from: setup.loops + 1, of: node)
        }
        var reports: [SimulatedJournal.Report] = []
        if let next = machines[node].process?.journal.take(answer.outcome, into: &reports) {
            database.submit(next, on: line(node, .journal), at: now)
        }
        for report in reports { pass(report, of: node) }
        workOnJournal(of: node)
    }

    private mutating func workOnJournal(of node: Int) {
        var reports: [SimulatedJournal.Report] = []
        if let next = machines[node].process?.journal.next(into: &reports) {
            database.submit(next, on: line(node, .journal), at: now)
        }
        for report in reports { pass(report, of: node) }
    }

    private mutating func pass(_ report: SimulatedJournal.Report, of node: Int) {
        let store = setup.loops + 1
        switch report {
        case .answered(let statement, let outcome, var loaded):
            if journalDamage != nil, loaded != nil {
                loaded = LoadedRoom(record: nil, last: .none, damage: journalDamage)
            }
            carryToCluster(.room(statement, outcome, loaded), from: store, of: node)
        case .committed(let room, let epoch, let number):
            carry(.committed(room, epoch: epoch, number), from: store, to: setup.loops, of: node)
        case .fenced(let room, let epoch): carryToCluster(.fenced(room, epoch: epoch), from: store, of: node)
        case .lost: carryToCluster(.journalLost, from: store, of: node)
        }
    }
}
