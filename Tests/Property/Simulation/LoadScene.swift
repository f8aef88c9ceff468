import LoadTesting
import PagingContent
import PagingEngine
import PagingRoom
import Scripting
import Simulation

/// Scripts for load runs, made by hand.
enum LoadScene {
    static func actor(
        _ name: String, _ role: Role = .member, _ population: Population = .one, _ actions: [Step.Action],
        line: Int = 1
    ) -> Script.Actor {
        Script.Actor(name: name, role: role, population: population, steps: steps(actions), line: line)
    }

    static func steps(_ actions: [Step.Action]) -> [Step] { actions.map { Step($0, line: 1) } }

    static func pause(_ milliseconds: Int64) -> Step.Action { .wait(Wait(.time(milliseconds: milliseconds))) }

    /// A swipe of twelve samples.
    static let swipe = Step.Action.drag(
        DragPlan(
            by: Distance(units: Position.unitsPerPage * 8 / 10), overMilliseconds: 200, samples: 12, ease: .linear,
            ending: .released(nil)))

    static func script(_ actors: [Script.Actor], _ change: (inout LoadScript) -> Void = { _ in }) -> Script {
        var load = LoadScript()
        change(&load)
        return Script(file: "test.yaml", title: "a test", room: .standard, seed: nil, actors: actors, load: load)
    }

    /// A presenter who turns a page every second, from the second one on, while others follow.
    static func talk(
        followers: Int, spread: Int64 = 500, turns: Int = 5, _ change: (inout LoadScript) -> Void = { _ in }
    ) -> Script {
        let turn = steps([swipe, .wait(Wait(.rest)), pause(300)])
        return script(
            [
                actor(
                    "ann", .presenter, .one, [pause(1_000), .repeat(times: turns, everyMilliseconds: 1_000, turn)]),
                actor(
                    "follower", .viewer, .closed(users: followers, spreadMilliseconds: spread),
                    [pause(Int64(turns + 2) * 1_000)]),
            ], change)
    }

    /// Users who ask for something every tenth of a second and wait for the answer.
    static func paced(users: Int, rounds: Int) -> Script {
        let expectation = Expectation(outcome: .accepted, withinMilliseconds: 5_000)
        let round = steps([.resize(width: 80, height: 24), .expect(expectation)])
        return script([
            actor(
                "asker", .viewer, .closed(users: users, spreadMilliseconds: 90),
                [.repeat(times: rounds, everyMilliseconds: 100, round)])
        ])
    }

    static func play(
        _ script: Script, seed: UInt64 = 1, loops: Int = 1,
        latency: ClosedRange<Int64> = LoadStage.standardLatencyMicroseconds, workers: Int = 1, fault: LoadFault? = nil
    ) throws -> LoadResult {
        var stage = try LoadStage(
            script: script, seed: seed, loops: loops, latencyMicroseconds: latency, workers: workers, fault: fault)
        return stage.run()
    }
}
