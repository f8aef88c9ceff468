import Foundation
import Scripting
import Testing

@testable import LoadTesting

/// The start of a run that figures leave out.
@Suite struct WarmupTests {
    private func moment(_ milliseconds: Int64) -> LoadTime { LoadTime(microseconds: milliseconds * 1_000) }

    private func recorder(warmup: Int, thresholds: [String] = []) throws -> LoadRecorder {
        let actors = [
            Script.Actor(name: "ann", role: .member, tag: "slow", steps: [], line: 1),
            Script.Actor(name: "ben", role: .member, steps: [], line: 2),
        ]
        let load = try CourseRun.load(thresholds, abortAfter: nil, warmup: warmup)
        return LoadRecorder(start: moment(0), actors: actors, load: load)
    }

    /// Two seconds of warm-up with a slow value, a gap and a refusal, then a good second.
    private func run() throws -> LoadResult {
        var recorder = try recorder(warmup: 2)
        for (second, value) in [900, 900, 10].enumerated() {
            let now = moment(Int64(second) * 1_000 + 500)
            recorder.pass(to: now)
            if second == 0 { recorder.userBegan() }
            recorder.record(.deliver, Int64(value) * 1_000, naive: 5, of: 0, at: now)
            recorder.received(messages: 10, bytes: 100, at: now)
            if second < 2 {
                recorder.gap(1, isExpected: true, at: now)
                recorder.rejected("held", at: now)
            }
        }
        return recorder.result(titled: "a test", seed: 1, at: moment(3_000))
    }

    @Test func figuresLeaveItOutAndTheTimelineDoesNot() throws {
        let result = try run()
        #expect(result.latencies[.deliver]?.corrected.count == 1 && result.latencies[.deliver]?.naive.count == 1)
        #expect(result.actors[0].latencies[.deliver]?.corrected.maximum ?? 0 < 11_000)
        #expect(result.timeline.prefix(3).map { $0.latencies[.deliver]?.count } == [1, 1, 1])
        #expect(result.timeline[0].groups["{tag:slow}"]?[.deliver]?.count == 1)
        #expect(result.counts.receivedMessages == 10 && result.counts.gaps == 0 && result.counts.refused == 0)
        #expect(result.counts.started == 1, "users are counted whenever they started")
        #expect(result.warmupCounts.gaps == 2 && result.warmupCounts.receivedMessages == 20)
        #expect(result.wholeCounts.rejections == ["held": 2] && result.wholeCounts.started == 1)
        #expect(
            Verdict.judge([try Threshold("deliver.max < 100ms"), try Threshold("gaps == 0")], result).allSatisfy(\.held)
        )
    }

    /// Each second has its own counts, and all of them add up.
    @Test func countsOfTheSecondsAddUp() throws {
        let result = try run()
        #expect(result.timeline.map(\.counts.gaps) == [1, 1, 0, 0])
        #expect(result.timeline.reduce(0) { $0 + $1.counts.receivedMessages } == 30)
        #expect(result.timeline[0].counts.started == 1)
    }

    @Test func workersAreMergedWithTheirWarmups() throws {
        var whole = try run()
        whole.merge(try run())
        #expect(whole.warmupSeconds == 2 && whole.warmupCounts.gaps == 4 && whole.counts.receivedMessages == 20)
    }

    /// The distance between members in the warm-up is known only at the end.
    @Test func whatIsWorkedOutAtTheEndLeavesItOutToo() throws {
        var result = CourseRun.result([CourseRun.second(), CourseRun.second()], warmup: 1)
        var sightings = RoomSightings()
        for (number, first) in [(1, Int64(500_000)), (2, 1_500_000)] {
            sightings.events[Int64(number)] = RoomSightings.Seen(first: first, last: first + 40, receivers: 2)
        }
        result.rooms["talk x"] = sightings
        let folded = result.folded()
        #expect(folded.latencies[.spread]?.corrected.count == 1)
        #expect(folded.timeline.map { $0.latencies[.spread]?.count } == [1, 1])
    }

    @Test func usersThatJoinedInItHaveJoined() throws {
        var recorder = try recorder(warmup: 5)
        JoinAttempt(intended: moment(95), attempted: moment(95)).recordJoin(
            isReturn: false, &recorder, of: 1, at: moment(100))
        let result = recorder.result(titled: "a test", seed: 1, at: moment(6_000))
        #expect(result.latencies[.join] == nil && result.hasAdmitted && !result.endedInWarmup)
        #expect(recorder.result(titled: "a test", seed: 1, at: moment(5_000)).endedInWarmup)
    }

    /// An actor that a threshold over windows names is known by the second.
    @Test func actorsThatThresholdsNameAreKnownByTheSecond() throws {
        var recorder = try recorder(
            warmup: 0, thresholds: ["ack{actor:ann}.max < 1s over 1s", "ack{actor:ben}.max < 1s"])
        for actor in 0...1 { recorder.record(.ack, 5, of: actor, at: moment(10)) }
        let slice = recorder.result(titled: "a test", seed: 1, at: moment(20)).timeline[0]
        #expect(slice.groups.keys.sorted() == ["{actor:ann}", "{tag:slow}"])
    }
}
