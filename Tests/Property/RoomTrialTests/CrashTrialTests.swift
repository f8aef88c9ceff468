import Foundation
import RoomTrials
import Testing

/// Requests sent again after a crash: each counts once, and the room comes to the same state.
@Suite struct CrashTrialTests {
    private static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["RIFFLE_SEED"].flatMap(UInt64.init).map { [$0] } ?? Array(1...400)

    @Test func everyRequestCountsOnce() {
        for seed in Self.seeds {
            guard let flaw = CrashTrial.flaw(seed: seed) else { continue }
            Issue.record("\(flaw)\nRIFFLE_SEED=\(seed) swift test --filter CrashTrialTests")
        }
    }

    @Test(arguments: CrashTrial.Fault.allCases)
    func aFaultInTheRestoredRecordsIsFound(fault: CrashTrial.Fault) {
        #expect((1...400).contains { CrashTrial.flaw(seed: $0, fault: fault) != nil })
    }
}
