import LoadTesting
import PagingEngine
import Scripting
import Simulation
import Testing

/// Faults of servers are found, and clients recover from trouble on purpose.
@Suite struct LoadFaultTests {
    @Test func aLostEventIsAGap() throws {
        let counts = try LoadScene.play(LoadScene.talk(followers: 20), fault: .eventsDropped).counts
        #expect(counts.gaps > 0)
        #expect(counts.reach < 1)
    }

    @Test func aRepeatedEventIsADuplicate() throws {
        let counts = try LoadScene.play(LoadScene.talk(followers: 20), fault: .eventsRepeated).counts
        #expect(counts.duplicates > 0)
        #expect(counts.gaps == 0)
        #expect(counts.reach == 1)
    }

    @Test func eventsOutOfOrderAreAGap() throws {
        let counts = try LoadScene.play(LoadScene.talk(followers: 20), fault: .eventsReordered).counts
        #expect(counts.gaps > 0)
        #expect(counts.duplicates > 0)
    }

    @Test func aCorruptedEventDiverges() throws {
        let counts = try LoadScene.play(LoadScene.talk(followers: 20), fault: .eventsCorrupted).counts
        #expect(counts.diverged > 0)
        #expect(counts.gaps + counts.duplicates == 0)
    }

    /// Nobody shares a worker with somebody who is told the truth: only the digests tell.
    @Test func workersFindADivergenceBetweenThem() throws {
        let counts = try LoadScene.play(LoadScene.talk(followers: 3), workers: 4, fault: .eventsCorrupted).counts
        #expect(counts.diverged > 0)
    }

    /// Users who wait for an answer before they go on do not ask while the server stands still: only what counts from the
    /// intended moments shows it (coordinated omission).
    @Test func aStallShowsFromTheIntendedMoments() throws {
        let fault = LoadFault.stalled(atMilliseconds: 5_000, forMilliseconds: 1_000)
        let result = try LoadScene.play(LoadScene.paced(users: 10, rounds: 200), fault: fault)
        let ack = result.latencies[.ack] ?? LoadResult.Latencies()
        #expect(ack.corrected.count == 2_000)
        #expect(ack.corrected.value(atPercentile: 99) > 700_000)
        #expect(ack.naive.value(atPercentile: 99) < 5_000)
        #expect(ack.naive.maximum > 900_000, "one request of each user met it")
        #expect(result.latencies[.lag]?.corrected.maximum == 0, "the generator was never late")
        #expect(result.failures == [])

        let calm = try LoadScene.play(LoadScene.paced(users: 10, rounds: 200))
        #expect(calm.latencies[.ack]?.corrected.maximum ?? 0 < 5_000)
    }

    /// A server that stands still to the end of the run.
    @Test func requestsWithoutAnAnswerAtTheEndCount() throws {
        var script = LoadScene.paced(users: 10, rounds: 200)
        script.load.durationMilliseconds = 8_000
        let result = try LoadScene.play(script, fault: .stalled(atMilliseconds: 5_000, forMilliseconds: 60_000))
        let ack = result.latencies[.ack]?.corrected ?? Distribution()
        #expect(result.counts.unanswered == 10 && result.failures == [])
        #expect(ack.maximum > 2_800_000 && ack.count > 400)
        var late = LoadScene.paced(users: 10, rounds: 200)
        late.load.durationMilliseconds = 3_000
        let out = try LoadScene.play(late, fault: .stalled(atMilliseconds: 0, forMilliseconds: 60_000))
        #expect(out.counts.unanswered == 10, "no user got in")
    }

    /// Clients give up a silent connection after a while and forget their requests: these count all the same.
    @Test func requestsOfAConnectionThatIsGivenUpCount() throws {
        let result = try LoadScene.play(
            LoadScene.paced(users: 10, rounds: 600), fault: .stalled(atMilliseconds: 5_000, forMilliseconds: 30_000))
        let ack = result.latencies[.ack]?.corrected ?? Distribution()
        #expect(result.counts.unanswered >= 10 && ack.maximum > 4_000_000)
    }

    @Test func whoIsDroppedComesBack() throws {
        let script = LoadScene.talk(followers: 40) {
            $0.chaos = [FaultPlan(atMilliseconds: 2_500, trouble: .drop, actors: ["follower"], part: 0.3, line: 1)]
        }
        let result = try LoadScene.play(script)
        let back = result.latencies[.catchUp]?.corrected.count ?? 0
        #expect(back > 4 && back < 25)
        #expect(result.counts.started == 41)
        #expect(result.latencies[.join]?.corrected.count == 41)
        #expect(result.failures == [])
        #expect(result.counts.reach == 1, "what happens while nobody is there is nobody's to receive")
        #expect([result.counts.gaps, result.counts.duplicates, result.counts.diverged] == [0, 0, 0])
    }

    @Test func delayedMessagesCountWhenTheyCome() throws {
        let script = LoadScene.talk(followers: 20) {
            $0.chaos = [
                FaultPlan(
                    atMilliseconds: 2_000, trouble: .delay(Pause(milliseconds: 100...300)), forMilliseconds: 2_000,
                    actors: ["follower"], line: 1)
            ]
        }
        let result = try LoadScene.play(script)
        let deliver = result.latencies[.deliver]?.corrected ?? Distribution()
        #expect(deliver.maximum > 290_000)
        let transit = result.latencies[.transit]?.corrected ?? Distribution()
        #expect(transit.maximum > 290_000)
        #expect(transit.value(atPercentile: 20) < 2_000)
        #expect(result.counts.reach == 1)
        #expect([result.counts.gaps, result.counts.duplicates, result.counts.diverged] == [0, 0, 0])
    }

    /// The same slow readers as an actor that is apart: they show in their own measures, not in those of the run.
    @Test func actorsThatAreApartAreMeasuredApart() throws {
        var script = LoadScene.talk(followers: 20, turns: 8) {
            $0.chaos = [
                FaultPlan(
                    atMilliseconds: 2_000, trouble: .stopReading, forMilliseconds: 3_000, actors: ["sleeper"], line: 1)
            ]
        }
        var sleeper = try #require(script.actors.first { $0.name == "follower" })
        (sleeper.name, sleeper.tag, sleeper.isApart) = ("sleeper", "slow", true)
        sleeper.population = .closed(users: 4, spreadMilliseconds: 100)
        script.actors.append(sleeper)
        let result = try LoadScene.play(script)
        for measure in [Measure.deliver, .transit, .spread] {
            #expect(result.latencies[measure]?.corrected.maximum ?? .max < 100_000, "\(measure)")
        }
        #expect(result.latencies[.skew]?.corrected.maximum == 0)
        let texts = [
            "deliver{actor:sleeper}.max > 1s", "deliver{tag:slow}.max > 1s", "deliver{actor:follower}.max < 100ms",
            "join{tag:slow}.count == 4", "join.count == 21",
        ]
        for verdict in Verdict.judge(try texts.map { try Threshold($0) }, result) {
            #expect(verdict.held, "\(verdict.threshold), found \(String(describing: verdict.found))")
        }
        let report = LoadReport(result, target: "simulated")
        #expect(report.summary().contains("{tag:slow}") && report.html.contains("Measures of {tag:slow}"))
        #expect(report.csv.contains(",deliver{tag:slow},us,"))
        #expect(report.histogramLog.contains("Tag=deliver{tag:slow},"))
        #expect(report.json.contains("sleeper"))
    }

    @Test func aSlowReaderReadsOn() throws {
        let script = LoadScene.talk(followers: 20, turns: 8) {
            $0.chaos = [
                FaultPlan(
                    atMilliseconds: 2_000, trouble: .stopReading, forMilliseconds: 3_000, actors: ["follower"],
                    part: 0.2, line: 1)
            ]
        }
        let result = try LoadScene.play(script)
        #expect(result.latencies[.deliver]?.corrected.maximum ?? 0 > 1_000_000)
        #expect(result.latencies[.spread]?.corrected.maximum ?? 0 > 1_000_000)
        #expect([result.counts.gaps, result.counts.duplicates, result.counts.diverged] == [0, 0, 0])
        #expect(result.failures == [])
    }

    @Test func anExpectationThatDoesNotHoldIsAFailure() throws {
        let expectation = Expectation(page: PageNumber(9), withinMilliseconds: 100)
        let script = LoadScene.script([LoadScene.actor("ann", .presenter, .one, [.expect(expectation)], line: 3)])
        let result = try LoadScene.play(script)
        #expect(result.failureCount == 1)
        #expect(result.failures.first?.hasPrefix("test.yaml:1: ann: expected page 9") == true)
    }
}
