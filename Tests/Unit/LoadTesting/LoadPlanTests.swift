import LoadTesting
import PagingRoom
import Scripting
import Testing

@Suite struct LoadPlanTests {
    private func script(_ populations: [Population], rooms: Int = 1, duration: Int64? = nil) -> Script {
        var load = LoadScript()
        load.rooms = rooms
        load.durationMilliseconds = duration
        let actors = populations.enumerated().map { number, population in
            Script.Actor(name: "actor-\(number)", role: .viewer, population: population, steps: [], line: number + 1)
        }
        return Script(file: "test.yaml", title: nil, room: .standard, seed: nil, actors: actors, load: load)
    }

    @Test func usersAreNumberedActorByActor() throws {
        let plan = try LoadPlan(
            script: script(
                [.one, .closed(users: 0, spreadMilliseconds: 0), .closed(users: 5, spreadMilliseconds: 1_000)], rooms: 2
            ),
            seed: 1)
        #expect(plan.users == 7)
        #expect((0..<7).map { plan.part(of: $0).actor } == [0, 0, 2, 2, 2, 2, 2])
        #expect((0..<7).map { plan.part(of: $0).room } == [0, 1, 0, 1, 0, 1, 0])
        #expect(plan.starts().map(\.afterMicroseconds) == [0, 0, 0, 200_000, 400_000, 600_000, 800_000])
    }

    @Test func workersPlayAFractionOfTheUsers() throws {
        let plan = try LoadPlan(script: script([.one, .closed(users: 6, spreadMilliseconds: 0)]), seed: 1)
        #expect((0..<2).map { plan.fraction(of: LoadShare(worker: $0, of: 2)) } == [4.0 / 7, 3.0 / 7])
        let one = try LoadPlan(script: script([.one]), seed: 1)
        #expect((0..<2).map { one.fraction(of: LoadShare(worker: $0, of: 2)) } == [1, 0])
    }

    @Test(arguments: [1, 2, 3, 7]) func workersShareTheSameStarts(workers: Int) throws {
        let populations: [Population] = [
            .closed(users: 10, spreadMilliseconds: 3_000),
            .open(rate: .init(count: 30, perMilliseconds: 1_000), forMilliseconds: 5_000, most: 20),
            .staged([RampStage(forMilliseconds: 1_000, users: 8), RampStage(forMilliseconds: 1_000, users: 2)]),
        ]
        let plan = try LoadPlan(script: script(populations), seed: 5)
        let shares = (0..<workers).map { plan.starts(of: LoadShare(worker: $0, of: workers)) }
        #expect(shares.flatMap(\.self).sorted() == plan.starts())
        let most = (0..<workers).map { plan.usersAtMost(of: LoadShare(worker: $0, of: workers)) }.reduce(0, +)
        #expect(most >= 38 && most <= 38 + workers)
    }

    @Test func openPopulationsComeByChanceAtTheirRate() throws {
        let population = Population.open(
            rate: .init(count: 50, perMilliseconds: 1_000), forMilliseconds: 20_000, most: 1_000)
        let starts = try LoadPlan(script: script([population]), seed: 1).starts()
        #expect(abs(starts.count - 1_000) < 100)
        #expect(starts.allSatisfy { (0..<20_000_000).contains($0.afterMicroseconds) })
        let pauses = zip(starts, starts.dropFirst()).map { $1.afterMicroseconds - $0.afterMicroseconds }
        // Of exponential times, 63 % are below the mean.
        let short = pauses.count { $0 < 20_000 }
        #expect(abs(Double(short) / Double(pauses.count) - 0.632) < 0.05)
        #expect(try LoadPlan(script: script([population]), seed: 1).starts() == starts)
        #expect(try LoadPlan(script: script([population]), seed: 2).starts() != starts)
    }

    /// From 0 to 100/s within 20 s, a jump to 200/s for 5 s, and down to none within 10 s: 1,000 + 1,000 + 1,000 users.
    @Test func aRateRises() throws {
        func stage(_ milliseconds: Int64, _ rate: Double) -> RateStage {
            RateStage(forMilliseconds: milliseconds, rate: .init(count: rate, perMilliseconds: 1_000))
        }
        let stages = [stage(20_000, 100), stage(0, 200), stage(5_000, 200), stage(10_000, 0), stage(5_000, 0)]
        let population = Population.ramping(stages, most: 1_000)
        let plan = try LoadPlan(script: script([population]), seed: 1)
        let starts = plan.starts().map(\.afterMicroseconds)
        #expect(starts == starts.sorted() && plan.usersAtMost() == 1_000)
        // A quarter of the first stage's users come in its first half.
        let spans: [(Range<Int64>, Double)] = [
            (0..<10_000_000, 250), (10_000_000..<20_000_000, 750), (20_000_000..<25_000_000, 1_000),
            (25_000_000..<30_000_000, 750), (30_000_000..<35_000_000, 250),
        ]
        for (span, expected) in spans {
            let found = Double(starts.count(where: span.contains))
            // Four standard deviations of a Poisson number.
            #expect(
                abs(found - expected) < 4 * expected.squareRoot(), "\(span): expected about \(expected), got \(found)")
        }
        #expect(starts.last ?? 0 < 35_000_000)
        let short = try LoadPlan(script: script([population], duration: 10_000), seed: 1).starts()
        #expect(short.map(\.afterMicroseconds) == starts.filter { $0 < 10_000_000 })
    }

    @Test func theLatestEndIsThatOfTheLongestSteps() throws {
        var script = script([.closed(users: 4, spreadMilliseconds: 2_000)])
        let round = [Step(.think(Pause(milliseconds: 10...500)), line: 1), Step(.wait(Wait(.rest)), line: 1)]
        script.actors[0].steps = [
            Step(.repeat(times: 3, round), line: 1), Step(.repeat(times: 2, everyMilliseconds: 20_000, round), line: 1),
        ]
        // The last one begins after 1.5 s; to come in and for the last answers there are 10 s each, and for a wait 10.
        let whole: Int64 = 1_500 + 10_000 + 3 * 10_500 + 2 * 20_000 + 10_000
        #expect(try LoadPlan(script: script, seed: 1).latestEndMilliseconds == whole)
        script.load.durationMilliseconds = 30_000
        #expect(try LoadPlan(script: script, seed: 1).latestEndMilliseconds == 30_000)
        script.load.durationMilliseconds = nil
        script.actors[0].steps = [Step(.repeat(times: .max, round), line: 1)]
        #expect(try LoadPlan(script: script, seed: 1).latestEndMilliseconds > 86_400_000)
    }

    @Test func aRunWithoutAnEndIsRefused() throws {
        let population = Population.open(rate: .init(count: 1, perMilliseconds: 1_000), forMilliseconds: nil, most: 5)
        #expect(throws: ScriptError.self) { try LoadPlan(script: script([population]), seed: 1) }
        #expect(try LoadPlan(script: script([population], duration: 10_000), seed: 1).users > 2)
    }
}
