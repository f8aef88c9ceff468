import PagingContent
import PagingEngine
import PagingRoom
import PagingServer
import Support

/// The nodes, rooms, members and faults of a cluster world, drawn from its seed. Faults of machines, of the database and of
/// the fabric are those of a world of nodes.
struct ClusterPlan {
    enum PlannedFault {
        case fault(NodePlan.Event)
        /// The cluster loop alone stands still.
        case pauseClusterLoop(node: Int, milliseconds: Int64)
        /// The process hands its rooms over, ends its connections, leaves, and starts again.
        case drain(node: Int)
        /// An operator removes a member of a room.
        case remove(room: Int)
    }

    /// Members act until here, which is after the last fault.
    static let busyMilliseconds = NodePlan.healMilliseconds + 2_000
    /// Everybody sees the same from here on: the longest that a client waits for a line that went silent, and then for its
    /// return.
    static let endMilliseconds = busyMilliseconds + 20_000

    let nodes: Int
    let loops: Int
    let clocks: [BootClock]
    /// Whether the clocks drift so little that corrections of 0.5 % keep up with them.
    let hasSteadyClocks: Bool
    let fabricFaults: SimulatedFabric.Faults
    let rooms: [WorldPlan.RoomDraft]
    /// The room of each member.
    let members: [Int]
    let ringFrames: Int
    let threadDelay: ClosedRange<Int64>
    private(set) var events: [(milliseconds: Int64, event: PlannedFault)] = []

    init(seed: UInt64) {
        let faults = NodePlan(seed: seed)
        var random = SeedStream(seed: seed, part: 7)
        nodes = random.chance(20) ? faults.nodes + 1 : faults.nodes
        loops = Int(random.within(1...2))
        let extra = BootClock(aheadMilliseconds: 77_000, driftPerMillion: -300)
        hasSteadyClocks = random.chance(80)
        var drawn = faults.clocks
        if hasSteadyClocks {
            drawn = drawn.map { _ in
                BootClock(
                    aheadMilliseconds: random.within(0...1_000_000), driftPerMillion: random.within(-500...500))
            }
        }
        clocks = drawn + (nodes > faults.nodes ? [extra] : [])
        fabricFaults = faults.fabricFaults
        let count = Int(random.within(1...3))
        rooms = (0..<count).map { ClusterPlan.room($0, &random) }
        members = (0..<Int(random.within(Int64(2 * count)...Int64(2 * count + 4)))).map { $0 % count }
        ringFrames = random.chance(70) ? 48 : 192
        threadDelay = 0...[0, 2, 20][Int(random.within(0...2))]
        events = faults.events.compactMap { milliseconds, event -> (milliseconds: Int64, event: PlannedFault)? in
            switch event {
            case .speak, .handOver, .leave, .check: nil
            default: (milliseconds, .fault(event))
            }
        }
        planMore(&random)
    }

    /// The room as it is created, and whether members only step forward.
    private static func room(_ number: Int, _ random: inout SeedStream) -> WorldPlan.RoomDraft {
        let isMarch = random.chance(30)
        let presets: [Preset] = [.threePage, .threePagePredicted, .majority]
        let supplier =
            isMarch || random.chance(40) ? Supplier.numbers : .listed(WorldPlan.pages(Int(random.within(0...6))))
        return WorldPlan.RoomDraft(
            name: "room-\(number)", supplier: supplier,
            configuration: Configuration(presets[isMarch ? 0 : Int(random.within(0...2))]),
            policy: [.open, .open, .baton, .presenters][Int(random.within(0...3))], isMarch: isMarch)
    }

    private mutating func planMore(_ random: inout SeedStream) {
        let end = NodePlan.healMilliseconds
        if random.chance(40) {
            for _ in 0..<random.within(1...2) {
                let node = Int(random.within(0...Int64(nodes - 1)))
                events.append((random.within(1_000...end - 100), .drain(node: node)))
            }
        }
        if random.chance(40) {
            for _ in 0..<random.within(1...3) {
                let room = Int(random.within(0...Int64(rooms.count - 1)))
                events.append((random.within(1_000...ClusterPlan.busyMilliseconds), .remove(room: room)))
            }
        }
        guard random.chance(30) else { return }
        for _ in 0..<random.within(1...3) {
            let node = Int(random.within(0...Int64(nodes - 1)))
            let moment = random.within(1_000...end - 100)
            let length = min(random.within(10...2_500), end - 50 - moment)
            events.append((moment, .pauseClusterLoop(node: node, milliseconds: length)))
        }
    }

    var specs: [RoomSpec] {
        rooms.map {
            RoomSpec(
                name: $0.name, supplier: $0.supplier, configuration: $0.configuration, policy: $0.policy)
        }
    }

    func number(of room: String) -> Int? { rooms.firstIndex { $0.name == room } }
}
