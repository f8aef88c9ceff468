import Foundation
import Platform
import RoomTrials

/// Another process of this program.
enum Child {
    /// Plays `count` seeds of `game`; the seed of the first that fails or traps, nil when none does.
    static func play(
        _ game: Game, from seed: UInt64, count: UInt64, _ progress: Progress, stretch: UInt64? = nil
    ) -> UInt64? {
        var begun = seed
        var flaw: UInt64?
        let stretch = stretch ?? game.stretch
        let status = run(["play", game.rawValue, "\(seed)", "\(count)", "\(stretch)"]) { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let number = UInt64(words[1]) else { return }
            switch words[0] {
            case "seed": begun = number
            case "done": progress.add(number)
            default: flaw = number
            }
        }
        if flaw != nil || status == 0 { return flaw }
        // It trapped somewhere in the stretch it had begun.
        return stretch == 1 ? begun : play(game, from: begun, count: stretch, Progress(of: game), stretch: 1)
    }

    /// Shows what is wrong with what `seed` makes, and how to see it again.
    static func show(_ seed: UInt64, of game: Game) {
        switch game {
        case .scripts: showShrunk(seed)
        case .worlds:
            let status = run(["world", "\(seed)"]) { print($0) }
            if status != 1 { print("it traps or never ends (signal \(status))") }
            print("again: swift run -c release soak world \(seed) [LINES]")
        case .clusters:
            let status = run(["cluster", "\(seed)"]) { print($0) }
            if status != 1 { print("it traps or never ends (signal \(status))") }
            print("again: swift run -c release soak cluster \(seed) [LINES]")
        case .crashes: print("again: RIFFLE_SEED=\(seed) swift test --filter CrashTrialTests")
        case .links: print("again: RIFFLE_SEED=\(seed) swift test --filter LinkWorldTests")
        case .nodes: print("again: RIFFLE_SEED=\(seed) swift test --filter NodeWorldTests")
        }
    }

    /// Shrinks the scene of `seed` and shows it, what is wrong, and how to see it again.
    private static func showShrunk(_ seed: UInt64) {
        let whole = Trial(seed: seed)
        let places = whole.shrunk { fails(seed, $0) }
        print(whole.keeping(places).story)
        var said: [String] = []
        let status = run(["one", "\(seed)"] + places.map(String.init)) { said.append(String($0)) }
        print(said.isEmpty ? "it traps or never ends (signal \(status))" : said.joined(separator: "\n"))
        print("again: RIFFLE_SEED=\(seed) swift test --filter RoomTrialTests")
    }

    private static func fails(_ seed: UInt64, _ places: [Int]) -> Bool {
        run(["one", "\(seed)"] + places.map(String.init)) { _ in } != 0
    }

    /// Runs this program with `words` and hands over its lines; its exit status, or the signal that ended it.
    private static func run(_ words: [String], _ line: (Substring) -> Void) -> Int32 {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = words
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        do {
            try process.start()
        } catch {
            Soak.say("soak: cannot start itself: \(error)")
            exit(1)
        }
        var rest = ""
        while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
            rest += String(decoding: data, as: UTF8.self)
            while let end = rest.firstIndex(of: "\n") {
                line(rest[..<end])
                rest = String(rest[rest.index(after: end)...])
            }
        }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
