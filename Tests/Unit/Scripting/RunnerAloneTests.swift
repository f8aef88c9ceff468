import PagingEngine
import PagingRoom
import Testing

@testable import Scripting

/// One of many users who act the same part.
@Suite struct RunnerAloneTests {
    private func runner(_ actions: [Step.Action]) -> ScriptRunner {
        let steps = actions.map { Step($0, line: 1) }
        let actor = Script.Actor(name: "asker", role: .viewer, steps: steps, line: 1)
        let script = Script(file: "test", title: nil, room: .standard, seed: nil, actors: [actor])
        return ScriptRunner(script: script, actor: 0, as: "asker-7", seed: 1, start: Instant(milliseconds: 1_000))
    }

    /// Hands in something and tells the tags of the requests that come of it.
    private func hand(_ input: RunnerInput, to runner: inout ScriptRunner, at milliseconds: Int64) -> [RequestTag] {
        var effects: [RunnerEffect] = []
        runner.handle(input, at: Instant(milliseconds: milliseconds), into: &effects)
        return effects.compactMap { if case .request(_, let tag, _) = $0 { tag } else { nil } }
    }

    private func enter(_ runner: inout ScriptRunner, at milliseconds: Int64) -> [RequestTag] {
        #expect(hand(.tick, to: &runner, at: 1_000) == [])
        let moment = Instant(milliseconds: milliseconds)
        return hand(.joined(actor: 0, .standing(on: 0), serverTime: moment), to: &runner, at: milliseconds)
    }

    private func answer(_ tag: RequestTag, _ runner: inout ScriptRunner, at milliseconds: Int64) -> [RequestTag] {
        let answer = Answer.accepted(RequestID(tag.number), Sequence(0))
        return hand(.answered(actor: 0, tag, answer), to: &runner, at: milliseconds)
    }

    private let asking: [Step.Action] = [
        .repeat(
            times: 4, everyMilliseconds: 100,
            [
                Step(.resize(width: 80, height: 24), line: 1),
                Step(.expect(Expectation(outcome: .accepted, withinMilliseconds: 5_000)), line: 1),
            ])
    ]

    @Test func roundsAreDueAtFixedTimes() throws {
        var runner = runner(asking)
        let first = try #require(enter(&runner, at: 1_010).first)
        #expect(runner.intendedTime(of: first) == Instant(milliseconds: 1_010))
        #expect(answer(first, &runner, at: 1_012) == [])
        #expect(runner.nextDeadline == Instant(milliseconds: 1_110))
        let second = try #require(hand(.tick, to: &runner, at: 1_110).first)
        // The answer comes late, and with it the rounds that were due in the meantime.
        let late = try #require(answer(second, &runner, at: 1_350).first)
        #expect(runner.intendedTime(of: late) == Instant(milliseconds: 1_210))
        let later = try #require(answer(late, &runner, at: 1_352).first)
        #expect(runner.intendedTime(of: later) == Instant(milliseconds: 1_310))
        #expect(answer(later, &runner, at: 1_354) == [])
        #expect(runner.isFinished)
    }

    @Test func roundsWithoutTimesFollowEachOther() throws {
        guard case .repeat(_, _, let steps) = asking[0] else { return }
        var runner = runner([.repeat(times: 2, steps)])
        let first = try #require(enter(&runner, at: 1_010).first)
        let next = try #require(answer(first, &runner, at: 1_350).first)
        #expect(runner.intendedTime(of: next) == Instant(milliseconds: 1_350))
        #expect(runner.intendedTime(of: first) == nil, "it is answered")
    }

    @Test func aBarrierOpensFromOutsideOnly() {
        var runner = runner([.wait(Wait(.barrier("all"))), .resize(width: 80, height: 24)])
        #expect(enter(&runner, at: 1_010) == [])
        #expect(runner.barrier == "all")
        #expect(hand(.tick, to: &runner, at: 1_500) == [])
        #expect(hand(.barrierOpened(actor: 0), to: &runner, at: 1_600).count == 1)
        #expect(runner.barrier == nil)
    }

    @Test func theRunnerReportsWhetherItWatches() {
        var runner = runner([.think(Pause(milliseconds: 500...500)), .wait(Wait(.page(PageNumber(3))))])
        _ = enter(&runner, at: 1_010)
        #expect(!runner.isWatching)
        _ = hand(.tick, to: &runner, at: 1_510)
        #expect(runner.isWatching)
    }

    @Test func othersComeFromOutside() {
        var runner = runner([.expect(Expectation(inStep: true, withinMilliseconds: 100))])
        runner.othersOutOfStep = ["3 behind or ahead"]
        _ = enter(&runner, at: 1_010)
        #expect(runner.looksAtOthers)
        _ = hand(.tick, to: &runner, at: 1_110)
        let failures = runner.takeFailures().map(\.description)
        #expect(failures == ["test:1: asker-7: expected all in step, found 3 behind or ahead"])
        #expect(runner.takeFailures() == [])
    }
}
