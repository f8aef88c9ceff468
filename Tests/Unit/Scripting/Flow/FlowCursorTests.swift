import Support
import Testing

@testable import Scripting

@Suite struct FlowCursorTests {
    /// The lines of the steps that a cursor comes to; conditions hold for the first `rounds` rounds of a loop.
    private func lines(_ steps: [Step], rounds: Int = 2, most: Int = 40) -> [String] {
        var cursor = StepCursor(steps, ticksPerMillisecond: 1)
        var random = SeedStream(seed: 3)
        var clock: Int64 = 0
        var found: [String] = []
        while found.count < most, let next = cursor.next(at: clock) {
            switch next {
            case .round(let due):
                clock = due
                found.append("@\(due)")
            case .step(let step):
                guard case .flow(let flow) = step.action else {
                    found.append("\(step.line)/\(cursor.position.iteration)/\(cursor.position.rounds)")
                    continue
                }
                let entry = flow.entry(round: cursor.loopRound, using: &random) { _ in cursor.loopRound < rounds }
                cursor.enter(entry, at: clock)
            }
        }
        return found
    }

    private static let always = StepCondition(.value(ReferenceText(literal: "a")), .exists(true))
    private static func step(_ line: Int) -> Step { Step(.cancel, line: line) }

    @Test func aLoopLooksAtItsConditionBeforeEachRound() {
        let loop = Step(.flow(.loop(Self.always, most: 9, [Self.step(2)])), line: 1)
        #expect(lines([loop, Self.step(3)]) == ["2/0/0", "2/1/1", "3/0/1"])
        #expect(lines([loop, Self.step(3)], rounds: 0) == ["3/0/0"])
        let bounded = Step(.flow(.loop(Self.always, most: 1, [Self.step(2)])), line: 1)
        #expect(lines([bounded, Self.step(3)]) == ["2/0/0", "3/0/0"])
        // Inside of rounds the loop begins again.
        let twice = Step(.repeat(times: 2, [loop]), line: 0)
        #expect(lines([twice]) == ["2/0/0", "2/1/0", "2/0/1", "2/1/1"])
    }

    @Test func aBranchTakesOneWay() {
        let branch = Step(.flow(.branch(Self.always, then: [Self.step(2)], otherwise: [Self.step(3)])), line: 1)
        #expect(lines([branch, Self.step(4)], rounds: 1) == ["2/0/0", "4/0/0"])
        #expect(lines([branch, Self.step(4)], rounds: 0) == ["3/0/0", "4/0/0"])
    }

    /// Rounds that take no time come a millisecond apart, so that the run's end can come.
    @Test func endlessRoundsLetTimePass() {
        let endless = Step(.flow(.endless(everyMilliseconds: nil, [Self.step(2)])), line: 1)
        #expect(lines([endless], most: 5) == ["2/0/0", "@1", "2/1/1", "@2", "2/2/2"])
        let paced = Step(.flow(.endless(everyMilliseconds: 50, [Self.step(2)])), line: 1)
        #expect(lines([paced], most: 4) == ["@0", "2/0/0", "@50", "2/1/1"])
    }

    @Test func waysAreChosenByWeight() {
        let choice = Flow<Step>.choice([.init(weight: 3, steps: [Self.step(2)]), .init(weight: 1, steps: [])])
        var random = SeedStream(seed: 9)
        let chosen = (0..<4_000).map { _ in
            choice.entry(round: 0, using: &random) { _ in true } == .once([Self.step(2)])
        }
        #expect((2_900...3_100).contains(chosen.count { $0 }))
        var again = SeedStream(seed: 9)
        let repeated = (0..<4_000).map { _ in
            choice.entry(round: 0, using: &again) { _ in true } == .once([Self.step(2)])
        }
        #expect(repeated == chosen)
    }
}
