import Scripting
import Testing

@testable import LoadTesting

/// Thresholds that have to hold in each window.
@Suite struct WindowTests {
    @Test(arguments: [
        (0, 6, 2, [0..<2, 2..<4, 4..<6]),
        // The last window ends with the run.
        (0, 7, 3, [0..<3, 3..<6, 4..<7]), (2, 7, 3, [2..<5, 4..<7]),
        // A shorter run is one window, without its warm-up.
        (0, 2, 5, [0..<2]), (1, 3, 5, [1..<3]), (3, 3, 5, []), (4, 3, 5, []),
    ])
    func windowsCoverTheRun(start: Int, end: Int, length: Int, windows: [Range<Int>]) {
        let timeline = Array(repeating: CourseRun.second(), count: end)
        #expect(Windows(of: timeline[...], from: start, length: length).whole == windows)
    }

    /// Failed expectations are known second by second.
    @Test func failuresHaveWindowsAndEndRuns() throws {
        var timeline = (0..<4).map { _ in CourseRun.second(received: 1) }
        for second in timeline.indices { timeline[second].playing = 3 }
        timeline[2].failures = 2
        let found = try judge("failures <= 1 over 1s", timeline)
        #expect(!found.held && found.windows == 4 && found.brokenWindows == 1 && found.found == 2)
        var watch = try #require(CourseRun.Watch(try CourseRun.load(["failures == 0"])))
        watch.note(Array(timeline.prefix(2)))
        #expect(watch.abort == nil)
        watch.note([timeline[2]])
        #expect(watch.abort?.second == 3)
    }

    /// A run of four seconds has a fifth slice, in which nobody is there: by itself it would not hold `receivedMessages >= 10`.
    @Test func theSecondsInWhichUsersLeaveAreNoMinimum() throws {
        var timeline = (0..<4).map { _ in CourseRun.second(received: 10) }
        for second in timeline.indices { timeline[second].playing = 3 }
        timeline += [CourseRun.second(received: 1), CourseRun.second()]
        for (start, length, whole, last) in [
            (0, 2, [0..<2, 2..<4], [4..<6]), (1, 2, [1..<3, 2..<4], [4..<6]), (4, 2, [], [4..<6]),
            (0, 3, [0..<3, 1..<4], [3..<6]), (0, 1, [0..<1, 1..<2, 2..<3, 3..<4], [5..<6, 4..<5]),
        ] {
            let windows = Windows(of: timeline[...], from: start, length: length)
            #expect(windows.whole == whole && windows.rest == last)
        }
        #expect(try judge("receivedMessages >= 10 over 1s", timeline).held)
    }

    /// Each window is as long as the threshold says, also the one that ends while users leave.
    @Test func theLastWindowHasNoSecondMore() throws {
        var timeline = (0..<4).map { _ in CourseRun.second(received: 20) }
        for second in timeline.indices { timeline[second].playing = 3 }
        timeline.append(CourseRun.second(deliver: [500], received: 10))
        #expect(try judge("receivedMessages <= 22 over 1s", timeline).held)
        #expect(try judge("receivedMessages <= 42 over 2s", timeline).held)
        let slow = try judge("deliver.p95 < 100ms over 1s", timeline)
        #expect(!slow.held && slow.seconds == 4..<5)
    }

    /// A server that dies in the middle: nobody is connected from then on, and all windows are judged.
    @Test func noSecondIsOutsideOfAllWindows() throws {
        for length in 1...7 {
            for (playing, count) in [(30, 61), (0, 9), (9, 9), (5, 6)] {
                var timeline = Array(repeating: CourseRun.second(), count: count)
                for second in 0..<playing { timeline[second].playing = 1 }
                let windows = Windows(of: timeline[...], from: 2, length: length)
                #expect(Set((windows.whole + windows.rest).joined()) == Set(2..<count))
            }
        }
        var timeline = Array(repeating: CourseRun.second(), count: 61)
        for second in 0..<30 { timeline[second].playing = 3 }
        timeline[31].counts.gaps = 2
        #expect(try !judge("gaps == 0 over 5s", timeline).held)
    }

    private func judge(_ text: String, _ timeline: [LoadResult.Slice], warmup: Int = 0) throws -> Verdict {
        Verdict.judge([try Threshold(text)], CourseRun.result(timeline, warmup: warmup))[0]
    }

    /// Ten slow values in a hundred: the whole run holds, the window of them does not.
    @Test func aBadWindowIsFoundThatTheWholeRunHides() throws {
        var timeline = Array(repeating: CourseRun.second(deliver: Array(repeating: 10, count: 100)), count: 20)
        timeline[9] = CourseRun.second(deliver: Array(repeating: 900, count: 30))
        #expect(try judge("deliver.p95 < 100ms", timeline).held)
        let verdict = try judge("deliver.p95 < 100ms over 5s", timeline)
        #expect(!verdict.held && verdict.windows == 4 && verdict.brokenWindows == 1)
        #expect(verdict.seconds == 5..<10 && verdict.foundText == "900 ms in seconds 5 to 9")
        let held = try judge("deliver.p95 < 1s over 5s", timeline)
        #expect(held.held && held.seconds == 5..<10, "the worst window is shown")
        #expect(try judge("deliver.p95 < 100ms over 5s", timeline, warmup: 10).held, "a warm-up does not count")
    }

    @Test func theWorstWindowFollowsTheRelation() throws {
        let timeline = [40, 10, 70].map { CourseRun.second(received: $0) }
        let least = try judge("receivedMessages >= 20 over 1s", timeline)
        #expect(!least.held && least.found == 10 && least.seconds == 1..<2)
        let most = try judge("receivedMessages < 80 over 1s", timeline)
        #expect(most.held && most.found == 70 && most.seconds == 2..<3)
        let exact = try judge("receivedMessages == 30 over 1s", timeline)
        #expect(exact.found == 70 && exact.brokenWindows == 3)
    }

    @Test func tagsAreKnownByTheSecond() throws {
        let timeline = [CourseRun.second(deliver: [10], slow: [10]), CourseRun.second(deliver: [10], slow: [500])]
        let verdict = try judge("deliver{tag:slow}.max < 100ms over 1s", timeline)
        #expect(!verdict.held && verdict.seconds == 1..<2)
        #expect(try judge("deliver.max < 100ms over 1s", timeline).held)
    }

    /// A second without a value says nothing, a run without one does not hold.
    @Test func windowsWithoutValuesSayNothing() throws {
        let timeline = [CourseRun.second(deliver: [10]), CourseRun.second(), CourseRun.second(deliver: [20])]
        let verdict = try judge("deliver.p95 < 100ms over 1s", timeline)
        #expect(verdict.held && verdict.windows == 2)
        let nothing = try judge("deliver.p95 < 100ms over 1s", [CourseRun.second()])
        #expect(!nothing.held && nothing.found == nil && nothing.foundText == "no such event")
    }
}
