import ClusterMembership
import ClusterServer
import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Support

/// A whole cluster with its members, all from one seed and on one virtual clock: processes with real cluster loops and real
/// loops, a database, a fabric, and members at all nodes who drag, step, jump, leave and return, and whose lines fail.
///
/// While there are faults, processes are killed, stand still, and drain; clocks drift and stand still; the database and the
/// fabric do what they do to a `NodeWorld`. Afterwards each room has one owner soon, and all members come to see the same.
package struct ClusterWorld: VirtualTimeRun {
    private static let convergenceMilliseconds: Int64 = 3_000
    /// The time of day, as databases tell it.
    private static let databaseAheadMilliseconds: Int64 = 1_700_000_000_000

    var now = Instant(milliseconds: 0)
    private(set) var isFinished = false
    private var context: ClusterContext
    private var stage: ClusterStage
    private var fleet = ClientFleet()
    private var nodes = NodeAudit()
    /// The time of the last fault, or of the end of a process in good order.
    private var lastFaultAt = NodePlan.healMilliseconds

    package init(seed: UInt64, fault: ClusterFault? = nil, isTraced: Bool = false) {
        context = ClusterContext(seed: seed, fault: fault, isTraced: isTraced)
        let plan = context.plan
        var setup = ClusterSetup(nodes: plan.nodes, loops: plan.loops)
        setup.rooms = plan.specs
        setup.fault = fault
        setup.threadDelay = plan.threadDelay
        setup.databaseAhead = ClusterWorld.databaseAheadMilliseconds
        let ringFrames = fault == .ringUnlimited ? 8 * plan.ringFrames : plan.ringFrames
        setup.changeServer = { settings in
            settings.retry = Retry(minimumMilliseconds: 50, maximumMilliseconds: 1_000)
            (settings.ringFrames, settings.historyBytes) = (ringFrames, 5 * ringFrames)
            (settings.pingMilliseconds, settings.pongMilliseconds) = (3_000, 3_000)
            settings.welcomeMilliseconds = 3_000
        }
        setup.changeCluster = { settings in
            (settings.ringFrames, settings.historyBytes) = (ringFrames, 5 * ringFrames)
            if fault == .guardIgnored { settings.node.timing.guardTime = 1 << 40 }
            if fault == .validIgnored { settings.node.timing.tolerance = 1 << 40 }
        }
        stage = ClusterStage(setup, clocks: plan.clocks, seed: seed, at: now)
        stage.fabric.faults = plan.fabricFaults
        for node in stage.machines.indices { context.listen(stage.machines[node].process?.number, at: node) }
        fleet.start(plan.members, in: &context)
        settle()
    }

    package var violations: [ClusterViolation] { context.audit.violations }
    package var counts: ClusterCounts {
        var counts = context.audit.counts
        counts.records = nodes.counts.records
        return counts
    }
    package var milliseconds: Int64 { now.milliseconds }
    package var isOver: Bool { isFinished }

    /// The last traced events, in words.
    package func story(_ count: Int) -> [String] { context.audit.story(count) }

    /// Plays the world and returns the rules that it broke.
    package static func violations(seed: UInt64, fault: ClusterFault? = nil) -> [ClusterViolation] {
        var world = ClusterWorld(seed: seed, fault: fault)
        world.runToTheEnd()
        return world.violations
    }

    package mutating func runToTheEnd() { run(untilMilliseconds: ClusterPlan.endMilliseconds) }

    package mutating func run(untilMilliseconds end: Int64) {
        runClock(to: Instant(milliseconds: min(end, ClusterPlan.endMilliseconds)))
        guard end >= ClusterPlan.endMilliseconds, !isFinished else { return }
        isFinished = true
        checkEnd()
    }

    // MARK: Clock

    var nextMoment: Instant? {
        let client = fleet.nextDeadline(notBefore: now.milliseconds)
        let own = [context.schedule.first, client].compactMap(\.self).min().map { Instant(milliseconds: $0) }
        return earliest(own, stage.nextMoment)
    }

    mutating func step() {
        stage.now = now
        context.milliseconds = now.milliseconds
        stage.step()
        settle()
        fleet.tick(in: &context)
        while let event = context.popDue() {
            happen(event)
            settle()
        }
    }

    /// Performs what left the processes, and looks at what was committed.
    private mutating func settle() {
        auditCommits()
        while case let outputs = stage.takeOutputs(), !outputs.isEmpty {
            for (node, output) in outputs { perform(output, of: node) }
        }
    }

    private mutating func auditCommits() {
        let commits = stage.database.takeCommits()
        guard !commits.isEmpty else { return }
        let running = view.registered
        for commit in commits { nodes.committed(commit.change, at: commit.at, running: running) }
    }

    private mutating func happen(_ event: ClusterContext.ClusterSimEvent) {
        switch event {
        case .up(let line, let signal): serve(line, signal)
        case .down(let line, let signal):
            guard context[line].reachesClient(signal) else { return }
            let member = context[line].member
            guard fleet.members[member].line == line else { return }
            if case .messages(let messages) = signal {
                let isBehind = context.isBehind(context.node(of: line))
                context.audit.told(messages, to: member, byNodeBehind: isBehind, at: now.milliseconds)
            }
            fleet.receive(line, of: member, signal, in: &context)
            guard let replica = fleet.members[member].replica else { return }
            context.audit.shows(replica, member, at: now.milliseconds)
        case .fails(let line): context.fail(line)
        case .act(let member): fleet.act(member, in: &context)
        case .planned(let event): happen(event)
        case .endConnections(let node, let process):
            guard isRunning(process, at: node) else { return }
            for loop in 0..<context.plan.loops { stage.serve(.drain(milliseconds: 300), on: loop, of: node) }
            context.plan(.leave(node: node, process: process), after: 800)
        case .leave(let node, let process):
            guard isRunning(process, at: node) else { return }
            lastFaultAt = max(lastFaultAt, now.milliseconds)
            stage.pass(.cluster(.leave), to: node)
            context.plan(.exit(node: node, process: process), after: 2_000)
        case .exit(let node, let process):
            guard isRunning(process, at: node) else { return }
            kill(node)
            context.plan(.planned(.fault(.start(node: node))), after: context.random.within(100...1_500))
        case .look: look()
        }
    }

    // MARK: Members and nodes

    private mutating func serve(_ line: Int, _ signal: SimEvent.Signal) {
        let node = context.node(of: line)
        guard isRunning(context[line].life, at: node) else { return }
        // A node that does not know the time takes no members.
        if case .opened = signal, stage.machines[node].process?.timeLead == nil {
            return context.cut(line, clientHears: true)
        }
        guard context.reachesServer(signal, over: line) else { return }
        let (loop, peer) = (context[line].loop, PeerID(UInt64(line)))
        switch signal {
        case .opened:
            let room = context.plan.rooms[context[line].room].name
            stage.serve(.opened(peer, room: room, secret: Session("secret-\(line)")), on: loop, of: node)
        case .closed: if context.fault != .endUnheard { stage.serve(.closed(peer), on: loop, of: node) }
        case .objects(let objects):
            stage.serve(.received(peer, objects.map { .success($0) }), on: loop, of: node)
        case .pong: stage.serve(.pong(peer), on: loop, of: node)
        case .messages: break
        }
    }

    private mutating func perform(_ output: ClusterStage.StageOutput, of node: Int) {
        switch output {
        case .opened(let peer): context.sendDown(Int(peer.number), .opened)
        case .sent(let messages, let saidAt, let peers, _):
            for peer in peers {
                audit(messages, saidAt, over: Int(peer.number), of: node)
                deliver(messages, over: Int(peer.number), of: node)
            }
        case .closed(let peer, _, let code):
            context.note("node \(node) closes line \(peer.number): \(code)")
            context.sendDown(Int(peer.number), .closed(code: code.rawValue))
            context.plan(
                .up(line: Int(peer.number), .closed(code: code.rawValue)), after: context.random.within(0...800))
        case .pinged(let peer, let loop) where context.fault == .endUnheard:
            stage.serve(.pong(peer), on: loop, of: node)
        case .pinged(let peer, _): context.sendDown(Int(peer.number), .pong)
        case .obeyed(let epoch, let room):
            guard let end = nodes.expulsion(of: epoch.owner), end < now, !context.isBehind(node) else { return }
            let late = now.milliseconds(since: end)
            context.complain(.ended, "node \(node) obeys \(epoch) of \(room), \(late) ms after its expulsion")
        // A report that was under way when the epoch changed may be taken for one of the new epoch.
        case .diverged(let text): context.note("node \(node) hears that \(text) differs")
        case .drained:
            lastFaultAt = max(lastFaultAt, now.milliseconds)
            guard let process = stage.machines[node].process?.number else { return }
            context.note("node \(node) has handed its rooms over")
            context.plan(.endConnections(node: node, process: process), after: 0)
        case .left:
            guard let process = stage.machines[node].process?.number else { return }
            context.plan(.exit(node: node, process: process), after: 1)
        case .logged(let entry): context.note("node \(node): \(entry)")
        }
    }

    private mutating func audit(
        _ messages: [ServerMessage], _ saidAt: [Instant], over line: Int, of node: Int
    ) {
        let isBehind = context.isBehind(node)
        let member = context[line].member
        let timeError = fleet.members[member].line == line ? view.timeError : nil
        let room = context.plan.rooms[context[line].room].name
        for (message, moment) in zip(messages, saidAt) {
            context.audit.says(
                message, saidAt: moment, to: member, over: line, isBehind: isBehind,
                timeError: timeError, end: { nodes.end(of: room, epoch: $0) }, at: now.milliseconds)
        }
    }

    private mutating func deliver(_ messages: [ServerMessage], over line: Int, of node: Int) {
        guard let fault = context.fault else { return context.sendDown(line, .messages(messages)) }
        let hasEvent = messages.contains { if case .event = $0 { true } else { false } }
        if fault == .messageLost, hasEvent, context.random.chance(2) { return }
        context.sendDown(line, .messages(fault.tampered(messages, of: node, chance: context.random.within(0...99))))
    }

    // MARK: Faults

    private func isRunning(_ process: Int, at node: Int) -> Bool { stage.machines[node].process?.number == process }

    private var isHealed: Bool { now.milliseconds >= NodePlan.healMilliseconds }

    private mutating func happen(_ event: ClusterPlan.PlannedFault) {
        switch event {
        case .fault(let event): happen(event)
        case .pauseClusterLoop(let node, let milliseconds):
            pause([context.plan.loops], of: node, milliseconds: milliseconds)
        case .remove(let room): remove(from: room)
        case .drain(let node):
            guard let process = stage.machines[node].process?.number, !isHealed else { return }
            context.note("node \(node) drains")
            context.audit.counts.drains += 1
            context.listen(nil, at: node)
            stage.pass(.cluster(.drain), to: node)
            // As `serve` does, which does not wait for ever.
            context.plan(.endConnections(node: node, process: process), after: 5_000)
        }
    }

    private mutating func happen(_ event: NodePlan.Event) {
        context.note("\(event)")
        switch event {
        case .pause(let node, let milliseconds):
            pause(Array(0..<context.plan.loops + 2), of: node, milliseconds: milliseconds)
        case .freeze(let node, let milliseconds):
            guard stage.machines[node].process != nil, !isHealed else { return }
            context.audit.counts.pauses += 1
            context.standStill(node, milliseconds: milliseconds)
            excuse(node, milliseconds + 300)
            stage.freeze(node, milliseconds: milliseconds)
            context.plan(.planned(.fault(.wake(node: node))), after: milliseconds)
        case .wake(let node): wake(node)
        case .stop(let node): if !isHealed { kill(node) }
        case .start(let node): start(node)
        case .lose(let node, let lane):
            if lane == .lease { excuse(node, 300) }
            stage.database.lose(stage.line(node, lane), at: now)
        case .slow(let node, let lane, let milliseconds, let commit):
            if lane == .lease { excuse(node, milliseconds + commit) }
            let end = now.advanced(byMilliseconds: milliseconds)
            stage.database.slowDown(stage.line(node, lane), until: end, milliseconds: commit)
        case .stall(let milliseconds, let isCommitsOnly):
            stage.database.stall(until: now.advanced(byMilliseconds: milliseconds), isCommitsOnly: isCommitsOnly)
        case .down(let isFailover): stage.database.goDown(isFailover: isFailover, at: now)
        case .comeBack: stage.database.comeBack()
        case .cut(let node, let other): if !isHealed { stage.fabric.cut(from: node, to: other) }
        case .mend: stage.fabric.mendCuts()
        case .disconnect(let node): if !isHealed { stage.fabric.disconnect(node, at: now) }
        case .reconnect(let node): if stage.machines[node].process != nil { stage.fabric.reconnect(node, at: now) }
        case .heal: heal()
        case .speak, .leave, .handOver, .check: break
        }
    }

    private mutating func pause(_ threads: [Int], of node: Int, milliseconds: Int64) {
        guard stage.machines[node].process != nil, !isHealed else { return }
        context.audit.counts.pauses += 1
        excuse(node, milliseconds + 300)
        stage.pause(threads, of: node, inTurn: context.random.chance(50))
        context.plan(.planned(.fault(.wake(node: node))), after: milliseconds)
    }

    /// For a fault of its own a node may be expelled.
    private mutating func excuse(_ node: Int, _ milliseconds: Int64) {
        nodes.excuse(node, from: now, to: now.advanced(byMilliseconds: milliseconds))
    }

    /// An operator removes a member that is listed at the owner.
    private mutating func remove(from room: Int) {
        let name = context.plan.rooms[room].name
        guard let home = view.home(of: name), let epoch = home.process.hosted[name], !home.members.isEmpty else {
            return
        }
        let member = home.members[Int(context.random.within(0...Int64(home.members.count - 1)))].id
        guard stage.operate(.kick(member), on: name, loop: home.loop, of: home.node) == .done else { return }
        context.note("an operator removes member \(member.number) of \(name)")
        context.audit.removes(member, of: room, in: epoch)
    }

    private mutating func wake(_ node: Int) {
        guard stage.machines[node].process != nil else { return }
        // Its connections may have ended meanwhile.
        if !isHealed, context.random.chance(40) {
            for lane in SimulatedDatabase.Lane.allCases { stage.database.lose(stage.line(node, lane), at: now) }
        }
        stage.wake(node)
    }

    private mutating func kill(_ node: Int) {
        guard let process = stage.machines[node].process?.number else { return }
        context.audit.counts.kills += 1
        lastFaultAt = max(lastFaultAt, now.milliseconds)
        stage.kill(node)
        context.loseProcess(process, at: node)
    }

    private mutating func start(_ node: Int) {
        guard stage.machines[node].process == nil else { return }
        lastFaultAt = max(lastFaultAt, now.milliseconds)
        stage.start(node)
        context.listen(stage.machines[node].process?.number, at: node)
    }

    private mutating func heal() {
        stage.fabric.faults = SimulatedFabric.Faults()
        stage.fabric.mendCuts()
        stage.database.heal()
        for node in stage.machines.indices {
            stage.wake(node)
            if node == 0 || context.random.chance(60) { start(node) }
            if stage.machines[node].process != nil { stage.fabric.reconnect(node, at: now) }
        }
    }

    // MARK: Rules

    private mutating func look() {
        checkOwners()
        for node in stage.machines.indices {
            guard let process = stage.machines[node].process else { continue }
            let waiting = process.journal.waitingCount
            context.audit.check(
                process.core.holdings, of: "node \(node)", isRest: isCalm(for: 8_000), at: now.milliseconds)
            for loop in process.loops.indices {
                context.audit.check(
                    process.loops[loop].holdings, of: "node \(node), loop \(loop)", waitingRecords: waiting,
                    at: now.milliseconds)
            }
        }
    }

    private var view: ClusterView { ClusterView(stage: stage, members: fleet.members) }

    /// Whether nothing has failed for so long.
    private func isCalm(for milliseconds: Int64) -> Bool {
        now.milliseconds >= max(lastFaultAt, ClusterPlan.busyMilliseconds) + milliseconds
    }

    /// Each room has one owner.
    private mutating func checkOwners() {
        guard now.milliseconds >= lastFaultAt + ClusterWorld.convergenceMilliseconds else { return }
        let view = view
        for room in context.plan.rooms {
            let owners = view.owners(of: room.name)
            if owners.count != 1 {
                context.complain(ClusterViolation.Rule.convergence, "\(room.name) is spoken for by nodes \(owners)")
            }
        }
    }

    private mutating func checkEnd() {
        (stage.now, context.milliseconds) = (now, now.milliseconds)
        context.audit.take(nodes.violations)
        for (number, draft) in context.plan.rooms.enumerated() { check(number, draft) }
    }

    private mutating func check(_ number: Int, _ draft: WorldPlan.RoomDraft) {
        for (rule, text) in view.findings(number, draft) { context.complain(rule, text) }
        guard let room = view.home(of: draft.name)?.room else { return }
        context.audit.changed(number, revision: room.revision, at: now.milliseconds)
        if draft.isMarch { context.audit.rests(number, on: room.settled, at: now.milliseconds) }
    }
}
