import ClusterMembership
import PagingEngine
import Support

/// The machines and the faults of a world of nodes, drawn from its seed.
struct NodePlan {
    enum Event: Hashable, Sendable {
        /// The process stands still; what it had decided happens when it wakes.
        case pause(node: Int, milliseconds: Int64)
        /// The machine stands still, and its clock with it.
        case freeze(node: Int, milliseconds: Int64)
        case wake(node: Int)
        /// Says something, as after input of a member.
        case speak(node: Int)
        case stop(node: Int)
        case start(node: Int)
        case leave(node: Int)
        /// Hands all rooms over.
        case handOver(node: Int, to: Int)
        case lose(node: Int, SimulatedDatabase.Lane)
        case slow(node: Int, SimulatedDatabase.Lane, milliseconds: Int64, commitMilliseconds: Int64)
        case stall(milliseconds: Int64, isCommitsOnly: Bool)
        case down(isFailover: Bool)
        case comeBack
        /// Messages between two nodes are lost in one direction.
        case cut(from: Int, to: Int)
        case mend
        case disconnect(node: Int)
        case reconnect(node: Int)
        /// From here on there is no fault.
        case heal
        /// Each room has one owner now, and all follow it.
        case check
    }

    static let healMilliseconds: Int64 = 6_000
    /// The longest time after the last fault until all follow one owner.
    static let convergenceMilliseconds: Int64 = 3_000
    static let endMilliseconds = healMilliseconds + convergenceMilliseconds + 1_000

    let nodes: Int
    let rooms: [String]
    /// Whether the last node is an edge.
    let hasEdge: Bool
    let clocks: [BootClock]
    let fabricFaults: SimulatedFabric.Faults
    private(set) var events: [(milliseconds: Int64, event: Event)] = []
    private var random: SeedStream

    init(seed: UInt64) {
        var random = SeedStream(seed: seed, part: 1)
        let nodes = Int(random.within(2...4))
        self.nodes = nodes
        hasEdge = nodes > 2 && random.chance(40)
        rooms = Array(["talk.main", "side"].prefix(Int(random.within(1...2))))
        clocks = (0..<nodes).map { _ in
            BootClock(
                aheadMilliseconds: random.within(0...1_000_000), driftPerMillion: random.within(-10_000...10_000))
        }
        var faults = SimulatedFabric.Faults()
        if random.chance(70) {
            faults.lostPercent = [0, 2, 10, 30][Int(random.within(0...3))]
            faults.repeatedPercent = [0, 5][Int(random.within(0...1))]
            faults.delayMilliseconds = 1...[2, 20, 200, 700][Int(random.within(0...3))]
            faults.isReordering = random.chance(50)
        }
        fabricFaults = faults
        self.random = random
        planMachines()
        planDatabase()
        planFabric()
        // Nothing of a fault comes later.
        events = events.map { (min($0.milliseconds, NodePlan.healMilliseconds - 20), $0.event) }
        add(.heal, at: NodePlan.healMilliseconds)
        let checks = stride(
            from: NodePlan.healMilliseconds + NodePlan.convergenceMilliseconds, to: NodePlan.endMilliseconds, by: 250)
        for moment in checks { add(.check, at: moment) }
    }

    private mutating func planMachines() {
        // Two machines that stand still together, each with its clock, cannot tell: one at a time.
        let isFreezing = random.chance(30)
        if isFreezing {
            let length = random.within(random.chance(30) ? 50...1_000 : 1_200...3_000)
            add(.freeze(node: anyNode(), milliseconds: length), at: random.within(500...(5_900 - length)))
        }
        if random.chance(35) {
            for _ in 0..<random.within(2...8) { add(.handOver(node: anyNode(), to: anyNode()), at: anyMoment()) }
        }
        for _ in 0..<random.within(0...4) {
            let node = anyNode()
            let moment = anyMoment()
            switch random.within(0...9) {
            case 0...4 where !isFreezing:
                add(.pause(node: node, milliseconds: span(10...3_000, from: moment)), at: moment)
            case 5...6:
                add(.stop(node: node), at: moment)
                if random.chance(70) { add(.start(node: node), at: moment + random.within(10...2_000)) }
            case 7:
                add(.leave(node: node), at: moment)
                add(.start(node: node), at: moment + random.within(500...2_000))
            default: add(.handOver(node: node, to: anyNode()), at: moment)
            }
        }
    }

    private mutating func planDatabase() {
        for _ in 0..<random.within(0...3) {
            let moment = anyMoment()
            switch random.within(0...9) {
            case 0...2: add(.lose(node: anyNode(), random.chance(50) ? .lease : .journal), at: moment)
            case 3...4:
                let commit = random.within(100...1_500)
                let length = span(100...2_000, from: moment)
                add(.slow(node: anyNode(), anyLane(), milliseconds: length, commitMilliseconds: commit), at: moment)
            case 5...6:
                add(.stall(milliseconds: span(50...3_000, from: moment), isCommitsOnly: random.chance(50)), at: moment)
            default:
                add(.down(isFailover: random.chance(40)), at: moment)
                add(.comeBack, at: moment + span(1...2_500, from: moment))
            }
        }
    }

    private mutating func planFabric() {
        for _ in 0..<random.within(0...2) {
            let (node, moment) = (anyNode(), anyMoment())
            if random.chance(50) {
                add(.disconnect(node: node), at: moment)
                add(.reconnect(node: node), at: moment + random.within(1...4_000))
            } else {
                add(.cut(from: node, to: anyNode()), at: moment)
                if random.chance(50) { add(.mend, at: moment + random.within(10...4_000)) }
            }
        }
    }

    private mutating func anyNode() -> Int { Int(random.within(0...Int64(nodes - 1))) }
    private mutating func anyMoment() -> Int64 { random.within(300...(NodePlan.healMilliseconds - 100)) }
    private mutating func anyLane() -> SimulatedDatabase.Lane { random.chance(70) ? .lease : .journal }

    /// A length that ends before the world heals.
    private mutating func span(_ range: ClosedRange<Int64>, from moment: Int64) -> Int64 {
        min(random.within(range), NodePlan.healMilliseconds - 50 - moment)
    }

    private mutating func add(_ event: Event, at milliseconds: Int64) {
        events.append((milliseconds, event))
    }
}
