import ClusterMembership
import ClusterTraffic
import PagingEngine
import Support

/// The nodes of a cluster with a database and a fabric, all from one seed and on one virtual clock: machines whose clocks
/// drift, that stand still, stop and start; connections that are lost; a database that stalls, is away or fails over; a
/// fabric that loses. Each node has members of each room.
package struct NodeWorld: VirtualTimeRun {
    var now = Instant(milliseconds: 0)
    private(set) var isFinished = false
    private var machines: [SimulatedMachine]
    private var fabric: SimulatedFabric
    private var database: SimulatedDatabase
    private var audit = NodeAudit()
    private var queue = EventQueue<Instant, NodePlan.Event>()
    private var random: SeedStream
    private let plan: NodePlan
    private let fault: NodeFault?
    private let seed: UInt64

    package init(seed: UInt64, fault: NodeFault? = nil) {
        let plan = NodePlan(seed: seed)
        (self.plan, self.fault, self.seed) = (plan, fault, seed)
        random = SeedStream(seed: seed, part: 2)
        fabric = SimulatedFabric(seed: seed)
        fabric.faults = plan.fabricFaults
        database = SimulatedDatabase(rooms: plan.rooms, fault: fault, seed: seed)
        machines = plan.clocks.map { SimulatedMachine(clock: $0) }
        for node in machines.indices {
            _ = fabric.connect(at: now)
            queue.add(.start(node: node), at: Instant(milliseconds: random.within(0...200)))
        }
        for (milliseconds, event) in plan.events { queue.add(event, at: Instant(milliseconds: milliseconds)) }
    }

    package var violations: [NodeViolation] { audit.violations }
    package var counts: NodeCounts { audit.counts }

    /// The faults of the world, a line each.
    package var story: String {
        let lines = plan.events.filter { $0.event != .check }.sorted { $0.milliseconds < $1.milliseconds }
        return lines.map { "\($0.milliseconds) ms: \($0.event)" }.joined(separator: "\n")
    }

    /// Plays the world and returns the rules that it broke.
    package static func violations(seed: UInt64, fault: NodeFault? = nil) -> [NodeViolation] {
        var world = NodeWorld(seed: seed, fault: fault)
        world.runToTheEnd()
        return world.violations
    }

    package mutating func runToTheEnd() {
        runClock(to: Instant(milliseconds: NodePlan.endMilliseconds))
        isFinished = true
    }

    // MARK: Clock

    var nextMoment: Instant? {
        let planned = earliest(queue.first, earliest(fabric.nextMoment, database.nextMoment))
        return machines.reduce(planned) { $1.isPaused ? $0 : earliest($0, $1.deadline) }
    }

    mutating func step() {
        while let event = queue.popDue(at: now) { handle(event) }
        while let answer = database.popAnswer(at: now) {
            auditCommits()
            input(.answer(answer), to: answer.line.client)
        }
        auditCommits()
        while let (client, event) = fabric.popDue(at: now) {
            guard case .received(let bytes, let subject) = event else { continue }
            input(.fabric(bytes, subject), to: client)
        }
        for node in machines.indices {
            guard !machines[node].isPaused, let deadline = machines[node].deadline, deadline <= now else { continue }
            turn(of: node) { process, now, outputs in process.tick(at: now, into: &outputs) }
        }
    }

    private mutating func auditCommits() {
        let commits = database.takeCommits()
        guard !commits.isEmpty else { return }
        var running: [NodeID: Int] = [:]
        for (node, machine) in machines.enumerated() {
            if let core = machine.process?.core, core.phase == .registered { running[core.id] = node }
        }
        for commit in commits { audit.committed(commit.change, at: commit.at, running: running) }
    }

    // MARK: Machines

    private mutating func input(_ input: SimulatedMachine.Input, to node: Int) {
        guard machines[node].process != nil else { return }
        guard !machines[node].isPaused else { return machines[node].inbox.append(input) }
        switch input {
        case .fabric(let bytes, let subject):
            var word: (word: UInt64, isObeyed: Bool)?
            turn(of: node) { process, now, outputs in
                word = process.received(bytes, on: subject, at: now, into: &outputs)
            }
            guard let word else { return }
            if word.isObeyed { audit.obeyed(word.word, by: node, at: now) } else { audit.dropped() }
        case .answer(let answer):
            guard answer.line.life == machines[node].starts else { return }
            turn(of: node) { process, now, outputs in
                process.answered(answer.statement, answer.outcome, at: now, into: &outputs)
            }
        }
    }

    /// Lets a process do something, then performs what follows from it.
    private mutating func turn(
        of node: Int, _ body: (inout SimulatedNode, Instant, inout [SimulatedNode.Output]) -> Void
    ) {
        var outputs: [SimulatedNode.Output] = []
        let own = machines[node].clock.own(at: now)
        guard var process = machines[node].process else { return }
        machines[node].process = nil
        body(&process, own, &outputs)
        machines[node].process = process
        for output in outputs { perform(output, by: node) }
        planTick(of: node)
    }

    private mutating func planTick(of node: Int) {
        let clock = machines[node].clock
        machines[node].deadline = machines[node].process?.nextDeadline.map { clock.world(at: $0, notBefore: now) }
    }

    private mutating func perform(_ output: SimulatedNode.Output, by node: Int) {
        switch output {
        case .fabric(let command): fabric.perform(command, by: node, at: now)
        case .statement(let statement, let lane):
            database.submit(statement, on: line(node, lane), at: now)
        case .word(var frame):
            let number = audit.said(room: frame.key.room, frame.key.epoch, at: now)
            frame.key = LinkKey(room: frame.key.room, epoch: frame.key.epoch, nonce: number)
            let own = machines[node].clock.own(at: now)
            let isBehind = machines[node].isBehindUntil.map { now <= $0 } ?? false
            if machines[node].process?.follow(frame, at: own) == true, !isBehind {
                audit.obeyed(number, by: node, at: now)
            }
            for command in machines[node].process?.commands(saying: frame) ?? [] {
                fabric.perform(command, by: node, at: now)
            }
        case .ended(let reason): audit.ended(reason)
        }
    }

    // MARK: Faults

    private mutating func handle(_ event: NodePlan.Event) {
        switch event {
        case .pause(let node, let milliseconds): pause(node, milliseconds: milliseconds, isFreezing: false)
        case .freeze(let node, let milliseconds): pause(node, milliseconds: milliseconds, isFreezing: true)
        case .wake(let node): wake(node)
        case .stop(let node): if !isHealed { stop(node) }
        case .start(let node): start(node)
        case .leave(let node):
            guard !machines[node].isPaused else { return }
            turn(of: node) { $0.handle(.leave, at: $1, into: &$2) }
        case .speak(let node):
            guard !machines[node].isPaused else { return }
            turn(of: node) { $0.speak(at: $1, into: &$2) }
        case .handOver(let node, let other):
            guard !machines[node].isPaused, let next = machines[other].process?.core.id, other != node else { return }
            turn(of: node) { process, now, outputs in
                process.speak(at: now, into: &outputs)
                for room in process.rooms.names {
                    process.handleRooms(.handOver(room, to: next), at: now, into: &outputs)
                }
            }
        case .lose(let node, let lane):
            if lane == .lease { audit.excuse(node, from: now, to: now.advanced(byMilliseconds: 300)) }
            database.lose(line(node, lane), at: now)
        case .slow(let node, let lane, let milliseconds, let commit):
            let end = now.advanced(byMilliseconds: milliseconds)
            if lane == .lease { audit.excuse(node, from: now, to: end.advanced(byMilliseconds: commit)) }
            database.slowDown(line(node, lane), until: end, milliseconds: commit)
        case .stall(let milliseconds, let isCommitsOnly):
            database.stall(until: now.advanced(byMilliseconds: milliseconds), isCommitsOnly: isCommitsOnly)
        case .down(let isFailover): database.goDown(isFailover: isFailover, at: now)
        case .comeBack: database.comeBack()
        case .cut(let node, let other): if !isHealed { fabric.cut(from: node, to: other) }
        case .mend: fabric.mendCuts()
        case .disconnect(let node): if !isHealed { fabric.disconnect(node, at: now) }
        case .reconnect(let node): if machines[node].process != nil { fabric.reconnect(node, at: now) }
        case .heal: heal()
        case .check: check()
        }
    }

    private func line(_ node: Int, _ lane: SimulatedDatabase.Lane) -> SimulatedDatabase.Line {
        SimulatedDatabase.Line(client: node, life: machines[node].starts, lane: lane)
    }

    private var isHealed: Bool { now.milliseconds >= NodePlan.healMilliseconds }

    /// Stands still after one more turn, whose output comes when the machine wakes: it had looked at its lease before.
    private mutating func pause(_ node: Int, milliseconds: Int64, isFreezing: Bool) {
        guard !machines[node].isPaused, var process = machines[node].process, !isHealed else { return }
        let own = machines[node].clock.own(at: now)
        process.tick(at: own, into: &machines[node].held)
        process.speak(at: own, into: &machines[node].held)
        machines[node].process = process
        machines[node].isPaused = true
        let end = now.advanced(byMilliseconds: milliseconds)
        audit.excuse(node, from: now, to: end.advanced(byMilliseconds: 300))
        if isFreezing {
            machines[node].clock.standStill(milliseconds: milliseconds)
            machines[node].isBehindUntil = end.advanced(byMilliseconds: 1_000)
        }
        queue.add(.wake(node: node), at: end)
    }

    private mutating func wake(_ node: Int) {
        guard machines[node].isPaused else { return }
        machines[node].isPaused = false
        let (held, inbox) = (machines[node].held, machines[node].inbox)
        (machines[node].held, machines[node].inbox) = ([], [])
        // Its connections may have ended meanwhile.
        if random.chance(40) {
            for lane in SimulatedDatabase.Lane.allCases { database.lose(line(node, lane), at: now) }
        }
        for output in held { perform(output, by: node) }
        queue.add(.speak(node: node), at: now.advanced(byMilliseconds: random.within(5...100)))
        let isTimeFirst = random.chance(50)
        if isTimeFirst { turn(of: node) { $0.tick(at: $1, into: &$2) } }
        for input in inbox { self.input(input, to: node) }
        turn(of: node) { $0.tick(at: $1, into: &$2) }
    }

    private mutating func stop(_ node: Int) {
        guard machines[node].process != nil else { return }
        machines[node].process = nil
        (machines[node].isPaused, machines[node].held, machines[node].inbox) = (false, [], [])
        machines[node].deadline = nil
        fabric.disconnect(node, at: now)
        for lane in SimulatedDatabase.Lane.allCases {
            database.lose(line(node, lane), at: now)
        }
    }

    /// Starts a process, under the machine's name, after the one before it.
    private mutating func start(_ node: Int) {
        guard machines[node].process.map({ $0.core.phase == .gone }) ?? true else { return }
        stop(node)
        let isEdge = plan.hasEdge && node == plan.nodes - 1
        machines[node].starts += 1
        let settings = NodeSettings(name: "n\(node)", role: isEdge ? .edge : .owner, formats: 1...1)
        machines[node].process = SimulatedNode(
            settings, rooms: plan.rooms, fault: fault,
            random: SeedStream(seed: seed, part: 3, node, machines[node].starts),
            at: machines[node].clock.own(at: now))
        audit.started(node)
        fabric.reconnect(node, at: now)
        turn(of: node) { $0.start(at: $1, into: &$2) }
    }

    private mutating func heal() {
        fabric.faults = SimulatedFabric.Faults()
        fabric.mendCuts()
        database.heal()
        for node in machines.indices { wake(node) }
        for node in machines.indices where node == 0 || random.chance(50) { start(node) }
        for node in machines.indices where machines[node].process != nil { fabric.reconnect(node, at: now) }
    }

    // MARK: End

    /// Each room has one owner, and each process has obeyed it lately.
    private mutating func check() {
        for room in plan.rooms {
            let owners = machines.compactMap { machine in
                machine.process.flatMap { process in
                    process.spoken(at: machine.clock.own(at: now)).first { $0.room == room }
                        .map { RoomEpoch(number: $0.epoch, owner: process.core.id) }
                }
            }
            guard owners.count == 1, let owner = owners.first else {
                audit.diverged("\(room) has \(owners.count) owners", at: now)
                continue
            }
            for (node, machine) in machines.enumerated() {
                guard let process = machine.process, process.core.phase != .gone,
                    let follower = process.followers.first(where: { $0.room == room })
                else { continue }
                let silence = follower.obeyedAt.map { machine.clock.own(at: now).milliseconds(since: $0) }
                if follower.epoch != owner || silence ?? .max > 600 {
                    let told = follower.epoch?.description ?? "nobody"
                    audit.diverged("node \(node) follows \(told) of \(room), not \(owner)", at: now)
                }
            }
        }
    }
}
