import ClusterMembership
import ClusterTraffic
import PagingContent
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer
@testable import Simulation

/// Nodes with real loops on virtual time, joined by a simulated fabric and a simulated database. The test is the shell of
/// all nodes; each message is handled at the moment at which it was sent.
struct TestCluster {
    enum Work {
        case loop(Int, ServerEvent)
        case cluster(ClusterEvent)
    }

    static let room = "talk"
    private static let stepsAtOneMoment = 1_000

    var nodes: [TestNode] = []
    private(set) var now = Instant(milliseconds: 1_000)
    var fabric: SimulatedFabric
    private var database: SimulatedDatabase
    var journalDamage: String?
    private var journal: [String: [Int64: RoomRecord]] = [:]
    private var queue: [(node: Int, work: Work)] = []
    private let table = FrameTable()
    let loops: Int

    /// Nodes that start, each with a room of its command line.
    init(
        _ count: Int, loops: Int = 2, seed: UInt64 = 1, rooms: [String] = [TestCluster.room],
        creation: RoomCreationPolicy = .none, _ change: (inout ClusterCoreSettings) -> Void = { _ in }
    ) {
        self.loops = loops
        fabric = SimulatedFabric(seed: seed)
        database = SimulatedDatabase(rooms: [], fault: nil, seed: seed)
        let specs = rooms.map {
            RoomSpec(name: $0, supplier: .numbers, configuration: Configuration(.threePage))
        }
        for node in 0..<count {
            nodes.append(makeNode(node, specs, creation, seed: seed, change))
            _ = fabric.connect(at: now)
            queue.append((node, .cluster(.start)))
        }
        work()
    }

    private func makeNode(
        _ number: Int, _ rooms: [RoomSpec], _ creation: RoomCreationPolicy, seed: UInt64,
        _ change: (inout ClusterCoreSettings) -> Void
    ) -> TestNode {
        let encode: @Sendable (ServerMessage) -> Frame = { [table] in table.encode($0) }
        var settings = ServerSettings(
            server: "test", epoch: Epoch("life"), retry: Retry(minimumMilliseconds: 1, maximumMilliseconds: 2))
        settings.isDurable = true
        settings.creation = creation
        settings.cluster = ClusterSettings(connectionPrefix: "n\(number)")
        var cluster = ClusterCoreSettings(
            node: NodeSettings(name: "n\(number)", formats: 1...2), cluster: Fixture.cluster, loops: loops,
            rooms: rooms)
        change(&cluster)
        return TestNode(
            core: ClusterCore(
                cluster, codec: Fixture.codec, encode: encode, seed: seed &* 100 &+ UInt64(number), at: now),
            loops: (0..<loops).map {
                ServerCore(loop: $0, loops: loops, settings: settings, rooms: rooms, now: now, encode: encode)
            })
    }

    // MARK: Clock

    private var nextMoment: Instant? {
        var next = earliest(fabric.nextMoment, database.nextMoment)
        for node in nodes where node.isRunning {
            next = earliest(next, node.core.nextDeadline)
            for loop in node.loops { next = earliest(next, loop.nextDeadline) }
        }
        return next
    }

    /// Runs until `condition` holds. Returns false when it does not within the time.
    @discardableResult
    mutating func run(_ milliseconds: Int64, until condition: (TestCluster) -> Bool = { _ in false }) -> Bool {
        let end = now.advanced(byMilliseconds: milliseconds)
        var count = 0
        while !condition(self) {
            guard let next = nextMoment, next <= end else {
                now = end
                return condition(self)
            }
            count = next <= now ? count + 1 : 0
            precondition(count < TestCluster.stepsAtOneMoment, "time stands still at \(now)")
            now = max(now, next)
            step()
        }
        return true
    }

    /// Runs until `condition` holds; records an issue when it does not within the time.
    mutating func wait(
        _ milliseconds: Int64, sourceLocation: SourceLocation = #_sourceLocation,
        until condition: (TestCluster) -> Bool
    ) {
        if run(milliseconds, until: condition) { return }
        Issue.record("it did not happen within \(milliseconds) ms", sourceLocation: sourceLocation)
    }

    private mutating func step() {
        while let answer = database.popAnswer(at: now) {
            take(answer)
            work()
        }
        while let (client, event) = fabric.popDue(at: now) {
            queue.append((client, .cluster(.fabric(event))))
            work()
        }
        for node in nodes.indices where nodes[node].isRunning {
            if let deadline = nodes[node].core.nextDeadline, deadline <= now {
                queue.append((node, .cluster(.tick)))
            }
            for loop in nodes[node].loops.indices {
                if let deadline = nodes[node].loops[loop].nextDeadline, deadline <= now {
                    queue.append((node, .loop(loop, .tick)))
                }
            }
            work()
        }
    }

    // MARK: Faults

    /// The database answers nothing for this time; no connection is lost.
    mutating func stallDatabase(_ milliseconds: Int64) {
        database.stall(until: now.advanced(byMilliseconds: milliseconds), isCommitsOnly: false)
    }

    /// Ends a process without a word.
    mutating func kill(_ node: Int) {
        nodes[node].isRunning = false
        fabric.disconnect(node, at: now)
    }

    // MARK: Shells

    mutating func handle(_ works: [Work], at node: Int) {
        queue += works.map { (node, $0) }
        work()
    }

    /// Handles all messages within the processes, in the order in which they were sent.
    mutating func work() {
        var place = 0
        while place < queue.count {
            let (node, work) = queue[place]
            place += 1
            guard nodes[node].isRunning else { continue }
            switch work {
            case .loop(let loop, let event): handle(event, on: loop, of: node)
            case .cluster(let event):
                var effects: [ClusterEffect] = []
                nodes[node].core.handle(event, at: now, into: &effects)
                for effect in effects { perform(effect, of: node) }
            }
        }
        queue.removeAll(keepingCapacity: true)
    }

    /// A loop looks at the lease at the beginning of each turn.
    private mutating func handle(_ event: ServerEvent, on loop: Int, of node: Int) {
        let hasLease = nodes[node].core.leaseEnd.map { now < $0 } ?? false
        var effects: [ServerEffect] = []
        let events: [ServerEvent] = hasLease ? [event] : [.cluster(.leaseEnded), event]
        nodes[node].loops[loop].handle(events, at: now, into: &effects)
        for effect in effects { perform(effect, on: loop, of: node) }
    }

    mutating func perform(_ effect: ServerEffect, on loop: Int, of node: Int) {
        switch effect {
        case .send(let bytes, let peers):
            for peer in peers {
                nodes[node].sent[Address(loop: loop, peer: peer), default: []] += table.decode(bytes)
            }
        case .message(let message, loops): queue.append((node, .cluster(.loop(loop, [message]))))
        case .message(let message, let other): queue.append((node, .loop(other, .messages([message]))))
        case .journal(let room, _, let number, let record, _):
            guard let owned = nodes[node].owned[room] else { return }
            nodes[node].appends.append(.init(room: room, epoch: owned.epoch, number: number, record: record))
            let id = nodes[node].core.status(at: now).node
            database.submit(.append(id, room, fence: owned.fence), on: line(node, .journal), at: now)
        case .close(let peer, let code, _):
            nodes[node].endings[Address(loop: loop, peer: peer)] = code
            queue.append((node, .loop(loop, .closed(peer))))
        case .ping(let peer): queue.append((node, .loop(loop, .pong(peer))))
        case .authorize, .joinCompleted, .deleteRecords, .log: break
        }
    }

    private mutating func perform(_ effect: ClusterEffect, of node: Int) {
        switch effect {
        case .loop(let loop, let event): queue.append((node, .loop(loop, event)))
        case .fabric(let command): fabric.perform(command, by: node, at: now)
        case .executeNode(let statement): database.submit(.node(statement), on: line(node, .lease), at: now)
        case .executeRoom(let statement): database.submit(.room(statement), on: line(node, .journal), at: now)
        case .drained: nodes[node].isDrained = true
        case .left: nodes[node].hasLeft = true
        case .log(let entry): nodes[node].logs.append(entry)
        }
    }

    private func line(_ node: Int, _ lane: SimulatedDatabase.Lane) -> SimulatedDatabase.Line {
        SimulatedDatabase.Line(client: node, life: 1, lane: lane)
    }

    // MARK: Database

    private mutating func take(_ answer: SimulatedDatabase.Answer) {
        let node = answer.line.client
        switch (answer.statement, answer.outcome) {
        case (.node(let statement), .node(let outcome)): queue.append((node, .cluster(.node(statement, outcome))))
        case (.room(let statement), .room(let outcome)):
            if case .owned(let rooms) = outcome { for room in rooms { nodes[node].owned[room.room] = room } }
            var loaded: LoadedRoom?
            if case .load(let room) = statement, outcome == .loaded { loaded = load(room) }
            queue.append((node, .cluster(.room(statement, outcome, loaded))))
        case (.append, let outcome):
            let append = nodes[node].appends.removeFirst()
            guard outcome == .appended else {
                return queue.append((node, .cluster(.fenced(append.room, epoch: append.epoch))))
            }
            journal[append.room, default: [:]][append.number.number] = append.record
            let loop = RoomSpec.home(of: append.room, loops: loops)
            queue.append((node, .loop(loop, .committed([append.room: append.number]))))
        default: preconditionFailure("expected an outcome of the statement, got \(answer)")
        }
    }

    private func load(_ room: String) -> LoadedRoom {
        let records = (journal[room] ?? [:]).sorted { $0.key < $1.key }
        guard journalDamage == nil, let last = records.last?.key, var sum = records.first?.value else {
            return LoadedRoom(record: nil, last: .none, damage: journalDamage)
        }
        for next in records.dropFirst() { sum.add(next.value) }
        return LoadedRoom(record: sum, last: RecordNumber(last))
    }
}
