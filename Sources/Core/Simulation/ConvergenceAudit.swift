import PagingClient
import PagingEngine
import PagingRoom

/// The rules for the end of a world: without faults, all members return and see the same.
struct ConvergenceAudit {
    private let plan: WorldPlan
    private let process: SimulatedProcess
    private let members: [SimulatedMember]
    private let audit: WorldAudit
    private let milliseconds: Int64
    private var found: [Violation] = []

    init(
        plan: WorldPlan, process: SimulatedProcess, members: [SimulatedMember], audit: WorldAudit,
        milliseconds: Int64
    ) {
        self.plan = plan
        self.process = process
        self.members = members
        self.audit = audit
        self.milliseconds = milliseconds
    }

    /// The violations of all rooms and members.
    static func violations(
        plan: WorldPlan, process: SimulatedProcess, members: [SimulatedMember], audit: WorldAudit,
        milliseconds: Int64
    ) -> [Violation] {
        var rules = ConvergenceAudit(
            plan: plan, process: process, members: members, audit: audit, milliseconds: milliseconds)
        for room in plan.rooms.indices { rules.check(room) }
        return rules.found
    }

    private mutating func complain(_ rule: Violation.Rule, _ text: String) {
        found.append(Violation(rule: rule, milliseconds: milliseconds, text: text))
    }

    private mutating func check(_ index: Int) {
        let draft = plan.rooms[index]
        guard let room = process.room(draft.name, at: milliseconds) else {
            return complain(.convergence, "the server does not come back")
        }
        if !room.isAtRest { complain(.convergence, "\(draft.name) does not come to rest: \(room.phase.name)") }
        let oracle = audit[index]
        if oracle.lastPublished != room.sequence {
            complain(
                .convergence, "\(draft.name) has said \(oracle.lastPublished.number) of \(room.sequence.number)")
        }
        for member in members.indices where members[member].room == index { check(member, in: room) }
        let lives = audit.counts.crashes + audit.counts.drains
        guard draft.isMarch, lives == 0 || plan.isDurable else { return }
        // An answered step that the disk did not have in time may go with the process; nothing else may.
        let (done, unknown) = (oracle.stepsDone, oracle.stepsUnknown)
        let least = lives == 0 ? done : oracle.settled.value
        if room.settled.value < least || room.settled.value > done + unknown {
            complain(
                .pages, "\(draft.name) is on page \(room.settled.value) after \(done) steps, and perhaps \(unknown)")
        }
    }

    private mutating func check(_ number: Int, in room: Replica) {
        let member = members[number]
        guard let replica = member.replica else {
            return complain(.convergence, "member \(number) does not come back: \(member.stage)")
        }
        if replica != room { complain(.convergence, "member \(number) sees \(replica.difference(from: room))") }
        if replica.digest != room.digest {
            complain(.convergence, "member \(number) diverged: \(replica.digestLine)")
        }
        if !member.unanswered.isEmpty {
            complain(.convergence, "member \(number) waits for \(member.unanswered)")
        }
        if replica.window.contains(where: { $0.page.notes != nil }) { complain(.notes, "member \(number) sees notes") }
        let notes = member.role == .presenter ? process.notes(of: plan.rooms[member.room].name) : []
        if member.notes != notes {
            complain(.notes, "member \(number) reads other notes: \(member.notes.map(\.page.text))")
        }
        checkClock(number)
        if member.role == .presenter { checkInStep(number) }
    }

    private mutating func checkInStep(_ number: Int) {
        let others = members.count { $0.room == members[number].room }
        guard let inStep = members[number].inStep else {
            return complain(.picture, "member \(number) is not told who is in step")
        }
        guard inStep.drawn != others || inStep.of != others else { return }
        complain(.picture, "member \(number) hears at last that \(others) are in step as \(inStep)")
    }

    /// The estimate is within half the longest round trip of the network, plus the drift of the clocks meanwhile.
    private mutating func checkClock(_ number: Int) {
        guard let estimate = members[number].serverTime(at: milliseconds) else {
            return complain(.convergence, "member \(number) knows no server time")
        }
        let error = estimate.milliseconds - process.now(at: milliseconds).milliseconds
        if error.magnitude > Line.longestRoundTripMilliseconds / 2 + ConvergenceAudit.driftMilliseconds {
            complain(.convergence, "member \(number) is \(error) ms off the server's clock")
        }
    }

    /// 400 in a million over the age of the oldest round trip that counts.
    private static let driftMilliseconds: Int64 = 20
}

extension Replica {
    /// The fields in which two replicas differ.
    func difference(from room: Replica) -> String {
        zip(Mirror(reflecting: self).children, Mirror(reflecting: room).children).compactMap { left, right in
            let (left, name, right) = ("\(left.value)", left.label ?? "", "\(right.value)")
            return left == right ? nil : "\(name) \(left) instead of \(right)"
        }.joined(separator: ", ")
    }
}
