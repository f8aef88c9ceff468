import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import Support

/// The surroundings of the members of a cluster world: lines to all nodes, the plan, and the audit.
struct ClusterContext: MemberSurroundings {
    enum ClusterSimEvent {
        case up(line: Int, SimEvent.Signal)
        case down(line: Int, SimEvent.Signal)
        case fails(line: Int)
        case act(member: Int)
        case planned(ClusterPlan.PlannedFault)
        /// A process that drains ends its connections, then its life; `process` is its number.
        case endConnections(node: Int, process: Int)
        case leave(node: Int, process: Int)
        case exit(node: Int, process: Int)
        case look
    }

    /// A line to a loop of a node.
    private struct NodeLine {
        var line: Line
        let node: Int
    }

    let plan: ClusterPlan
    let fault: ClusterFault?
    var milliseconds: Int64 = 0
    var random: SeedStream
    var audit: ClusterAudit
    private(set) var schedule = EventQueue<Int64, ClusterSimEvent>()
    /// The number of the process that takes members, by node.
    private var processes: [Int?]
    private var lines: [NodeLine] = []
    /// Nodes whose clocks stood still lately: their own members cannot tell how old their words are (decision 45).
    private var behindUntil: [Int: Int64] = [:]

    init(seed: UInt64, fault: ClusterFault?, isTraced: Bool) {
        plan = ClusterPlan(seed: seed)
        self.fault = fault
        random = SeedStream(seed: seed, part: 8)
        audit = ClusterAudit(plan: plan, isTraced: isTraced)
        processes = plan.clocks.map { _ in nil }
        for (milliseconds, event) in plan.events { schedule.add(.planned(event), at: milliseconds) }
        let looks = stride(from: Int64(0), to: ClusterPlan.endMilliseconds, by: 500)
        for milliseconds in looks { schedule.add(.look, at: milliseconds) }
    }

    var isBusy: Bool { milliseconds < ClusterPlan.busyMilliseconds }
    private var hasFaults: Bool { milliseconds < NodePlan.healMilliseconds }

    func isMarch(_ room: Int) -> Bool { plan.rooms[room].isMarch }

    mutating func note(_ text: @autoclosure () -> String) { audit.note(text(), at: milliseconds) }

    mutating func complain(_ rule: Violation.Rule, _ text: String) {
        complain(rule == .convergence ? ClusterViolation.Rule.convergence : .order, text)
    }

    mutating func complain(_ rule: ClusterViolation.Rule, _ text: String) {
        audit.complain(rule, text, at: milliseconds)
    }

    mutating func plan(_ event: ClusterSimEvent, after pause: Int64) { schedule.add(event, at: milliseconds + pause) }

    mutating func popDue() -> ClusterSimEvent? { schedule.popDue(at: milliseconds) }

    mutating func planAct(of member: Int, after pause: Int64) { plan(.act(member: member), after: pause) }

    // MARK: Processes

    /// A process takes members from now on; nil: none does.
    mutating func listen(_ process: Int?, at node: Int) { processes[node] = process }

    /// The process is gone.
    mutating func loseProcess(_ process: Int, at node: Int) {
        processes[node] = nil
        for line in lines.indices where lines[line].line.life == process && lines[line].node == node {
            guard let heard = lines[line].line.loseServer(at: milliseconds) else { continue }
            schedule.add(.down(line: line, .closed(code: nil)), at: heard)
        }
    }

    /// The clock of a node stands still for a while.
    mutating func standStill(_ node: Int, milliseconds span: Int64) {
        behindUntil[node] = milliseconds + span + 1_000
    }

    func isBehind(_ node: Int) -> Bool { behindUntil[node].map { milliseconds <= $0 } ?? false }

    // MARK: Lines

    func node(of line: Int) -> Int { lines[line].node }

    subscript(line: Int) -> Line { lines[line].line }

    /// A line to a node: mostly to the one that is the member's, or to any other.
    mutating func connect(_ number: Int, _ member: SimulatedMember) -> Int {
        let isOwn = random.chance(60)
        var node = isOwn ? number % plan.nodes : Int(random.within(0...Int64(plan.nodes - 1)))
        // Clients try all addresses; in the end nobody is to wait for a machine that stays off.
        if !isBusy, processes[node] == nil { node = processes.firstIndex { $0 != nil } ?? node }
        let loop = Int(random.within(0...Int64(plan.loops - 1)))
        let line = lines.count
        var new = Line(
            member: number, room: member.room, loop: loop, life: processes[node] ?? 0, seed: random.next())
        guard processes[node] != nil else {
            new.refuse()
            lines.append(NodeLine(line: new, node: node))
            plan(.down(line: line, .closed(code: nil)), after: 1)
            return line
        }
        let failure = hasFaults && random.chance(40) ? new.failure(after: milliseconds) : nil
        lines.append(NodeLine(line: new, node: node))
        note("member \(number) connects to node \(node) over line \(line)")
        sendUp(line, .opened)
        if let failure { schedule.add(.fails(line: line), at: failure) }
        return line
    }

    mutating func sendUp(_ line: Int, _ signal: SimEvent.Signal) {
        guard let arrival = lines[line].line.arrivalUp(sentAt: milliseconds) else { return }
        schedule.add(.up(line: line, signal), at: arrival)
    }

    mutating func sendDown(_ line: Int, _ signal: SimEvent.Signal) {
        guard let arrival = lines[line].line.arrivalDown(sentAt: milliseconds) else { return }
        schedule.add(.down(line: line, signal), at: arrival)
    }

    mutating func cut(_ line: Int, clientHears: Bool) {
        let (server, client) = lines[line].line.cut(at: milliseconds, clientHears: clientHears)
        if let server { schedule.add(.up(line: line, .closed(code: nil)), at: server) }
        if let client { schedule.add(.down(line: line, .closed(code: nil)), at: client) }
    }

    /// The network fails a line that still works.
    mutating func fail(_ line: Int) {
        guard lines[line].line.isWhole, hasFaults else { return }
        if lines[line].line.failsSilently() { return note("line \(line) goes silent") }
        cut(line, clientHears: true)
    }

    mutating func reachesServer(_ signal: SimEvent.Signal, over line: Int) -> Bool {
        lines[line].line.reachesServer(signal)
    }

    mutating func send(_ message: ClientMessage, of member: Int, over line: Int) {
        if case .join(_, let join) = message { audit.asks(join, over: line) }
        sendUp(line, .objects([message]))
    }

    // MARK: Results

    mutating func joined(_ member: Int, _ welcome: Welcome) { audit.counts.joins += 1 }

    /// A member may be removed, and is then refused as often as it comes with its session.
    mutating func ended(_ member: Int, _ end: ClientEnd) {
        if case .refused(.removed, _) = end, audit.hasRemoved {
            note("member \(member) was removed")
            return planAct(of: member, after: random.within(200...2_500))
        }
        let node = lines.last { $0.line.member == member }?.node
        if case .refused(.takenOver, _) = end, let node, isBehind(node) {
            return note("node \(node) has mixed up the connections of member \(member)")
        }
        if end != .left { complain(ClusterViolation.Rule.convergence, "member \(member) ended: \(end)") }
    }

    mutating func settledChange(_ answer: Answer?, in room: Int) { audit.settledChange(answer, in: room) }

    mutating func settledStep(_ answer: Answer?, in room: Int) { audit.settledStep(answer, in: room) }
}
