import Foundation
import RoomTrials

/// What a process that plays scenes does. It speaks in lines on standard output: `seed N` before a stretch of scenes,
/// `done N` behind it, `flaw N` for a scene that fails.
enum Play {
    /// A scene takes less than a millisecond; one that goes on for so long never ends, and its process is ended.
    private static let sceneSeconds: UInt32 = 2

    /// Plays `words[1]` scenes from the seed `words[0]` on, `words[2]` of them at a stretch.
    static func run(_ words: [UInt64]) {
        guard words.count == 3 else { exit(64) }
        let (first, end, length) = (words[0], words[0] + words[1], words[2])
        for start in stride(from: first, to: end, by: Int(length)) {
            write("seed \(start)")
            let stop = min(start + length, end)
            for seed in start..<stop {
                alarm(sceneSeconds)
                guard TrialRun.flaw(of: Trial(seed: seed)) != nil else { continue }
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
        alarm(sceneSeconds)
        guard let flaw = TrialRun.flaw(of: trial) else { return }
        write(flaw.description)
        exit(1)
    }

    private static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
