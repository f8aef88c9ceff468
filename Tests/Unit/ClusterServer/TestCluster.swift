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

/// A whole cluster on virtual time (`ClusterStage`), with members by hand: what they are sent is kept.
struct TestCluster {
    static let room = "talk"

    private(set) var nodes: [TestNode]
    private var stage: ClusterStage
    let loops: Int

    /// Nodes that start, each with a room of its command line.
    init(
        _ count: Int, loops: Int = 2, seed: UInt64 = 1, rooms: [String] = [TestCluster.room],
        creation: RoomCreationPolicy = .none, _ change: @escaping (inout ClusterCoreSettings) -> Void = { _ in }
    ) {
        self.loops = loops
        var setup = ClusterSetup(nodes: count, loops: loops)
        setup.rooms = rooms.map {
            RoomSpec(name: $0, supplier: .numbers, configuration: Configuration(.threePage))
        }
        setup.changeServer = { $0.creation = creation }
        setup.changeCluster = change
        stage = ClusterStage(setup, seed: seed, at: Instant(milliseconds: 1_000))
        nodes = stage.machines.compactMap { $0.process.map { TestNode(process: $0) } }
        take()
    }

    var now: Instant { stage.now }

    var fabric: SimulatedFabric {
        get { stage.fabric }
        set { stage.fabric = newValue }
    }

    var journalDamage: String? {
        get { stage.journalDamage }
        set { stage.journalDamage = newValue }
    }

    // MARK: Clock

    /// Runs until `condition` holds. Returns false when it does not within the time.
    @discardableResult
    mutating func run(_ milliseconds: Int64, until condition: (TestCluster) -> Bool = { _ in false }) -> Bool {
        let end = now.advanced(byMilliseconds: milliseconds)
        while !condition(self) {
            guard let next = stage.nextMoment, next <= end else {
                stage.now = end
                return condition(self)
            }
            stage.now = max(now, next)
            stage.step()
            take()
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

    // MARK: Faults

    /// The database answers nothing for this time; no connection is lost.
    mutating func stallDatabase(_ milliseconds: Int64) {
        stage.database.stall(until: now.advanced(byMilliseconds: milliseconds), isCommitsOnly: false)
    }

    /// Ends a process without a word.
    mutating func kill(_ node: Int) {
        nodes[node].isRunning = false
        stage.kill(node)
    }

    // MARK: Shells

    mutating func pass(_ event: ClusterEvent, to node: Int) {
        stage.pass(.cluster(event), to: node)
        take()
    }

    mutating func serve(_ event: ServerEvent, on loop: Int, of node: Int) {
        stage.serve(event, on: loop, of: node)
        take()
    }

    /// Performs an operation at the home of the room.
    mutating func operate(_ operation: RoomOperation, at node: Int) -> RoomOperationOutcome {
        let loop = RoomSpec.home(of: TestCluster.room, loops: loops)
        defer { take() }
        return stage.operate(operation, on: TestCluster.room, loop: loop, of: node)
    }

    /// Keeps what the members were sent, and ends connections where a node wants that.
    private mutating func take() {
        while case let outputs = stage.takeOutputs(), !outputs.isEmpty {
            for (node, output) in outputs { take(output, of: node) }
        }
    }

    private mutating func take(_ output: ClusterStage.StageOutput, of node: Int) {
        switch output {
        case .sent(let messages, _, let peers, let loop):
            for peer in peers { nodes[node].sent[Address(loop: loop, peer: peer), default: []] += messages }
        case .closed(let peer, let loop, let code):
            nodes[node].endings[Address(loop: loop, peer: peer)] = code
            stage.serve(.closed(peer), on: loop, of: node)
        case .pinged(let peer, let loop): stage.serve(.pong(peer), on: loop, of: node)
        case .logged(let entry): nodes[node].logs.append(entry)
        case .drained: nodes[node].isDrained = true
        case .left: nodes[node].hasLeft = true
        case .opened, .obeyed, .diverged: break
        }
    }
}
