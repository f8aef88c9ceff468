import PagingServer
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
