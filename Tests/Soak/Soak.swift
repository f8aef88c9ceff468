import Foundation
import RoomTrials

/// Plays many random scenes in a room, in two processes at a time, and shows the first that fails as short as it can
/// be made. A scene that traps or never ends ends its process, so scenes are shrunk in processes of their own too.
///
///     soak [--scripts 1000000] [--seed 1]
@main struct Soak {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        switch words.first {
        case "play": Play.run(words.dropFirst().compactMap { UInt64($0) })
        case "one": Play.one(words.dropFirst().compactMap { UInt64($0) })
        default: await overall(words)
        }
    }

    private static func overall(_ words: [String]) async {
        guard let scripts = number("--scripts", in: words, or: 1_000_000),
            let seed = number("--seed", in: words, or: 1), scripts > 0
        else {
            say("usage: soak [--scripts N] [--seed N]")
            exit(64)
        }
        let progress = Progress(total: scripts)
        let share = scripts / 2
        let failed = await withTaskGroup(of: UInt64?.self) { group in
            group.addTask { Child.play(from: seed, count: scripts - share, progress) }
            if share > 0 { group.addTask { Child.play(from: seed + scripts - share, count: share, progress) } }
            var failed: [UInt64] = []
            for await found in group { failed += found.map { [$0] } ?? [] }
            return failed.min()
        }
        progress.finish()
        guard let failed else {
            print("\(scripts) scripts from seed \(seed): every one in order")
            return
        }
        Child.showShrunk(failed)
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
