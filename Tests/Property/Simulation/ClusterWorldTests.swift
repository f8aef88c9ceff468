import Foundation
import Simulation
import Testing

/// Whole clusters with members at all nodes. `make soak` plays many with an optimised build; here are a few, and any one
/// again: `RIFFLE_SEED=n swift test --filter ClusterWorldTests`.
@Suite struct ClusterWorldTests {
    private static let seeds: [UInt64] = {
        guard let text = ProcessInfo.processInfo.environment["RIFFLE_SEED"] else {
            return Array(1...12)
        }
        guard let seed = UInt64(text) else { preconditionFailure("RIFFLE_SEED is a whole number, not \(text)") }
        return [seed]
    }()

    @Test func everythingHoldsThatMustHold() {
        var counts = ClusterCounts()
        for seed in Self.seeds {
            var world = ClusterWorld(seed: seed, isTraced: Self.seeds.count == 1)
            world.runToTheEnd()
            counts += world.counts
            guard !world.violations.isEmpty else { continue }
            let told = (world.story(60) + world.violations.prefix(8).map(\.description)).joined(separator: "\n")
            Issue.record("RIFFLE_SEED=\(seed) swift test --filter ClusterWorldTests\n\(told)")
            return
        }
        guard Self.seeds.count > 1 else { return }
        let worlds = Self.seeds.count
        #expect(counts.events > 100 * worlds && counts.records > 20 * worlds && counts.joins > 10 * worlds, "\(counts)")
        #expect(counts.epochChanges > worlds && counts.steps > worlds, "\(counts)")
        #expect(counts.kills > 0 && counts.pauses > 0 && counts.drains > 0, "\(counts)")
    }

    /// The same seed gives the same world, or no failure could be looked at twice.
    @Test func aSeedIsAWorld() {
        var worlds = [ClusterWorld(seed: 7), ClusterWorld(seed: 7), ClusterWorld(seed: 8)]
        for index in worlds.indices { worlds[index].run(untilMilliseconds: 5_000) }
        #expect(worlds[0].counts == worlds[1].counts)
        #expect(worlds[0].counts != worlds[2].counts)
    }

    /// Faults that the first worlds do not show, and where to begin: worlds are slow without optimisation.
    private static let begins: [ClusterFault: UInt64] = [
        .guardIgnored: 6, .epochRepeated: 7, .nobodyExpelled: 8, .fenceIgnored: 9, .expulsionWithoutBeat: 10,
        .leaseIgnored: 13, .recordLost: 13, .voidForgotten: 30, .committedTooEarly: 36, .validIgnored: 64,
    ]

    @Test(arguments: ClusterFault.allCases) func aFaultOnPurposeIsFound(fault: ClusterFault) {
        let begin = Self.begins[fault] ?? 1
        let isFound = (begin...begin + 39).contains { seed in
            ClusterWorld.violations(seed: seed, fault: fault).contains { $0.rule == fault.rule }
        }
        #expect(isFound, "\(fault.rawValue) breaks the rule of \(fault.rule.rawValue) in no world")
    }

    @Test func everyRuleHasAFaultThatBreaksIt() {
        #expect(Set(ClusterFault.allCases.map(\.rule)) == Set(ClusterViolation.Rule.allCases))
    }
}
