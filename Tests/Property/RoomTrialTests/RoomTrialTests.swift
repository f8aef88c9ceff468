import Foundation
import RoomTrials
import Testing

/// Random scenes in a room. `make soak` plays a million with an optimised build; here are a few, and any one
/// again: `RIFFLE_SEED=n swift test --filter RoomTrialTests`.
@Suite struct RoomTrialTests {
    private static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["RIFFLE_SEED"].flatMap(UInt64.init).map { [$0] } ?? Array(1...100)

    @Test func everySceneHoldsWhatMustHold() {
        for seed in Self.seeds {
            let trial = Trial(seed: seed)
            guard TrialRun.flaw(of: trial) != nil else { continue }
            let shrunk = trial.keeping(trial.shrunk { TrialRun.flaw(of: trial.keeping($0)) != nil })
            let flaw = TrialRun.flaw(of: shrunk)?.description ?? ""
            Issue.record("\(shrunk.story)\n\(flaw)\nRIFFLE_SEED=\(seed) swift test --filter RoomTrialTests")
        }
    }

    @Test func aSeedMakesTheSameSceneEachTime() {
        #expect(Trial(seed: 7) == Trial(seed: 7))
        #expect(Trial(seed: 7) != Trial(seed: 8))
    }

    @Test func shrinkingFindsTheMovesThatMatter() {
        let trial = Trial(seed: 3)
        let needed = [trial.entries[1], trial.entries[4]]
        let shrunk = trial.shrunk { candidate in
            var rest = needed[...]
            for entry in trial.keeping(candidate).entries where entry == rest.first { rest = rest.dropFirst() }
            return rest.isEmpty
        }
        #expect(trial.keeping(shrunk).entries == needed)
    }
}
