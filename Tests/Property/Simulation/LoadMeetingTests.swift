import LoadTesting
import PagingEngine
import PagingRoom
import Scripting
import Simulation
import Testing

/// Users who act together, and how many there are at a time.
@Suite struct LoadMeetingTests {
    @Test(arguments: [1, 3]) func aBarrierHoldsUntilTheLastHasCome(workers: Int) throws {
        let script = LoadScene.script([
            LoadScene.actor(
                "asker", .viewer, .closed(users: 20, spreadMilliseconds: 2_000),
                [.wait(Wait(.barrier("all"))), .resize(width: 80, height: 24)])
        ])
        let result = try LoadScene.play(script, workers: workers)
        #expect(result.failures == [])
        #expect(result.latencies[.ack]?.corrected.count == 20)
        // Everybody asks in the second in which the last one came, and nobody before.
        let seconds = result.timeline.indices.filter { result.timeline[$0].latencies[.ack] != nil }
        #expect(seconds == [1])
    }

    /// Every round is for all: the quick ones of one worker wait for the slow one of another, again and again.
    @Test(arguments: [1, 2, 4]) func usersMeetAgainAndAgain(workers: Int) throws {
        let meet = Step.Action.wait(Wait(.barrier("all")))
        func rounds(_ pause: Int64) -> [Step.Action] {
            [.repeat(times: 5, LoadScene.steps([LoadScene.pause(pause), meet, .resize(width: 80, height: 24)]))]
        }
        let script = LoadScene.script([
            LoadScene.actor("slow", .viewer, .one, rounds(1_000)),
            LoadScene.actor("quick", .viewer, .closed(users: 6, spreadMilliseconds: 100), rounds(10)),
            LoadScene.actor("other", .viewer, .closed(users: 2, spreadMilliseconds: 100), [LoadScene.pause(500)]),
        ])
        let result = try LoadScene.play(script, workers: workers)
        #expect(result.failures == [])
        #expect(result.latencies[.ack]?.corrected.count == 35)
        let seconds = result.timeline.compactMap { $0.latencies[.ack]?.count }
        #expect(seconds == [7, 7, 7, 7, 7], "each second the slow one comes, and all go on")
    }

    @Test func everybodyIsInStepAtRest() throws {
        let inStep = Expectation(inStep: true, withinMilliseconds: 500)
        let script = LoadScene.script([
            LoadScene.actor(
                "ann", .presenter, .one,
                [LoadScene.pause(1_000), LoadScene.swipe, .wait(Wait(.rest)), .expect(inStep)]),
            LoadScene.actor(
                "follower", .viewer, .closed(users: 10, spreadMilliseconds: 100), [LoadScene.pause(3_000)]),
        ])
        #expect(try LoadScene.play(script, latency: 1_000...60_000).failures == [])
        let corrupted = try LoadScene.play(script, fault: .eventsCorrupted)
        #expect(corrupted.failures.contains { $0.contains("with another picture") })
    }

    @Test func whoFindsNoPlaceIsCounted() throws {
        let rate = Population.Rate(count: 10, perMilliseconds: 1_000)
        let script = LoadScene.script([
            LoadScene.actor(
                "passer-by", .viewer, .open(rate: rate, forMilliseconds: 10_000, most: 5),
                [LoadScene.pause(1_000)])
        ])
        var stage = try LoadStage(script: script, seed: 3)
        let result = stage.run()
        #expect(result.peakUsers == 5)
        #expect(result.counts.droppedStarts > 10)
        #expect(result.counts.started + result.counts.droppedStarts == stage.plan.users)
        #expect(result.counts.reach == 1)
    }

    @Test func theNumberOfUsersFollowsTheStages() throws {
        let stages = [
            RampStage(forMilliseconds: 2_000, users: 20), RampStage(forMilliseconds: 2_000, users: 20),
            RampStage(forMilliseconds: 2_000, users: 5),
        ]
        let script = LoadScene.script([
            LoadScene.actor("follower", .viewer, .staged(stages), [LoadScene.pause(60_000)])
        ]) { $0.durationMilliseconds = 8_000 }
        let result = try LoadScene.play(script)
        #expect(result.timeline.prefix(8).map(\.users) == [10, 20, 20, 20, 13, 6, 5, 5])
        #expect(result.users == 0)
    }
}
