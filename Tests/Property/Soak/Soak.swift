import Foundation
import RoomTrials

/// Plays many random scenes in a room, crashes and worlds, in two processes at a time, and shows the first that fails:
/// a scene as short as it can be made, a world with what led to it. What traps or never ends ends its process, so
/// scenes are shrunk in processes of their own too.
///
///     soak [--scripts 1000000] [--crashes 100000] [--worlds 20000] [--links 20000] [--nodes 20000]
///         [--clusters 20000] [--seed 1]
///     soak world SEED [LINES]     what led to the first violation
///     soak cluster SEED [LINES [MILLISECONDS]]
///                                 the same for a cluster, not further than to a time
///     soak faults [COUNT]         in how many worlds each fault on purpose is found
///     soak cluster-faults [COUNT] the same for clusters
@main struct Soak {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        let numbers = words.dropFirst().compactMap { UInt64($0) }
        switch words.first {
        case "play": Play.run(Array(words.dropFirst()))
        case "one": Play.one(numbers)
        case "world": Play.world(numbers)
        case "cluster": Play.cluster(numbers)
        case "faults": Play.faults(numbers)
        case "cluster-faults": Play.clusterFaults(numbers)
        case "--help": explain()
        default: await overall(words)
        }
    }

    private static func overall(_ words: [String]) async {
        let named = Game.allCases.filter { words.contains("--\($0.rawValue)") }
        guard let seed = number("--seed", in: words, or: 1) else { return explain() }
        for game in named.isEmpty ? Game.allCases : named {
            guard let count = number("--\(game.rawValue)", in: words, or: game.standardCount) else { return explain() }
            await play(game, from: seed, count: count)
        }
    }

    private static func explain() {
        say("usage: soak [--scripts N] [--crashes N] [--worlds N] [--links N] [--nodes N] [--clusters N] [--seed N]")
        exit(64)
    }

    private static func play(_ game: Game, from seed: UInt64, count: UInt64) async {
        guard count > 0 else { return }
        let progress = Progress(of: game, total: count)
        let share = count / 2
        let failed = await withTaskGroup(of: UInt64?.self) { group in
            group.addTask { Child.play(game, from: seed, count: count - share, progress) }
            if share > 0 { group.addTask { Child.play(game, from: seed + count - share, count: share, progress) } }
            var failed: [UInt64] = []
            for await found in group { failed += found.map { [$0] } ?? [] }
            return failed.min()
        }
        progress.finish()
        guard let failed else {
            print("\(count) \(game.rawValue) from seed \(seed): every one in order")
            return
        }
        Child.show(failed, of: game)
        exit(1)
    }

    private static func number(_ name: String, in words: [String], or standard: UInt64) -> UInt64? {
        guard let place = words.firstIndex(of: name) else { return standard }
        return place + 1 < words.count ? UInt64(words[place + 1]) : nil
    }

    static func say(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
