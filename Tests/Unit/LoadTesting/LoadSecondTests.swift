import Testing

@testable import LoadTesting

/// The seconds of a run while it goes on.
@Suite struct LoadSecondTests {
    private static let start = LoadTime(microseconds: 5_000_000)
    private var recorder = LoadRecorder(start: start)

    private func moment(_ milliseconds: Int64) -> LoadTime {
        LoadSecondTests.start.advanced(byMicroseconds: milliseconds * 1_000)
    }

    @Test mutating func aSecondHasWhatHappenedInIt() {
        recorder.userBegan()
        recorder.connected(1, at: moment(10))
        recorder.record(.ack, 900, at: moment(400))
        recorder.rejected("held", at: moment(999))
        recorder.rejected("held", at: moment(1_000))
        recorder.sent(bytes: 7, at: moment(1_001))
        recorder.failed("no", at: moment(1_500))
        recorder.closed(4_001, at: moment(1_999))
        recorder.userEnded()
        let seconds = recorder.takeSeconds(at: moment(2_000))
        #expect(seconds.map(\.number) == [0, 1])
        #expect(seconds[0].slice.latencies[.ack]?.count == 1 && seconds[0].slice.users == 1)
        #expect(seconds.map(\.slice.counts.rejections) == [["held": 1], ["held": 1]])
        #expect(seconds.map(\.slice.counts.closes) == [[:], ["4001": 1]])
        #expect(seconds.map(\.slice.counts.sentMessages) == [0, 1] && seconds[1].slice.counts.sentBytes == 7)
        #expect(seconds.map(\.slice.failures) == [0, 1] && seconds.map(\.slice.errors) == [1, 3])
        #expect(seconds.map(\.slice.playing) == [1, 0])
    }

    @Test mutating func aSecondIsTakenOnceAndWhole() {
        recorder.duplicate(at: moment(500))
        #expect(recorder.takeSeconds(at: moment(999)).isEmpty, "it is not over")
        #expect(recorder.takeSeconds(at: moment(3_100)).map(\.number) == [0, 1, 2], "quiet ones, too")
        #expect(recorder.takeSeconds(at: moment(3_900)).isEmpty)
        recorder.duplicate(at: moment(3_950))
        let result = recorder.result(titled: "a test", seed: 1, at: moment(3_960))
        #expect(result.timeline.map(\.counts.duplicates) == [1, 0, 0, 1], "the result has the last one, too")
    }
}

@Suite struct SecondMeetingTests {
    private var meeting = SecondMeeting(workers: 2)

    private func second(_ number: Int, users: Int = 1) -> LoadSecond {
        var slice = LoadResult.Slice()
        slice.users = users
        slice.counts.closes = ["1001": users]
        return LoadSecond(number: number, slice)
    }

    /// A worker on another machine may send any number.
    @Test(arguments: [Int.max, Int.min, -1, 1_000_000_000_000])
    mutating func aSecondThatNoRunHasIsLeftOut(number: Int) {
        meeting.note(second(number), from: 0)
        meeting.note(second(0), from: 0)
        meeting.note(second(0), from: 1)
        #expect(meeting.take().map(\.number) == [0])
    }

    @Test mutating func aSecondWaitsForAllWorkers() {
        meeting.note(second(0, users: 2), from: 0)
        meeting.note(second(1), from: 0)
        #expect(meeting.take().isEmpty)
        meeting.note(second(0, users: 3), from: 1)
        let taken = meeting.take()
        #expect(taken.map(\.number) == [0] && taken[0].slice.users == 5 && taken[0].workers == 2)
        #expect(taken[0].slice.counts.closes == ["1001": 5])
        #expect(meeting.take().isEmpty)
    }

    @Test mutating func aWorkerThatHasEndedIsNotWaitedFor() {
        meeting.note(second(0), from: 0)
        meeting.leave(1)
        #expect(meeting.take().map(\.workers) == [1])
        meeting.note(second(1), from: 0)
        meeting.leave(0)
        #expect(meeting.take().map(\.number) == [1], "the others' last seconds are not lost")
    }

    @Test mutating func aWorkerThatSendsNothingHoldsUpSomeSecondsOnly() {
        for number in 0...SecondMeeting.waitingAtMost { meeting.note(second(number), from: 0) }
        #expect(meeting.take().map(\.number) == [0])
        meeting.note(second(0), from: 1)
        meeting.note(second(1), from: 1)
        #expect(meeting.take().map(\.workers) == [2], "its late second 0 is dropped, and second 1 is whole")
    }
}
