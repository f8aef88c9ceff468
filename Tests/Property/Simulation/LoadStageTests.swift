import LoadTesting
import Scripting
import Simulation
import Testing

/// Load runs without sockets.
@Suite struct LoadStageTests {
    @Test func aTalkReachesEverybody() throws {
        let result = try LoadScene.play(LoadScene.talk(followers: 50))
        #expect(result.failures == [])
        #expect(result.counts.started == 51)
        #expect(result.counts.reach == 1)
        #expect(result.counts.receivedEvents > 50 * 5 * 5)
        #expect([result.counts.gaps, result.counts.duplicates, result.counts.diverged] == [0, 0, 0])
        #expect(result.users == 0)
        #expect(result.peakUsers == 51)
        #expect(result.timeline.map(\.users).max() == 51)
        #expect(result.duration > 7_000_000)
    }

    /// Messages are counted both ways, second by second; as values they have no bytes.
    @Test func messagesAreCountedWhereTheyAreSent() throws {
        let result = try LoadScene.play(LoadScene.talk(followers: 20))
        let counts = result.counts
        // Each joins and says goodbye; the presenter's five swipes of at least a dozen messages come on top.
        #expect(counts.sentMessages > 2 * 21 + 5 * 12)
        #expect(counts.receivedMessages > counts.receivedEvents / 10)
        #expect(result.timeline.reduce(0) { $0 + $1.sentMessages } == counts.sentMessages)
        #expect(result.timeline.reduce(0) { $0 + $1.receivedMessages } == counts.receivedMessages)
        #expect(result.timeline[0].sentMessages >= 21)
        #expect(counts.sentBytes == 0 && counts.receivedBytes == 0)
    }

    /// A line takes a millisecond: an answer, a delivered step and an open connection two, a joined room four.
    @Test func timesAreThoseOfTheLine() throws {
        let result = try LoadScene.play(LoadScene.talk(followers: 20))
        let expected: [Measure: Int64] = [.connect: 2_000, .join: 4_000, .ack: 2_000, .deliver: 2_000, .transit: 1_000]
        for (measure, microseconds) in expected {
            let values = result.latencies[measure]?.corrected ?? Distribution()
            #expect(values.count >= 10, "\(measure)")
            #expect(abs(values.value(atPercentile: 50) - microseconds) <= 1, "\(measure)")
            #expect(abs(values.maximum - microseconds) <= 1, "\(measure)")
        }
        for measure in [Measure.spread, .skew, .lag] {
            #expect(result.latencies[measure]?.corrected.maximum == 0, "\(measure): everybody is told at once")
        }
    }

    /// The users of every worker know when the presenter's steps were due, whatever worker plays the presenter.
    @Test func deliveriesDoNotDependOnTheNumberOfWorkers() throws {
        let alone = try LoadScene.play(LoadScene.talk(followers: 20)).latencies[.deliver]?.corrected
        let shared = try LoadScene.play(LoadScene.talk(followers: 20), workers: 3).latencies[.deliver]?.corrected
        #expect(try #require(alone).count >= 5 * 21)
        #expect(alone == shared)
    }

    @Test func usersWithLinesOfTheirOwnHearLater() throws {
        let result = try LoadScene.play(LoadScene.talk(followers: 40), latency: 500...20_500)
        let spread = result.latencies[.spread]?.corrected ?? Distribution()
        #expect(spread.maximum > 15_000 && spread.maximum <= 20_010)
        let transit = result.latencies[.transit]?.corrected ?? Distribution()
        #expect(transit.value(atPercentile: 50) > 8_000 && transit.value(atPercentile: 50) < 13_000)
        let deliver = result.latencies[.deliver]?.corrected ?? Distribution()
        #expect(deliver.maximum > transit.maximum, "the way to the server comes on top")
        #expect(result.latencies[.skew]?.corrected.maximum ?? 0 > 0)
        #expect(result.counts.reach == 1)
        #expect([result.counts.gaps, result.counts.duplicates, result.counts.diverged] == [0, 0, 0])
    }

    /// The whole result, bit for bit.
    @Test func aSeedIsARun() throws {
        let results = try [7, 7, 8].map { try LoadScene.play(Self.busy, seed: $0, loops: 2, latency: 200...9_000) }
        #expect(results[0] == results[1])
        #expect(results[0] != results[2])
        #expect(results[0].counts.reach == 1)
        #expect(results[0].latencies != results[2].latencies, "not only the seed's number differs")
    }

    /// All that is chosen by chance at once.
    private static let busy = LoadScene.script([
        LoadScene.actor(
            "mover", .member, .closed(users: 6, spreadMilliseconds: 300),
            [
                .repeat(
                    times: 4,
                    LoadScene.steps([
                        .think(Pause(milliseconds: 50...300)), .step(.forward, from: nil), .wait(.init(.rest)),
                    ])
                )
            ]),
        LoadScene.actor(
            "passer-by", .viewer,
            .open(rate: Population.Rate(count: 20, perMilliseconds: 1_000), forMilliseconds: 2_000, most: 8),
            [.think(Pause(meanMilliseconds: 200))]),
    ]) { $0.chaos = [FaultPlan(atMilliseconds: 700, trouble: .drop, part: 0.5, line: 1)] }

    @Test func roomsAreSharedOut() throws {
        let script = LoadScene.talk(followers: 30) { $0.rooms = 3 }
        let result = try LoadScene.play(script, loops: 2)
        #expect(result.counts.started == 33, "a presenter in each room")
        #expect(result.failures == [])
        #expect(result.counts.reach == 1)
        let one = try LoadScene.play(LoadScene.talk(followers: 10))
        #expect(abs(result.counts.receivedEvents - 3 * one.counts.receivedEvents) < one.counts.receivedEvents / 5)
    }

    @Test func workersMergedAreOneRun() throws {
        // An actor of a scene stays as long as others of its worker do: an end for all makes them the same.
        let script = LoadScene.talk(followers: 30) { ($0.rooms, $0.durationMilliseconds) = (2, 6_500) }
        let one = try LoadScene.play(script, latency: 500...5_500)
        let two = try LoadScene.play(script, latency: 500...5_500, workers: 3)
        #expect(one.counts == two.counts)
        #expect(one.peakUsers == two.peakUsers)
        for measure in [Measure.connect, .join, .ack, .spread, .skew] {
            #expect(one.latencies[measure] == two.latencies[measure], "\(measure)")
        }
        #expect(one.timeline.map(\.users) == two.timeline.map(\.users))
        #expect(two.rooms.isEmpty)
    }

    /// Seconds of a run that goes on are those of its result.
    @Test(arguments: [1, 3]) func theSecondsOfARunAreItsTimeline(workers: Int) throws {
        var stage = try LoadStage(script: LoadScene.talk(followers: 30), seed: 1, workers: workers)
        var seconds: [LoadSecond] = []
        _ = stage.run { _ in }
        var live = try LoadStage(script: LoadScene.talk(followers: 30), seed: 1, workers: workers)
        while !live.isFinished {
            live.advance(to: live.now.advanced(byMicroseconds: 700_000))
            seconds += live.takeSeconds()
        }
        let result = live.result
        #expect(result == stage.result, "looking changes nothing")
        #expect(seconds.map(\.number) == Array(0..<seconds.count) && seconds.count >= 6)
        #expect(seconds.allSatisfy { $0.workers == workers })
        for (second, slice) in zip(seconds, result.timeline) {
            #expect(second.slice.counts == slice.counts && second.slice.playing == slice.playing)
            #expect(second.slice.latencies[.deliver] == slice.latencies[.deliver])
        }
        #expect(result.timeline.reduce(into: LoadCounts()) { $0.merge($1.counts) } == result.counts)
    }

    @Test func theRunEndsWhenItIsToldTo() throws {
        let script = LoadScene.talk(followers: 10, turns: 50) { $0.durationMilliseconds = 3_000 }
        let result = try LoadScene.play(script)
        #expect(result.duration >= 3_000_000 && result.duration < 4_000_000)
        #expect(result.users == 0)

        var stage = try LoadStage(script: LoadScene.talk(followers: 10), seed: 1)
        stage.advance(to: LoadTime(microseconds: 1_500_000))
        #expect(stage.result.users == 11 && stage.gone.isEmpty && !stage.isFinished)
        stage.stop()
        #expect(stage.isFinished && stage.gone == Set(0..<11))
        #expect(stage.result.users == 0)
    }
}
