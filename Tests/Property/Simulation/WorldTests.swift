import Foundation
import Simulation
import TestSupport
import Testing

/// Whole worlds from seeds. `make soak` plays many with an optimised build; here are a few, and any one
/// again: `RIFFLE_SEED=n swift test --filter SimulationTests`.
@Suite struct WorldTests {
    private static let seeds: [UInt64] = {
        guard let text = ProcessInfo.processInfo.environment["RIFFLE_SEED"] else {
            return Array(1...UInt64(Effort.rounds(8, of: 25)))
        }
        guard let seed = UInt64(text) else { preconditionFailure("RIFFLE_SEED is a whole number, not \(text)") }
        return [seed]
    }()

    @Test func everythingHoldsThatMustHold() {
        var counts = WorldCounts()
        for seed in Self.seeds {
            var world = World(seed: seed, isTraced: Self.seeds.count == 1)
            world.runToTheEnd()
            counts += world.counts
            let violations = world.audit()
            guard !violations.isEmpty else { continue }
            let told = (world.story(60) + violations.prefix(8).map(\.description)).joined(separator: "\n")
            Issue.record(
                "\(violations.count) violations; RIFFLE_SEED=\(seed) swift test --filter SimulationTests\n\(told)")
            return
        }
        guard Self.seeds.count > 1 else { return }
        expectSomethingHappened(in: counts)
    }

    /// Worlds in which nothing happens prove nothing.
    private func expectSomethingHappened(in counts: WorldCounts) {
        let worlds = Self.seeds.count
        #expect(counts.events > 100 * worlds, "events: \(counts)")
        #expect(counts.fencedMoves > 10 * worlds, "moves under grants: \(counts)")
        #expect(counts.crashes > worlds / 2, "crashes: \(counts)")
        #expect(counts.drains > worlds / 10, "servers that went in good order: \(counts)")
        #expect(counts.restoredRooms > worlds / 2, "rooms that came back: \(counts)")
        #expect(counts.failedCommits > worlds, "commits that failed: \(counts)")
        #expect(counts.recoveries > 2 * worlds, "places in the stream taken up again: \(counts)")
        #expect(counts.inSteps > 5 * worlds, "presenters told who is in step: \(counts)")
        #expect(counts.silences > worlds, "lines gone silent: \(counts)")
    }

    /// The same seed gives the same world, or no failure could be looked at twice.
    @Test func aSeedIsAWorld() {
        var worlds = [World(seed: 7), World(seed: 7), World(seed: 8)]
        for index in worlds.indices { worlds[index].run(untilMilliseconds: 8_000) }
        #expect(worlds[0].fingerprint == worlds[1].fingerprint)
        #expect(worlds[0].fingerprint != worlds[2].fingerprint)
    }

    /// An auditor that never complains proves nothing either.
    @Test(arguments: FaultInjection.allCases) func aFaultOnPurposeIsFound(fault: FaultInjection) {
        let isFound = (1...UInt64(40)).contains { seed in
            World.violations(seed: seed, fault: fault).contains { $0.rule == fault.rule }
        }
        #expect(isFound, "\(fault.rawValue) breaks the rule of \(fault.rule.rawValue) in no world")
    }

    @Test func everyRuleHasAFaultThatBreaksIt() {
        #expect(Set(FaultInjection.allCases.map(\.rule)) == Set(Violation.Rule.allCases))
    }
}
