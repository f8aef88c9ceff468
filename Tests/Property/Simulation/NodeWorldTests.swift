import ClusterMembership
import Foundation
import Simulation
import TestSupport
import Testing

/// Clusters with a database that stalls and fails over, machines that stand still, and a fabric that loses. One seed
/// again: `RIFFLE_SEED=n swift test --filter NodeWorldTests`.
@Suite struct NodeWorldTests {
    /// Seeds in parts, to be played at the same time.
    private static let parts: [ClosedRange<UInt64>] = {
        guard let text = ProcessInfo.processInfo.environment["RIFFLE_SEED"] else {
            return Array([1...50, 51...100, 101...150, 151...200].prefix(Effort.rounds(1, of: 4)))
        }
        guard let seed = UInt64(text) else { preconditionFailure("RIFFLE_SEED is a whole number, not \(text)") }
        return [seed...seed]
    }()

    @Test(arguments: parts) func eachRoomHasOneOwnerWhoAloneIsObeyed(seeds: ClosedRange<UInt64>) {
        var counts = NodeCounts()
        for seed in seeds {
            var world = NodeWorld(seed: seed)
            world.runToTheEnd()
            counts += world.counts
            guard !world.violations.isEmpty else { continue }
            let told = world.violations.prefix(8).map(\.description).joined(separator: "\n")
            Issue.record("RIFFLE_SEED=\(seed) swift test --filter NodeWorldTests\n\(world.story)\n\(told)")
            return
        }
        guard seeds.count > 1 else { return }
        let worlds = seeds.count
        #expect(counts.obeyed > 50 * worlds && counts.records > 10 * worlds && counts.dropped > worlds, "\(counts)")
        #expect(counts.ownerships > 2 * worlds && counts.expulsions > worlds / 4, "\(counts)")
        for reason in NodeEndReason.allCases { #expect(counts.ends[reason, default: 0] > 0, "\(counts)") }
    }

    @Test(arguments: NodeFault.allCases) func aFaultOnPurposeIsFound(fault: NodeFault) {
        let isFound = (1...UInt64(200)).contains { seed in
            NodeWorld.violations(seed: seed, fault: fault).contains { $0.rule == fault.rule }
        }
        #expect(isFound, "\(fault.rawValue) breaks the rule of \(fault.rule.rawValue) in no world")
    }

    @Test func everyRuleHasAFaultThatBreaksIt() {
        #expect(Set(NodeFault.allCases.map(\.rule)) == Set(NodeViolation.Rule.allCases))
    }
}
