import ClusterTraffic
import PagingEngine
import Support

@testable import ClusterMembership

enum Fixture {
    static func node(_ number: UInt64) -> NodeID {
        guard let node = NodeID(number) else { preconditionFailure("\(number) is an id.") }
        return node
    }

    static func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    static func renewal(timeline: UInt32 = 1, clock: Int64 = 0, othersHeard: Int = 0) -> LeaseRenewal {
        LeaseRenewal(timeline: timeline, clock: at(clock), lowestFormat: 3, othersHeard: othersHeard)
    }

    static func beat(_ name: String, _ confirmed: UInt64, role: NodeBeat.Role = .owner) -> NodeBeat {
        NodeBeat(name: name, role: role, confirmed: confirmed, formats: 1...3)
    }
}

/// A node whose statements a test answers.
struct NodeBench {
    var core: ClusterNode
    /// Effects since the last `take`.
    var effects: [NodeEffect] = []
    var now: Instant

    init(_ name: String = "a", role: NodeBeat.Role = .owner, at milliseconds: Int64 = 1_000) {
        now = Fixture.at(milliseconds)
        core = ClusterNode(
            NodeSettings(name: name, role: role, formats: 1...3), random: SeedStream(seed: 7), at: now)
        send(.start)
    }

    /// A node that is live, with the first beat confirmed at once.
    static func live(at milliseconds: Int64 = 1_000) -> NodeBench {
        var bench = NodeBench(at: milliseconds)
        bench.answer(.done)
        bench.answer(.renewed(Fixture.renewal()))
        return bench
    }

    mutating func send(_ event: NodeEvent) { core.handle(event, at: now, into: &effects) }

    /// Ticks at each deadline up to a time.
    mutating func run(to milliseconds: Int64) {
        while let deadline = core.nextDeadline, deadline.milliseconds <= milliseconds {
            now = max(now, deadline)
            send(.tick)
        }
        now = Fixture.at(milliseconds)
    }

    /// Statements without an answer that the effects since the last `take` ask for.
    var statements: [NodeStatement] {
        effects.compactMap { effect -> NodeStatement? in
            guard case .execute(let statement) = effect else { return nil }
            return statement
        }
    }

    var ownStatement: NodeStatement? { statements.last(where: \.isOwn) }

    /// Answers the newest own statement, or the newest of those about others.
    mutating func answer(_ outcome: NodeOutcome, isOwn: Bool = true) {
        guard let statement = statements.last(where: { $0.isOwn == isOwn }) else { return }
        effects.removeAll { $0 == .execute(statement) }
        send(.answered(statement, outcome))
    }

    /// Renews every 250 ms up to a time, without news of others.
    mutating func renew(to milliseconds: Int64, othersHeard: Int = 0, isHeard: Bool = true) {
        while now.milliseconds < milliseconds {
            run(to: min(now.milliseconds + 50, milliseconds))
            if isHeard { send(.received(.beat(Fixture.beat("a", core.phase == .registered ? 1 : 0)), from: core.id)) }
            if case .renew = ownStatement { answer(.renewed(Fixture.renewal(othersHeard: othersHeard))) }
        }
    }

    mutating func take() -> [NodeEffect] {
        defer { effects = [] }
        return effects
    }
}
