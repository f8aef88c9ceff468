import PagingRoom
import PagingServer
import PagingWire
import Support

/// The surroundings that the members and the server of a world share: the time, the network, the plan, and the audit.
struct WorldContext {
    let plan: WorldPlan
    /// The fault on purpose, if any.
    let fault: FaultInjection?
    /// World time.
    var milliseconds: Int64 = 0
    var network = SimulatedNetwork()
    var schedule = WorldSchedule()
    var audit: WorldAudit
    var random: SeedStream

    init(seed: UInt64, fault: FaultInjection?, isTraced: Bool) {
        plan = WorldPlan(seed: seed)
        self.fault = fault
        random = SeedStream(seed: seed)
        audit = WorldAudit(plan: plan, isTraced: isTraced)
    }

    var isBusy: Bool { milliseconds < plan.busyMilliseconds }

    mutating func complain(_ rule: Violation.Rule, _ text: String) {
        audit.complain(rule, text, at: milliseconds)
    }

    mutating func note(_ text: @autoclosure () -> String) {
        audit.note(text(), at: milliseconds)
    }

    mutating func sendUp(_ line: Int, _ signal: SimEvent.Signal) {
        network.sendUp(line, signal, at: milliseconds, into: &schedule)
    }

    mutating func sendDown(_ line: Int, _ signal: SimEvent.Signal) {
        network.sendDown(line, signal, at: milliseconds, into: &schedule)
    }

    mutating func cut(_ line: Int, clientHears: Bool) {
        network.cut(line, clientHears: clientHears, at: milliseconds, into: &schedule)
    }

    mutating func plan(_ event: SimEvent, after pause: Int64, of owner: WorldSchedule.Owner = .world) {
        schedule.plan(event, at: milliseconds + pause, of: owner)
    }
}

extension WorldContext: MemberSurroundings {
    func isMarch(_ room: Int) -> Bool { plan.rooms[room].isMarch }

    mutating func planAct(of member: Int, after pause: Int64) {
        plan(.act(member: member), after: pause, of: .member(member))
    }

    /// A line to a loop of the acceptor's choice.
    mutating func connect(_ number: Int, _ member: SimulatedMember) -> Int {
        let loop = Int(random.within(0...Int64(max(1, network.loopCount) - 1)))
        let new = Line(member: number, room: member.room, loop: loop, life: network.life, seed: random.next())
        audit.connected(number, member.room, member.role, member.offsets)
        return network.connect(new, mayFail: isBusy, at: milliseconds, into: &schedule)
    }

    mutating func send(_ message: ClientMessage, of member: Int, over line: Int) {
        if case .request(let id?, _, let grant?) = message {
            let isTornOff = fault == .grantTornOff
            audit.asked(id, under: isTornOff ? FencingToken(grant.number - 1) : grant, on: line)
        }
        sendUp(line, .objects([fault?.tampered(message, of: member) ?? message]))
    }

    mutating func joined(_ member: Int, _ welcome: Welcome) {
        audit.count(welcome.recovered ? \.recoveries : \.joins)
    }

    mutating func settledStep(_ answer: Answer?, in room: Int) { audit.settledStep(answer, in: room) }
}
