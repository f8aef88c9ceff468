import PagingEngine
import PagingRoom
import Scripting
import Testing

/// Expectations of the room. Where one is followed by `leave`, this shows that it ended.
@Suite struct RunnerExpectationTests {
    @Test func anExpectationComesTrueInTimeOrFails() throws {
        var prompter = try Prompter(
            solo: "expect: {page: 1, phase: idle}", "expect: {page: 1, phase: dragging, within: 0ms}", "leave")
        #expect(!hasLeft(&prompter))
        prompter.tell(
            .selected(old: PageIndex(0), new: PageIndex(1), item: nil, at: Position(page: PageIndex(1))), at: 500)
        #expect(hasLeft(&prompter))
        #expect(prompter.failures == ["test:6: solo: expected page 1, dragging, found idle"])
        var late = try Prompter(solo: "expect: {page: 1, position: -2, selected: 3}", "leave")
        late.tick(at: 999)
        #expect(!hasLeft(&late))
        late.tick(at: 1_000)
        #expect(hasLeft(&late))
        #expect(
            late.failures == [
                "test:5: solo: expected page 1, position -2.000 ± 0.010, selected 3, found page 0, position 0.000, "
                    + "nothing selected"
            ])
    }

    @Test func anExpectationWaitsForTheAnswer() throws {
        var prompter = try Prompter(solo: "step: forward", "expect: {phase: idle, within: 0ms}", "leave")
        #expect(!hasLeft(&prompter))
        prompter.accept(1, through: 1, at: 20)
        #expect(!hasLeft(&prompter))
        prompter.tell(.animation(flight(from: 0, to: 1, start: 1_020)), at: 20)
        #expect(prompter.failures == ["test:6: solo: expected idle, found settling"])
        var silent = try Prompter(solo: "step: forward", "expect: {phase: idle}", "leave")
        silent.tick(at: 10_000)
        #expect(silent.failures == ["test:6: solo: expected idle, found requests without an answer"])
        #expect(silent.runner.failures[0].isOutOfTime && !prompter.runner.failures[0].isOutOfTime)
    }

    @Test func outcomesAreCompared() throws {
        var prompter = try Prompter(
            solo: "step: forward", "expect: {rejected: coalesced, within: 0ms}", "step: forward",
            "expect: {rejected: none}", "step: forward", "expect: {rejected: none, within: 0ms}")
        prompter.refuse(1, .coalesced, at: 1)
        prompter.accept(2, at: 2)
        #expect(prompter.failures == [])
        prompter.refuse(3, .held, at: 3)
        #expect(prompter.failures == ["test:10: solo: expected accepted, found rejected held"])
    }

    @Test func aPositionIsComparedDuringAnAnimation() throws {
        var prompter = try Prompter(
            solo: "wait: {event: animation}", "expect: {position: 0.5, tolerance: 0.05}", "leave")
        prompter.tell(.animation(flight(from: 0, to: 1, start: 1_010)), at: 10)
        var time: Int64 = 10
        while let deadline = prompter.deadline, time < 200 {
            time = deadline
            prompter.tick(at: time)
            if hasLeft(&prompter) { break }
        }
        #expect((55...65).contains(time))
        #expect(prompter.failures == [])
    }

    @Test func inStepComparesAllConnectedActors() throws {
        let text =
            "{riffle: 1, actors: [{name: a, steps: [expect: {step: in, within: 1s}, leave]}, {name: b, steps: [wait: {for: 9s}]}]}"
        var prompter = try Prompter(text)
        prompter.tick(at: 0)
        prompter.join(actor: 1, at: 0)
        prompter.replica.sequence = Sequence(4)
        prompter.join(actor: 0, at: 1)
        #expect(!hasLeft(&prompter))
        prompter.replica.revision = 9
        prompter.show(actor: 1, at: 2)
        #expect(!hasLeft(&prompter))
        prompter.tick(at: 1_001)
        #expect(prompter.failures == ["test:1: a: expected all in step, found b with another picture"])
        #expect(hasLeft(&prompter))

        var same = try Prompter(text)
        same.tick(at: 0)
        same.join(actor: 0, at: 1)
        same.join(actor: 1, at: 0)
        #expect(hasLeft(&same))
    }
}
