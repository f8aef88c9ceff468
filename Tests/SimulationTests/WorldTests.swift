import Foundation
import PagingSimulation
import Testing

/// Whole worlds from seeds. A failure names its seed; `RIFFLE_SEED=<seed> swift test --filter SimulationTests` runs
/// that one alone.
@Suite struct WorldTests {
    private static let seeds: [UInt64] = {
        guard let text = ProcessInfo.processInfo.environment["RIFFLE_SEED"] else { return Array(1...200) }
        guard let seed = UInt64(text) else { preconditionFailure("RIFFLE_SEED is a whole number, not \(text)") }
        return [seed]
    }()

    @Test func everybodyComesToSeeTheSame() {
        var (events, fencedMoves) = (0, 0)
        for seed in Self.seeds {
            var world = World(
                seed: seed, loops: 1 + Int(seed % 3), members: 2 + Int(seed % 5), busyMilliseconds: 5_000)
            world.runToTheEnd()
            let violations = world.audit()
            events += world.eventCount
            fencedMoves += world.fencedMoveCount
            guard !violations.isEmpty else { continue }
            let told = violations.prefix(8).map(\.description).joined(separator: "\n")
            Issue.record(
                "\(violations.count) violations; replay: RIFFLE_SEED=\(seed) swift test --filter SimulationTests\n\(told)"
            )
            return
        }
        #expect(events > 50 * Self.seeds.count || Self.seeds.count == 1, "worlds in which something happens: \(events)")
        #expect(fencedMoves > 5 * Self.seeds.count || Self.seeds.count == 1, "under grants: \(fencedMoves)")
    }

    /// The same seed gives the same world, or no failure could be looked at twice.
    @Test func aSeedIsAWorld() {
        var worlds = [World(seed: 7), World(seed: 7), World(seed: 8)]
        for index in worlds.indices { worlds[index].run(untilMilliseconds: 8_000) }
        #expect(worlds[0].fingerprint == worlds[1].fingerprint)
        #expect(worlds[0].fingerprint != worlds[2].fingerprint)
    }
}
