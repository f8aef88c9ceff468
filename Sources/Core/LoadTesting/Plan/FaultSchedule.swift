import Scripting
import Support

/// The faults that a script asks for: when each begins and ends, and which users it hits.
struct FaultSchedule: Sendable {
    /// A fault begins or ends.
    struct Change: Sendable {
        /// The fault's place in the script.
        let fault: Int
        let at: LoadTime
        let begins: Bool
    }

    private let plans: [FaultPlan]
    /// For each fault and actor, whether the fault is about the actor.
    private let concerns: [[Bool]]
    private let seed: UInt64
    private let changes: [Change]
    private var next = 0
    /// Delays that are on now.
    private var delays: [Int] = []
    /// Delays drawn so far, by user.
    private var delaysDrawn: [Int: Int] = [:]

    init(_ plans: [FaultPlan], actors: [Script.Actor], seed: UInt64, start: LoadTime) {
        self.plans = plans
        self.seed = seed
        concerns = plans.map { plan in
            actors.map { plan.actors.isEmpty || plan.actors.contains($0.name) }
        }
        var changes: [Change] = []
        for (number, plan) in plans.enumerated() {
            let begin = start.advanced(byMicroseconds: plan.atMilliseconds * 1_000)
            changes.append(Change(fault: number, at: begin, begins: true))
            guard let length = plan.forMilliseconds else { continue }
            changes.append(Change(fault: number, at: begin.advanced(byMicroseconds: length * 1_000), begins: false))
        }
        // Of the same moment ends come before beginnings, then in the script's order.
        self.changes = changes.sorted {
            ($0.at, $0.begins ? 1 : 0, $0.fault) < ($1.at, $1.begins ? 1 : 0, $1.fault)
        }
    }

    var nextChange: LoadTime? { next < changes.count ? changes[next].at : nil }

    /// The next change whose time has come.
    mutating func take(at now: LoadTime) -> Change? {
        guard let moment = nextChange, moment <= now else { return nil }
        let change = changes[next]
        next += 1
        guard case .delay = plans[change.fault].trouble else { return change }
        if change.begins { delays.append(change.fault) } else { delays.removeAll { $0 == change.fault } }
        return change
    }

    func kind(of change: Change) -> FaultPlan.Trouble { plans[change.fault].trouble }

    /// Whether a fault hits a user: always the same ones, in however many workers.
    func hits(_ change: Change, _ part: LoadPlan.Part) -> Bool { hits(change.fault, part) }

    private func hits(_ fault: Int, _ part: LoadPlan.Part) -> Bool {
        guard concerns[fault][part.actor] else { return false }
        var random = SeedStream(seed: seed, part: RandomPart.hit, fault, part.actor, part.place)
        return random.chance(of: plans[fault].part)
    }

    /// Milliseconds by which a message that the user receives now is delayed; nil without a delay.
    mutating func delay(of user: Int, _ part: LoadPlan.Part) -> Int64? {
        guard !delays.isEmpty else { return nil }
        var sum: Int64?
        for fault in delays where hits(fault, part) {
            guard case .delay(let pause) = plans[fault].trouble else { continue }
            let drawn = delaysDrawn[user, default: 0]
            delaysDrawn[user] = drawn + 1
            var random = SeedStream(seed: seed, part: RandomPart.delay, fault, part.actor, part.place, drawn)
            sum = (sum ?? 0) + pause.choose(using: &random)
        }
        return sum
    }
}
