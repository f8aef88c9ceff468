import PagingContent
import PagingEngine
import PagingRoom
import Scripting
import Testing

/// Waits. Each is followed by `leave`, which shows that it ended.
@Suite struct RunnerWaitTests {
    private let ben = Member(id: MemberID(2), name: "ben", role: .member)

    @Test func restMeansAnsweredSeenAndStill() throws {
        var prompter = try Prompter(solo: "step: forward", "wait: rest", "leave")
        prompter.show(at: 1)
        #expect(!hasLeft(&prompter))
        prompter.accept(1, through: 3, at: 2)
        #expect(!hasLeft(&prompter))
        prompter.tell(.target(from: PageIndex(0), to: PageIndex(1)), at: 3)
        prompter.tell(.animation(flight(from: 0, to: 1, start: 1_000)), at: 3)
        prompter.tell(.completed(AnimationID(1), at: Position(page: PageIndex(1))), at: 100)
        #expect(!hasLeft(&prompter), "which page it rests on is not told yet")
        prompter.tell(.selected(old: PageIndex(0), new: PageIndex(1), item: nil, at: .page(1)), at: 101)
        #expect(hasLeft(&prompter))
    }

    /// A hand that lets go between two pages: the flight is told after it.
    @Test func aReleasedPagerDoesNotRest() throws {
        var prompter = try Prompter(solo: "wait: {event: dragEnded}", "wait: rest", "leave")
        let place = Position(page: PageIndex(0)) + Distance(units: 20_000)
        prompter.tell(.dragBegan(DragID(1), by: ben.id, at: .page(0), base: PageIndex(0)), at: 1)
        prompter.tell(.dragEnded(DragID(1), by: ben.id, at: place, .released), at: 2)
        #expect(!hasLeft(&prompter))
        prompter.tell(.animation(flight(from: 0, to: 0, start: 1_002)), at: 3)
        prompter.tell(.completed(AnimationID(1), at: .page(0)), at: 100)
        #expect(hasLeft(&prompter), "it came back to where it was: no page is told")
    }

    /// Several events in one message: the actor is told of each with the room as it is after all of them.
    @Test(arguments: ["rest", "{page: 2}"]) func restIsSeenWithTheLastOfSeveralEvents(condition: String) throws {
        var prompter = try Prompter(
            solo: "step: forward", "wait: \(condition)", "expect: {selected: 2, within: 0ms}", "leave",
            replica: .standing(on: 0, pages: Page.list(3)))
        prompter.tell(.target(from: PageIndex(0), to: PageIndex(1)), at: 3)
        prompter.tell(.animation(flight(from: 0, to: 1, start: 1_000)), at: 3)
        prompter.accept(1, at: 4)
        let changes: [Event.Change] = [
            .completed(AnimationID(1), at: .page(1)),
            .selected(old: PageIndex(0), new: PageIndex(1), item: 1, at: .page(1)),
        ]
        prompter.tell(together: changes, at: 100)
        #expect(prompter.failures == [])
        #expect(hasLeft(&prompter))
    }

    @Test func timePasses() throws {
        var prompter = try Prompter(solo: "wait: {for: 300ms}", "leave")
        #expect(prompter.deadline == 300)
        prompter.tick(at: 299)
        #expect(!hasLeft(&prompter))
        prompter.tick(at: 300)
        #expect(hasLeft(&prompter))
    }

    @Test func aWaitForAnEventNamesAMember() throws {
        let text = """
            riffle: 1
            actors:
              - {name: ann, steps: [wait: {event: animation, by: ben}, leave]}
              - {name: ben}
            """
        var prompter = try Prompter(text, only: ["ann"])
        prompter.tick(at: 0)
        prompter.join(at: 0)
        prompter.tell(.member(ben, .joined), at: 1)
        prompter.tell(.animation(flight(from: 0, to: 1, start: 1_000, by: 9)), at: 2)
        #expect(!hasLeft(&prompter))
        prompter.tell(.animation(flight(from: 0, to: 1, start: 1_000, by: 2)), at: 3)
        #expect(hasLeft(&prompter))
    }

    @Test func anEventCountsFromTheLastActionAndOnlyOnce() throws {
        var prompter = try Prompter(
            solo: "think: 10ms", "wait: {event: shift}", "wait: {event: selected}", "step: back",
            "wait: {event: dragEnabled}", "leave")
        prompter.tell(.shift(by: 1, origin: PageIndex(1), window: []), at: 2)
        prompter.tell(
            .selected(old: PageIndex(0), new: PageIndex(1), item: nil, at: Position(page: PageIndex(1))), at: 3)
        prompter.tell(.dragEnabled(true, by: nil), at: 4)
        prompter.tick(at: 10)
        #expect(prompter.takeRequests() == [.step(.back, from: PageIndex(0), shown: 0)])
        #expect(!hasLeft(&prompter))
        prompter.tell(.dragEnabled(true, by: nil), at: 11)
        #expect(hasLeft(&prompter))
    }

    @Test func aPageIsReachedAtRest() throws {
        var prompter = try Prompter(solo: "wait: {page: 2}", "leave", replica: .standing(on: 0, pages: Page.list(3)))
        prompter.tell(.target(from: PageIndex(0), to: PageIndex(1)), at: 0)
        prompter.tell(.animation(flight(from: 0, to: 1, start: 1_000)), at: 0)
        prompter.tell(.completed(AnimationID(1), at: .page(1)), at: 100)
        #expect(!hasLeft(&prompter))
        prompter.tell(.selected(old: PageIndex(0), new: PageIndex(1), item: 1, at: .page(1)), at: 100)
        #expect(hasLeft(&prompter))
    }

    @Test func inALoopEveryLapHasTheSamePages() throws {
        var prompter = try Prompter(
            solo: "wait: {page: 3}", "leave", replica: .standing(on: -5, pages: Page.list(3), wrap: .loop))
        #expect(!hasLeft(&prompter))
        prompter.tell(.target(from: PageIndex(-5), to: PageIndex(-6)), at: 5)
        prompter.tell(
            .selected(old: PageIndex(-5), new: PageIndex(-6), item: 0, at: Position(page: PageIndex(-6))), at: 5)
        #expect(!hasLeft(&prompter))
        prompter.tell(.target(from: PageIndex(-6), to: PageIndex(-7)), at: 6)
        prompter.tell(
            .selected(old: PageIndex(-6), new: PageIndex(-7), item: 2, at: Position(page: PageIndex(-7))), at: 6)
        #expect(hasLeft(&prompter))
    }

    @Test func progressIsMeasuredOnTheRoomsClock() throws {
        var prompter = try Prompter(solo: "wait: {progress: 0.5}", "leave")
        prompter.tell(.animation(flight(from: 0, to: 1, start: 1_010)), at: 10)
        #expect(prompter.deadline == 60)
        prompter.tick(at: 59)
        #expect(!hasLeft(&prompter))
        prompter.tick(at: 60)
        #expect(hasLeft(&prompter))
    }

    @Test func aLostConnectionWaitsWithoutSpinning() throws {
        var prompter = try Prompter(solo: "wait: {progress: 0.5}", "leave")
        prompter.tell(.animation(flight(from: 0, to: 1, start: 1_010)), at: 10)
        prompter.handle(.disconnected(actor: 0, reason: "reset"), at: 20)
        #expect(prompter.deadline == 10_000)
        prompter.join(at: 70)
        #expect(hasLeft(&prompter))
    }

    @Test func membersAreCountedUnlessAway() throws {
        var away = ben
        away.isAway = true
        var count = try Prompter(solo: "wait: {members: 2}", "leave")
        count.replica.viewers = 1
        count.tell(.member(away, .away), at: 1)
        #expect(!hasLeft(&count))
        count.tell(.member(ben, .back), at: 2)
        #expect(hasLeft(&count))
        let text = "{riffle: 1, actors: [{name: ann, steps: [wait: {member: ben}, leave]}, {name: ben}]}"
        var named = try Prompter(text, only: ["ann"])
        named.tick(at: 0)
        named.join(at: 0)
        named.tell(.member(away, .away), at: 1)
        #expect(!hasLeft(&named))
        named.tell(.member(ben, .back), at: 2)
        #expect(hasLeft(&named))
    }

    @Test func aBarrierOpensForAllAtOnce() throws {
        let text = """
            riffle: 1
            actors:
              - {name: a, steps: [think: 50ms, wait: {barrier: x}, join]}
              - {name: b, steps: [wait: {barrier: x}, join]}
              - {name: c, steps: [think: 80ms, wait: {barrier: y}, join, wait: {barrier: x}]}
              - {name: d, steps: [think: 1s, join]}
            """
        var prompter = try Prompter(text)
        prompter.tick(at: 50)
        #expect(prompter.takeEffects() == [])
        prompter.tick(at: 80)
        #expect(prompter.takeEffects() == [.connect(actor: 2)])
        prompter.handle(.refused(actor: 2, reason: "no"), at: 90)
        #expect(prompter.takeEffects() == [.connect(actor: 0), .connect(actor: 1)])
    }

    @Test func aWaitRunsOutAndEndsTheActor() throws {
        var prompter = try Prompter(solo: "wait: {event: shift, within: 2s}", "leave")
        #expect(prompter.deadline == 2_000)
        prompter.tick(at: 2_000)
        #expect(prompter.failures == ["test:5: solo: expected the event shift, found no such event"])
        #expect(prompter.takeEffects() == [.finished])
        #expect(prompter.runner.failures[0].isOutOfTime)
        #expect(prompter.runner.failures[0].at == Instant(milliseconds: 2_000))
    }
}
