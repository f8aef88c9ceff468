import LoadTesting
import PagingWire
import Scripting
import Simulation
import TestSupport
import Testing

/// Warm-ups and early ends of simulated runs, and the same run again.
@Suite struct LoadCourseTests {
    private func threshold(_ text: String, after: Int64 = 0) throws -> Threshold {
        var threshold = try Threshold(text)
        threshold.abort = Threshold.EarlyEnd(afterMilliseconds: after)
        return threshold
    }

    /// Plays a run as `riffle load` does: second by second.
    private func play(
        _ script: Script, workers: Int = 1, fault: LoadFault? = nil
    ) throws -> (result: LoadResult, abort: RunAbort?) {
        var stage = try LoadStage(script: script, seed: 1, workers: workers, fault: fault)
        var watch = AbortWatch(script.load)
        while !stage.isFinished, stage.nextMoment != nil {
            stage.advance(to: stage.now.advanced(byMicroseconds: 1_000_000))
            for second in stage.takeSeconds() { watch?.note(second) }
            if watch?.abort != nil { stage.stop() }
        }
        return (stage.result, watch?.abort)
    }

    /// A server that stands still for a second and a half ends a run of ten, whatever worker plays whom.
    @Test(arguments: [1, 3]) func aStallEndsTheRun(workers: Int) throws {
        let abort = try threshold("deliver.p95 < 100ms over 2s", after: 5_000)
        let script = LoadScene.talk(followers: 12, turns: 9) { $0.thresholds = [abort] }
        let good = try play(script, workers: workers)
        #expect(good.abort == nil && good.result.duration > 9_000_000)
        let stall = LoadFault.stalled(atMilliseconds: 2_900, forMilliseconds: 1_500)
        let bad = try play(script, workers: workers, fault: stall)
        let end = try #require(bad.abort)
        #expect(end.second == 6 && end.verdict.seconds == 4..<6, "\(end)")
        #expect(bad.result.duration == 6_000_000 && bad.result.users == 0 && bad.result.failures == [])
        let verdict = Verdict.judge(script.load.thresholds, bad.result, abort: bad.abort)[0]
        #expect(!verdict.held && verdict.endedRun && verdict.seconds == 4..<6)
    }

    /// With a warm-up over the joins, the figures are those of a run without them.
    @Test(arguments: [1, 3]) func figuresLeaveOutTheWarmup(workers: Int) throws {
        let whole = try LoadScene.play(LoadScene.talk(followers: 20), workers: workers)
        let script = LoadScene.talk(followers: 20) { $0.warmupSeconds = 3 }
        let result = try LoadScene.play(script, workers: workers)
        #expect(result.latencies[.join] == nil && result.hasAdmitted)
        for measure in [Measure.ack, .deliver, .transit, .spread, .skew] {
            let seconds = whole.timeline.dropFirst(3).compactMap { $0.latencies[measure]?.count }
            #expect(result.latencies[measure]?.corrected.count == seconds.reduce(0, +), "\(measure)")
        }
        #expect(result.timeline == whole.timeline, "the timeline has all seconds")
        #expect(result.wholeCounts == whole.counts && result.counts.receivedEvents < whole.counts.receivedEvents)
        #expect(result.counts.reach == 1)
    }

    @Test func countsOfTheSecondsAddUp() throws {
        let result = try LoadScene.play(LoadScene.talk(followers: 20))
        var sum = LoadCounts()
        for slice in result.timeline {
            sum.started += slice.counts.started
            sum.receivedMessages += slice.counts.receivedMessages
            sum.receivedEvents += slice.counts.receivedEvents
            sum.accepted += slice.counts.accepted
            #expect(slice.counts.receivedMessages == slice.receivedMessages)
        }
        let counts = result.counts
        #expect(sum.started == counts.started && sum.receivedMessages == counts.receivedMessages)
        #expect(sum.receivedEvents == counts.receivedEvents && sum.accepted == counts.accepted)
    }

    // MARK: The same run again

    /// Users that come in all ways, choose by chance, and lose connections.
    private static let users = Effort.rounds(300, of: 1_500)
    private static let large = LoadScene.script([
        LoadScene.actor(
            "asker", .viewer, .closed(users: users, spreadMilliseconds: 1_000),
            [
                .repeat(
                    times: 2,
                    LoadScene.steps([
                        .think(Pause(milliseconds: 50...600)), .resize(width: 80, height: 24),
                        .expect(Expectation(outcome: .accepted, withinMilliseconds: 30_000)),
                    ]))
            ]),
        LoadScene.actor(
            "mover", .member,
            .staged([RampStage(forMilliseconds: 800, users: 200), RampStage(forMilliseconds: 900, users: 0)]),
            [.repeat(times: 3, LoadScene.steps([.think(Pause(meanMilliseconds: 200)), .step(.forward, from: nil)]))]),
        LoadScene.actor(
            "passer-by", .viewer,
            .ramping(
                [
                    RateStage(forMilliseconds: 0, rate: Population.Rate(count: 300, perMilliseconds: 1_000)),
                    RateStage(forMilliseconds: 1_000, rate: Population.Rate(count: 300, perMilliseconds: 1_000)),
                ], most: 1_000), [.think(Pause(meanMilliseconds: 100)), .resize(width: 40, height: 12)]),
    ]) {
        $0.rooms = 40
        $0.chaos = [FaultPlan(atMilliseconds: 900, trouble: .drop, part: 0.2, line: 1)]
    }

    private func playLarge(seed: UInt64) throws -> (sent: [Int: [ClientMessage]], report: LoadReport) {
        var stage = try LoadStage(script: Self.large, seed: seed, latencyMicroseconds: 500...9_500)
        stage.sentMessages = [:]
        let result = stage.run()
        return (stage.sentMessages ?? [:], LoadReport(result, target: "simulated"))
    }

    /// The messages of every user in their order, and every report byte for byte.
    @Test func aRunOfManyUsersIsReproducible() throws {
        let (one, again, other) = (try playLarge(seed: 4), try playLarge(seed: 4), try playLarge(seed: 5))
        #expect(one.sent.count >= Self.users + 450, "\(one.sent.count)")
        #expect(one.sent.values.reduce(0) { $0 + $1.count } > Effort.rounds(2_300, of: 6_000))
        #expect(one.sent == again.sent)
        for report in [\LoadReport.json, \.csv, \.html, \.histogramLog] {
            #expect(one.report[keyPath: report] == again.report[keyPath: report])
        }
        #expect(one.report.summary() == again.report.summary())
        #expect(one.sent != other.sent && one.report.csv != other.report.csv)
    }

    /// The users and their starts do not depend on the number of workers.
    @Test(arguments: [2, 7]) func thePlanIsTheSameInHoweverManyWorkers(workers: Int) throws {
        let plan = try LoadPlan(script: Self.large, seed: 4)
        let shares = (0..<workers).flatMap { plan.starts(of: LoadShare(worker: $0, of: workers)) }
        #expect(plan.users >= Self.users + 450 && shares.sorted() == plan.starts())
    }
}
