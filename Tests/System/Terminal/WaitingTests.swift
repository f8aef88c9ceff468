import TestPeers
import Testing

/// The waits that other tests rely on.
@Suite struct WaitingTests {
    @Test func aConditionThatNeverHoldsEndsTheWait() {
        var looks = 0
        #expect(throws: WaitTimeout.self) {
            try eventually("a miracle", within: 0.1, instead: "\(looks) looks") {
                looks += 1
                return false
            }
        }
        #expect(looks > 1)
        let error = WaitTimeout("a miracle", seconds: 0.1, instead: "2 looks")
        #expect(error.description == "expected a miracle within 0.1 s, got 2 looks")
    }

    @Test func aConditionThatHoldsEndsTheWaitAtOnce() throws {
        var looks = 0
        try eventually("the third look") {
            looks += 1
            return looks == 3
        }
        #expect(looks == 3)
    }

    /// The test's own thread looks when the text is gone already.
    @Test func aLookoutSeesWhatWasThereForAMoment() throws {
        let texts = ["first", "brief", "last"].map { "printf '\\r\\033[K\($0)'; read x" }
        let script = (["stty -echo"] + texts).joined(separator: "; ")
        let terminal = try Terminal(["/bin/sh", "-c", script])
        defer { terminal.end() }
        try terminal.wait(for: "first")
        let lookout = terminal.lookout()
        terminal.type("\n")
        try terminal.wait(for: "brief")
        terminal.type("\n")
        try terminal.wait(for: "last")
        try lookout.wait(for: "brief")
        try lookout.wait(for: "last")
    }

    @Test func aStopwatchIsNeverAheadOfTheClock() throws {
        let begun = ContinuousClock.now
        let watch = Stopwatch()
        try eventually("some ticks") { watch.milliseconds >= 50 }
        let measured = watch.milliseconds
        #expect(ContinuousClock.now - begun >= .milliseconds(measured))
    }
}
