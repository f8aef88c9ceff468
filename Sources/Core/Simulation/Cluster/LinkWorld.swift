package import ClusterTraffic
import PagingEngine
import Support

/// Two ends of a link over a fabric with faults, from a seed. Ends that lose the link open it again.
package struct LinkWorld: VirtualTimeRun {
    var now = Instant(milliseconds: 0)
    private(set) var isFinished = false
    private var fabric: SimulatedFabric
    private var nodes: [LinkNode]
    private var audit = LinkAudit()
    private var queue = EventQueue<Instant, LinkPlan.Event>()
    private var random: SeedStream
    private var isHealed = false
    private var life = 0
    private let ids: [NodeID]
    private let stranger: LinkStranger
    /// Links that ended, by reason.
    package private(set) var ends: [Link.EndReason: Int] = [:]

    package init(seed: UInt64, fault: LinkFault? = nil) {
        let plan = LinkPlan(seed: seed)
        random = SeedStream(seed: seed, part: 2)
        fabric = SimulatedFabric(seed: seed)
        fabric.faults = plan.faults
        let ids = [NodeID.random(using: &random), NodeID.random(using: &random)]
        self.ids = ids
        let cluster = LinkStranger.cluster
        nodes = (0...1).map { LinkNode(number: $0, ids: ids, cluster: cluster, fault: fault) }
        for node in nodes {
            let client = fabric.connect(at: now)
            fabric.perform(.subscribe(.node(node.id)), by: client, at: now)
        }
        stranger = LinkStranger(client: fabric.connect(at: now), id: NodeID.random(using: &random), ids: ids)
        for (milliseconds, event) in plan.events { queue.add(event, at: Instant(milliseconds: milliseconds)) }
    }

    package var violations: [LinkViolation] { audit.violations }
    package var deliveredCount: Int { audit.deliveredCount }
    package var drops: [DropCounts] { nodes.map(\.messenger.drops) }
    package var droppedFrames: Int { nodes.reduce(0) { $0 + $1.link.droppedFrames } }

    /// Plays the world and returns the rules that it broke.
    package static func violations(seed: UInt64, fault: LinkFault? = nil) -> [LinkViolation] {
        var world = LinkWorld(seed: seed, fault: fault)
        world.runToTheEnd()
        return world.violations
    }

    package mutating func runToTheEnd() {
        runClock(to: Instant(milliseconds: LinkPlan.endMilliseconds))
        audit.settled(life: life, at: now)
        isFinished = true
    }

    var nextMoment: Instant? {
        let planned = earliest(queue.first, fabric.nextMoment)
        return nodes.reduce(planned) { earliest($0, $1.nextDeadline) }
    }

    mutating func step() {
        while let event = queue.popDue(at: now) { handle(event) }
        while let (client, event) = fabric.popDue(at: now) {
            guard client < nodes.count else { continue }
            turn(of: client) { node, now, effects in node.handle(event, at: now, into: &effects) }
        }
        for node in nodes.indices where nodes[node].nextDeadline.map({ $0 <= now }) ?? false {
            turn(of: node) { _, _, _ in }
        }
    }

    private mutating func handle(_ event: LinkPlan.Event) {
        switch event {
        case .send(let node, let count, let padding):
            let items = (0..<count).map { _ in
                audit.item(life: nodes[node].life, sender: node, padding: padding)
            }
            turn(of: node) { node, now, effects in
                for item in items { node.send(item, at: now, into: &effects) }
            }
        case .disconnect(let node): if !isHealed { fabric.disconnect(node, at: now) }
        case .reconnect(let node): fabric.reconnect(node, at: now)
        case .cut(let node, let other): if !isHealed { fabric.cut(from: node, to: other) }
        case .mend: fabric.mendCuts()
        case .foreign(let kind, let node):
            publish(stranger.message(kind, to: node, key: nodes[node].link.key, &random), to: node)
        case .flood(let node):
            for message in stranger.flood(&random) { publish(message, to: node) }
        case .heal: heal()
        case .open(let node, let life):
            guard life > nodes[node].life else { return }
            nodes[node].open(life: life, key: LinkNode.key(life: life, ids))
        }
    }

    private mutating func publish(_ bytes: [UInt8], to node: Int) {
        fabric.perform(.publish(bytes, to: .node(ids[node])), by: stranger.client, at: now)
    }

    private mutating func heal() {
        isHealed = true
        fabric.faults = SimulatedFabric.Faults()
        fabric.mendCuts()
        for node in nodes.indices { fabric.reconnect(node, at: now) }
    }

    /// Lets a node do something, then sends and passes on what follows from it.
    private mutating func turn(of node: Int, _ body: (inout LinkNode, Instant, inout [Link.Effect]) -> Void) {
        var effects: [Link.Effect] = []
        let life = nodes[node].life
        body(&nodes[node], now, &effects)
        nodes[node].flush(at: now, into: &effects)
        for effect in effects {
            switch effect {
            case .send(let frame):
                for command in nodes[node].commands(sending: frame) { fabric.perform(command, by: node, at: now) }
            case .deliver(let item): audit.delivered(item, to: node, life: life, at: now)
            case .ended(let reason): ended(life: life, reason)
            }
        }
        audit.checkBounds(of: nodes[node].link, nodes[node].messenger, at: now)
    }

    /// Both ends open the next life, each at its own time.
    private mutating func ended(life: Int, _ reason: Link.EndReason) {
        ends[reason, default: 0] += 1
        if now.milliseconds > LinkPlan.settledMilliseconds {
            audit.endedWithoutFault(life: life, reason, at: now)
        }
        guard life == self.life else { return }
        self.life += 1
        for node in nodes.indices {
            queue.add(.open(node: node, life: self.life), at: now.advanced(byMilliseconds: random.within(1...300)))
        }
    }
}
