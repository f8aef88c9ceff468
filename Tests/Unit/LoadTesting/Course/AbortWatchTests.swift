import Scripting
import Testing

@testable import LoadTesting

/// Runs that a threshold ends.
@Suite struct AbortWatchTests {
    private func watch(_ text: String, after: Int64 = 0, warmup: Int = 0) throws -> CourseRun.Watch {
        try #require(CourseRun.Watch(CourseRun.load([text], abortAfter: after, warmup: warmup)))
    }

    private let good = CourseRun.second(deliver: [10])
    private let bad = CourseRun.second(deliver: [900])

    @Test func withoutAThresholdThatEndsItThereIsNone() throws {
        #expect(AbortWatch(try CourseRun.load(["gaps == 0"], abortAfter: nil)) == nil)
    }

    @Test func theFirstGapEndsTheRun() throws {
        var watch = try watch("gaps == 0")
        watch.note([good, good])
        #expect(watch.abort == nil)
        watch.note([CourseRun.second(gaps: 2), CourseRun.second(gaps: 2)])
        #expect(watch.abort?.second == 3 && watch.abort?.verdict.found == 2)
        #expect(watch.abort?.text == "gaps == 0 ended the run after 3 s")
    }

    /// Figures that are not there yet do not end it: no value, and a count that has to become exact.
    @Test func whatMayStillComeDoesNotEndIt() throws {
        var nothing = try watch("deliver.p95 < 100ms")
        nothing.note([CourseRun.second(), CourseRun.second()])
        #expect(nothing.abort == nil)
        var exact = try watch("receivedMessages == 20")
        exact.note([CourseRun.second(received: 10), CourseRun.second(received: 10)])
        #expect(exact.abort == nil)
        exact.note([CourseRun.second(received: 1)])
        #expect(exact.abort?.second == 3)
    }

    @Test func itIsNotEndedBeforeItsTime() throws {
        var watch = try watch("deliver.max < 100ms", after: 4_000)
        watch.note([bad, good, good])
        #expect(watch.abort == nil)
        watch.note([good])
        #expect(watch.abort?.second == 4, "what broke it before counts then")
        var healed = try self.watch("deliver.p50 < 100ms", after: 3_000)
        healed.note([bad, good, good, good])
        #expect(healed.abort == nil, "it holds again when it may end the run")
    }

    @Test func theWarmupDoesNotCount() throws {
        var watch = try watch("deliver.max < 100ms", warmup: 2)
        watch.note([bad, bad, good])
        #expect(watch.abort == nil)
        watch.note([bad])
        #expect(watch.abort?.second == 4)
    }

    @Test func aWindowEndsItWhenItIsComplete() throws {
        var watch = try watch("deliver.p50 < 100ms over 3s", after: 7_000, warmup: 1)
        watch.note([bad, good, bad, bad, good, good])
        #expect(watch.abort == nil, "the window of the seconds 1 to 3 broke it, but it is too early")
        watch.note([good])
        #expect(watch.abort?.second == 7)
        #expect(watch.abort?.verdict.seconds == 1..<4 && watch.abort?.verdict.brokenWindows == 1)
    }

    /// The windows of the watch are those of the report.
    @Test func theReportFindsTheSameWindow() throws {
        let load = try CourseRun.load(["deliver.p50 < 100ms over 2s"], warmup: 1)
        var watch = try #require(CourseRun.Watch(load))
        let timeline = [bad, good, good, bad, bad, good]
        watch.note(timeline)
        let verdict = Verdict.judge(load.thresholds, CourseRun.result(timeline, warmup: 1), abort: watch.abort)[0]
        #expect(watch.abort?.verdict.seconds == 3..<5 && verdict.seconds == 3..<5 && verdict.endedRun)
        #expect(watch.abort?.second == 5 && verdict.windows == 2, "the second in which users left is no window")
    }

    /// Values that came while the users left may make the whole run hold again.
    @Test func theVerdictThatEndedTheRunStays() throws {
        let load = try CourseRun.load(["deliver.p50 < 100ms"])
        var watch = try #require(CourseRun.Watch(load))
        watch.note([bad])
        let rest = CourseRun.second(deliver: Array(repeating: 1, count: 100))
        let result = CourseRun.result([bad, rest])
        #expect(Verdict.judge(load.thresholds, result)[0].held)
        let verdict = Verdict.judge(load.thresholds, result, abort: watch.abort)[0]
        #expect(!verdict.held && verdict.endedRun && verdict.found.map { $0 > 800_000 } == true)
    }
}
