import ClusterTraffic
import Foundation
import Simulation
import TestSupport
import Testing

/// Links over a fabric that loses, repeats, delays and reorders. One seed again: `RIFFLE_SEED=n swift test --filter
/// LinkWorldTests`.
@Suite struct LinkWorldTests {
    private static let seeds: [UInt64] = {
        guard let text = ProcessInfo.processInfo.environment["RIFFLE_SEED"] else {
            return Array(1...UInt64(Effort.rounds(100, of: 300)))
        }
        guard let seed = UInt64(text) else { preconditionFailure("RIFFLE_SEED is a whole number, not \(text)") }
        return [seed]
    }()

    @Test func everyItemArrivesOnceAndInOrderOrTheLinkEnds() {
        var (delivered, droppedFrames) = (0, 0)
        var ends: [Link.EndReason: Int] = [:]
        var drops: [DropReason: Int] = [:]
        for seed in Self.seeds {
            var world = LinkWorld(seed: seed)
            world.runToTheEnd()
            delivered += world.deliveredCount
            droppedFrames += world.droppedFrames
            ends.merge(world.ends, uniquingKeysWith: +)
            for counts in world.drops {
                for reason in DropReason.allCases { drops[reason, default: 0] += counts[reason] }
            }
            guard !world.violations.isEmpty else { continue }
            let told = world.violations.prefix(8).map(\.description).joined(separator: "\n")
            Issue.record("RIFFLE_SEED=\(seed) swift test --filter LinkWorldTests\n\(told)")
            return
        }
        guard Self.seeds.count > 1 else { return }
        #expect(delivered > 100 * Self.seeds.count)
        #expect(droppedFrames > Self.seeds.count)
        #expect(ends[.unacknowledged, default: 0] > 20 && ends[.tooManyItems, default: 0] > 0, "\(ends)")
        for reason in DropReason.allCases where reason != .conflict {
            #expect(drops[reason, default: 0] > 0, "\(reason.rawValue): \(drops)")
        }
    }

    @Test(arguments: LinkFault.allCases) func aFaultOnPurposeIsFound(fault: LinkFault) {
        let isFound = (1...UInt64(60)).contains { seed in
            LinkWorld.violations(seed: seed, fault: fault).contains { $0.rule == fault.rule }
        }
        #expect(isFound, "\(fault.rawValue) breaks the rule of \(fault.rule.rawValue) in no world")
    }

    @Test func everyRuleHasAFaultThatBreaksIt() {
        #expect(Set(LinkFault.allCases.map(\.rule)) == Set(LinkViolation.Rule.allCases))
    }
}
