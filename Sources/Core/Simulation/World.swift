import PagingRoom
import PagingServer
import Support

/// A server of several loops and rooms with its disk, its members, and the network between them, all from one seed
/// and on one virtual clock.
///
/// While it is busy, members drag, step, jump, change pages, leave and come back; lines delay, choke, break and go
/// silent; the server dies between two effects, or goes away in good order, and starts again from what its disk has;
/// the disk is slow, full, or fails. Afterwards the members rest and nothing fails, and all must come to see the
/// same. The same seed gives the same world.
package struct World: VirtualTimeRun {
    private var context: WorldContext
    private var server: SimulatedServer
    private var fleet = ClientFleet()

    /// - Parameters:
    ///   - fault: The fault on purpose, if any.
    ///   - isTraced: Keeps the events in words, for `story`.
    package init(seed: UInt64, fault: FaultInjection? = nil, isTraced: Bool = false) {
        context = WorldContext(seed: seed, fault: fault, isTraced: isTraced)
        server = SimulatedServer(plan: context.plan)
        server.start(in: &context)
        fleet.start(context.plan.members, in: &context)
        for moment in context.plan.crashes { context.plan(.doom, after: moment) }
        for moment in context.plan.drains { context.plan(.drain, after: moment) }
    }

    mutating func step() {
        server.tick(in: &context)
        fleet.tick(in: &context)
        while let event = context.schedule.popDue(at: now) { happen(event) }
    }

    private mutating func happen(_ event: SimEvent) {
        switch event {
        case .up(let line, let signal): server.receive(line, signal, in: &context)
        case .down(let line, let signal):
            guard context.network.reachesClient(signal, over: line) else { return }
            fleet.receive(line, of: context.network[line].member, signal, in: &context)
        case .message(let message, let loop, let life):
            if server.isCurrent(life) { server.serve(loop, message, in: &context) }
        case .fails(let line):
            guard context.network.fail(line, at: now, into: &context.schedule) else { return }
            context.note("line \(line) goes silent")
            context.audit.count(\.silences)
        case .drained(let line):
            guard context.network.drain(line) else { return }
            server.serve(context.network[line].loop, .writable(PeerID(UInt64(line))), in: &context)
        case .act(let member): fleet.act(member, in: &context)
        case .doom: server.doom(in: &context)
        case .drain: server.drain(in: &context)
        case .exit(let life): if server.isCurrent(life) { server.exit(in: &context) }
        case .start: server.start(in: &context)
        case .commitEnds(let life): if server.isCurrent(life) { server.endCommit(in: &context) }
        case .commitAgain(let life): if server.isCurrent(life) { server.attemptCommit(in: &context) }
        }
    }
}

/// The clock.
extension World {
    /// After the busy time, all members have returned and every time limit has ended within this time.
    private static let calmMilliseconds: Int64 = 30_000

    /// Whether everybody had time to see the same.
    package var isOver: Bool { milliseconds >= plan.busyMilliseconds + World.calmMilliseconds }

    /// Runs up to `end`, in milliseconds of world time.
    package mutating func run(untilMilliseconds end: Int64) {
        runClock(to: end)
    }

    /// Runs until the members rest and all had time to see the same.
    package mutating func runToTheEnd() {
        run(untilMilliseconds: plan.busyMilliseconds + World.calmMilliseconds)
        // Events of the last moment, such as the end of a lease, may still be under way.
        var heard = -1
        while heard != counts.events {
            heard = counts.events
            run(untilMilliseconds: milliseconds + 1_000)
        }
    }

    package var plan: WorldPlan { context.plan }

    /// World time.
    package var milliseconds: Int64 { context.milliseconds }

    var now: Int64 {
        get { context.milliseconds }
        set { context.milliseconds = newValue }
    }

    /// A world does not end by itself: the caller decides how long it runs.
    var isFinished: Bool { false }

    var nextMoment: Int64? {
        let server = server.process.nextDeadline(notBefore: milliseconds)
        let client = fleet.nextDeadline(notBefore: milliseconds)
        return [context.schedule.first, server, client].compactMap(\.self).min()
    }

}

/// Results.
extension World {
    package var counts: WorldCounts { context.audit.counts }

    /// The violations up to now.
    package var violations: [Violation] { context.audit.violations }

    /// The violations so far; after `runToTheEnd` also those of convergence.
    package func audit() -> [Violation] {
        guard isOver else { return violations }
        return violations
            + ConvergenceAudit.violations(
                plan: plan, process: server.process, members: fleet.members, audit: context.audit,
                milliseconds: milliseconds)
    }

    /// A digest of everything the server sent, to compare two runs.
    package var fingerprint: UInt64 {
        Digest(of: server.messages.map { "\($0)" }.joined(separator: "\n")).value
    }

    /// The last traced events, in words.
    package func story(_ count: Int) -> [String] { context.audit.story(count) }

    /// Runs the world of `seed` and returns its violations.
    package static func violations(seed: UInt64, fault: FaultInjection? = nil) -> [Violation] {
        var world = World(seed: seed, fault: fault)
        world.runToTheEnd()
        return world.audit()
    }
}
