import Foundation
import RoomTrials
import Simulation

/// The work of a process that plays. It writes lines on standard output: `seed N` before a stretch of seeds, `done N`
/// after it, `flaw N` for a seed that fails.
enum Play {
    /// Plays `words[2]` seeds from `words[1]` on of the game `words[0]`, `words[3]` of them at a stretch.
    static func run(_ words: [String]) {
        guard words.count == 4, let game = Game(rawValue: words[0]), let first = UInt64(words[1]),
            let count = UInt64(words[2]), let length = UInt64(words[3])
        else { exit(64) }
        for start in stride(from: first, to: first + count, by: Int(length)) {
            write("seed \(start)")
            let stop = min(start + length, first + count)
            for seed in start..<stop {
                alarm(game.patienceSeconds)
                guard !game.holds(seed) else { continue }
                write("flaw \(seed)")
                exit(1)
            }
            write("done \(stop - start)")
        }
    }

    /// Plays the scene of the seed `words[0]` with only the moves behind it; exits with 1 when it fails.
    static func one(_ words: [UInt64]) {
        guard let seed = words.first else { exit(64) }
        let trial = Trial(seed: seed).keeping(words.dropFirst().map { Int($0) })
        alarm(Game.scripts.patienceSeconds)
        guard let flaw = TrialRun.flaw(of: trial) else { return }
        write(flaw.description)
        exit(1)
    }

    /// Plays the world of the seed `words[0]` up to its first violation, tells what led to it, and exits with 1; tells
    /// what there was when nothing is wrong.
    static func world(_ words: [UInt64]) {
        guard let seed = words.first else { exit(64) }
        alarm(10 * Game.worlds.patienceSeconds)
        var world = World(seed: seed, isTraced: true)
        while world.violations.isEmpty, !world.isOver { world.run(untilMilliseconds: world.milliseconds + 1) }
        if world.violations.isEmpty { world.runToTheEnd() }
        let violations = world.audit()
        for line in world.story(words.count > 1 ? Int(words[1]) : 60) { write(line) }
        for violation in violations { write(violation.description) }
        write("world \(seed): \(violations.count) violations; \(world.counts)")
        if !violations.isEmpty { exit(1) }
    }

    /// As `world`, for a cluster; up to `words[2]` milliseconds, before what ends the process.
    static func cluster(_ words: [UInt64]) {
        guard let seed = words.first else { exit(64) }
        alarm(10 * Game.clusters.patienceSeconds)
        var world = ClusterWorld(seed: seed, isTraced: true)
        let end = words.count > 2 ? Int64(words[2]) : .max
        while world.violations.isEmpty, !world.isOver, world.milliseconds < end {
            world.run(untilMilliseconds: world.milliseconds + 1)
        }
        for line in world.story(words.count > 1 ? Int(words[1]) : 60) { write(line) }
        for violation in world.violations { write(violation.description) }
        write("cluster \(seed): \(world.violations.count) violations; \(world.counts)")
        if !world.violations.isEmpty { exit(1) }
    }

    /// Plays `words[0]` worlds with each fault on purpose and tells in how many the auditor names it; exits with 1 when
    /// one is found in none.
    static func faults(_ words: [UInt64]) {
        let count = words.first ?? 100
        let isEveryOneFound = FaultInjection.allCases.map { fault in
            isFound(fault.rawValue, fault.rule.rawValue, count) { seed in
                World.violations(seed: seed, fault: fault).contains { $0.rule == fault.rule }
            }
        }
        exit(isEveryOneFound.allSatisfy { $0 } ? 0 : 1)
    }

    /// As `faults`, for clusters.
    static func clusterFaults(_ words: [UInt64]) {
        let count = words.first ?? 100
        let isEveryOneFound = ClusterFault.allCases.map { fault in
            isFound(fault.rawValue, fault.rule.rawValue, count) { seed in
                ClusterWorld.violations(seed: seed, fault: fault).contains { $0.rule == fault.rule }
            }
        }
        exit(isEveryOneFound.allSatisfy { $0 } ? 0 : 1)
    }

    private static func isFound(
        _ fault: String, _ rule: String, _ count: UInt64, in breaks: (UInt64) -> Bool
    ) -> Bool {
        let seeds = (1...max(1, count)).filter(breaks)
        let first = seeds.first.map { ", the first with seed \($0)" } ?? ""
        write("\(fault): \(rule) broken in \(seeds.count) of \(count) worlds\(first)")
        return !seeds.isEmpty
    }

    private static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
