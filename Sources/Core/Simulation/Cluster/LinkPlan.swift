import PagingEngine
import Support

/// The events of a link world, drawn from its seed.
struct LinkPlan {
    enum Event: Hashable, Sendable {
        /// A node sends items of a size.
        case send(node: Int, count: Int, padding: Int)
        case disconnect(node: Int)
        case reconnect(node: Int)
        /// Messages between two nodes are lost in one direction.
        case cut(from: Int, to: Int)
        case mend
        /// A stranger publishes to a node.
        case foreign(ForeignMessage, to: Int)
        /// A stranger under many names begins messages that never become complete.
        case flood(to: Int)
        /// From here on there is no fault.
        case heal
        /// An end opens the link of a life.
        case open(node: Int, life: Int)
    }

    static let healMilliseconds: Int64 = 6_000
    /// The longest time in which links may still end because of faults before.
    static let settledMilliseconds = healMilliseconds + 2_500
    static let endMilliseconds = settledMilliseconds + 1_500

    private(set) var events: [(milliseconds: Int64, event: Event)] = []
    let faults: SimulatedFabric.Faults

    init(seed: UInt64) {
        var random = SeedStream(seed: seed, part: 1)
        var faults = SimulatedFabric.Faults()
        if random.chance(70) {
            faults.lostPercent = [0, 2, 10, 30][Int(random.within(0...3))]
            faults.repeatedPercent = [0, 5, 30][Int(random.within(0...2))]
            faults.delayMilliseconds = 1...[2, 20, 150, 700][Int(random.within(0...3))]
            faults.isReordering = random.chance(50)
        }
        self.faults = faults
        planSends(&random)
        planFaults(&random)
        for _ in 0..<random.within(0...40) {
            let kind = ForeignMessage.allCases[Int(random.within(0...Int64(ForeignMessage.allCases.count - 1)))]
            add(.foreign(kind, to: Int(random.within(0...1))), at: random.within(0...LinkPlan.endMilliseconds))
        }
        if random.chance(10) { add(.flood(to: 0), at: random.within(0...LinkPlan.healMilliseconds)) }
        add(.heal, at: LinkPlan.healMilliseconds)
        for node in 0...1 { add(.send(node: node, count: 3, padding: 10), at: LinkPlan.settledMilliseconds) }
    }

    private mutating func planSends(_ random: inout SeedStream) {
        for _ in 0..<random.within(20...200) {
            let node = Int(random.within(0...1))
            let milliseconds = random.within(0...LinkPlan.healMilliseconds)
            let isBurst = random.chance(of: 0.01)
            let isLarge = random.chance(of: 0.01)
            let padding = isLarge ? random.within(500_000...5_000_000) : random.within(0...300)
            let count = isBurst && !isLarge ? random.within(100...1_200) : random.within(1...3)
            add(.send(node: node, count: Int(count), padding: Int(padding)), at: milliseconds)
        }
    }

    private mutating func planFaults(_ random: inout SeedStream) {
        for _ in 0..<random.within(0...3) {
            let node = Int(random.within(0...1))
            let milliseconds = random.within(0...LinkPlan.healMilliseconds)
            add(.disconnect(node: node), at: milliseconds)
            add(.reconnect(node: node), at: milliseconds + random.within(1...1_500))
        }
        for _ in 0..<random.within(0...2) {
            let node = Int(random.within(0...1))
            let milliseconds = random.within(0...LinkPlan.healMilliseconds)
            add(.cut(from: node, to: 1 - node), at: milliseconds)
            add(.mend, at: milliseconds + random.within(10...2_500))
        }
    }

    private mutating func add(_ event: Event, at milliseconds: Int64) {
        events.append((milliseconds, event))
    }
}

/// A message that no link may pass on.
enum ForeignMessage: String, Hashable, Sendable, CaseIterable {
    case noise
    case otherVersion
    case otherCluster
    /// With the receiver's own id as its sender.
    case ownSender
    /// Right in all but its sender.
    case otherSender
    /// From the other end, of another life.
    case otherLife
    /// From the other end, and cut off.
    case brokenFrame
    /// From the other end; it acknowledges what was never sent.
    case earlyAcknowledgement
    /// One part of a message, the rest of which never comes.
    case lonePart
}
