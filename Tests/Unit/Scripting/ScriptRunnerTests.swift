import PagingContent
import PagingEngine
import PagingRoom
import Scripting
import Testing

/// The actions of actors and their times.
@Suite struct ScriptRunnerTests {
    @Test func anActorJoinsFirstWithoutAJoinStep() throws {
        var early = try Prompter(solo(["leave"]))
        early.tick(at: 0)
        #expect(early.takeEffects() == [.connect(actor: 0)])
        early.join(at: 3)
        #expect(early.takeEffects() == [.leave(actor: 0), .finished])
        #expect(early.runner.isFinished)

        var late = try Prompter(solo(["think: 2s", "join"]))
        late.tick(at: 0)
        #expect(late.takeEffects() == [])
        #expect(late.deadline == 2_000)
        late.tick(at: 2_000)
        #expect(late.takeEffects() == [.connect(actor: 0)])
    }

    @Test func twoPressesOfOnePersonAreTwoPages() throws {
        var prompter = try Prompter(solo: "step: forward", "step: forward", "wait: rest", "step: back")
        #expect(
            prompter.takeRequests() == [
                .step(.forward, from: PageIndex(0), shown: 0), .step(.forward, from: PageIndex(1), shown: 0),
            ])
        prompter.tell(.target(from: PageIndex(0), to: PageIndex(2)), at: 5)
        prompter.accept(1, at: 5)
        #expect(prompter.takeRequests() == [])
        prompter.accept(2, at: 6)
        prompter.tell(.selected(old: PageIndex(0), new: PageIndex(2), item: nil, at: .page(2)), at: 6)
        #expect(prompter.takeRequests() == [.step(.back, from: PageIndex(2), shown: 0)])
    }

    @Test func aRefusalTakesTheHopeAway() throws {
        var prompter = try Prompter(solo: "step: forward", "think: 10ms", "step: forward")
        _ = prompter.takeRequests()
        prompter.refuse(1, .coalesced, at: 5)
        prompter.tick(at: 10)
        #expect(prompter.takeRequests() == [.step(.forward, from: PageIndex(0), shown: 0)])
    }

    @Test func pagesAreCountedAsPeopleCount() throws {
        let pages = Page.list(3)
        var listed = try Prompter(
            solo: "jump: 3", "step: forward", "step: {by: back, from: 2}", "jump: 4",
            replica: .standing(on: 0, pages: pages))
        #expect(
            listed.takeRequests() == [
                .jumpToItem(2, animated: true), .step(.forward, from: PageIndex(2), shown: 0),
                .step(.back, from: PageIndex(1)),
            ])
        #expect(listed.failures == ["test:8: solo: expected page 4, found no such page: the room has 3 pages"])
        var endless = try Prompter(solo: "jump: {page: -3, animated: false}")
        #expect(endless.takeRequests() == [.jump(PageIndex(-3), animated: false)])
    }

    @Test func contentEditsUseTheKnownPages() throws {
        let pages = Page.list(4)
        var prompter = try Prompter(
            solo: "content: {insert: {after: target, id: new, title: New}}", "content: {remove: [p1, settled]}",
            "content: {deck: other.md}", "content: {change: {page: p9}}",
            decks: ["d": pages, "other.md": Page.list(1)], room: "{deck: d}", replica: .standing(on: 1, pages: pages))
        let requests = prompter.takeRequests()
        let contents = requests.map { request -> [String] in
            guard case .content(0, let pages, wrap: nil) = request else { return [] }
            return pages.map(\.id.text)
        }
        #expect(contents == [["p1", "p2", "new", "p3", "p4"], ["p3", "p4"], ["p1"]])
        #expect(prompter.failures == ["test:9: solo: expected to edit the pages, found no page `p9`"])
    }

    @Test func anEditRequiresKnownPages() throws {
        let replica = Replica.standing(on: 0, pages: Page.list(4))
        var other = try Prompter(
            solo: "content: {remove: [p1]}", decks: ["d": Page.list(3)], room: "{deck: d}", replica: replica)
        #expect(other.takeRequests() == [])
        #expect(other.failures == ["test:6: solo: expected to know the room's pages, found others in the room"])
        let none = try Prompter(solo: "content: {remove: [p1]}", replica: replica)
        #expect(
            none.failures == ["test:5: solo: expected to know the room's pages, found none; name its deck in `room`"])
    }

    @Test func cutAndReconnect() throws {
        var prompter = try Prompter(
            solo: "drag: {by: 0.5, over: 10ms, release: false}", "cut", "think: 50ms", "reconnect", "resize: 80x24")
        prompter.tick(at: 10)
        #expect(prompter.takeEffects().last == .cut(actor: 0))
        #expect(prompter.deadline == 60)
        prompter.tick(at: 60)
        #expect(prompter.takeEffects() == [.reconnect(actor: 0)])
        prompter.join(at: 70)
        #expect(prompter.takeRequests() == [.resize(width: 80, height: 24)])
    }

    @Test func aLostConnectionIsWaitedFor() throws {
        var prompter = try Prompter(solo: "think: 10ms", "fling: forward")
        prompter.handle(.disconnected(actor: 0, reason: "reset"), at: 5)
        prompter.tick(at: 10)
        #expect(prompter.takeRequests() == [])
        prompter.join(at: 500)
        #expect(prompter.takeRequests() == [.dragBegan(DragID(1), viewport: nil)])
        prompter.handle(.disconnected(actor: 0, reason: "reset"), at: 510)
        prompter.tick(at: 1_000)
        #expect(prompter.takeEffects() == [.finished])
    }

    @Test func aConnectionLostAfterTheEndIsIgnored() throws {
        var prompter = try Prompter(solo: "fling: forward")
        prompter.tick(at: 60)
        let lines = prompter.log
        prompter.handle(.disconnected(actor: 0, reason: "closed"), at: 70)
        #expect(prompter.log == lines)
        #expect(prompter.runner.isFinished)
    }

    @Test func aRefusedOrUnansweredJoinFails() throws {
        var refused = try Prompter(solo(["step: back"]))
        refused.tick(at: 0)
        refused.handle(.refused(actor: 0, reason: "room full"), at: 9)
        #expect(refused.failures == ["test:3: solo: expected to come in, found refused: room full"])
        #expect(refused.takeEffects() == [.connect(actor: 0), .finished])
        var silent = try Prompter(solo(["step: back"]))
        silent.tick(at: 0)
        #expect(silent.deadline == 10_000)
        silent.tick(at: 10_000)
        #expect(silent.failures == ["test:3: solo: expected to be in the room, found nothing within 10000 ms"])
        var failing = try Prompter(solo(["step: back"]))
        failing.tick(at: 0)
        failing.handle(.disconnected(actor: 0, reason: "closed 1011"), at: 7)
        failing.tick(at: 10_000)
        #expect(
            failing.failures == [
                "test:3: solo: expected to be in the room, found nothing within 10000 ms, last: closed 1011"
            ])
    }

    @Test func repetitionsUnroll() throws {
        var prompter = try Prompter(
            solo: "repeat: {times: 2, steps: [{step: forward}, {repeat: {times: 2, steps: [{step: back}]}}]}")
        let directions = prompter.takeRequests().map { request -> Int64 in
            guard case .step(let way, _, _) = request else { return 0 }
            return way.rawValue
        }
        #expect(directions == [1, -1, -1, 1, -1, -1])
    }

    @Test func choicesComeFromTheSeed() throws {
        let text = """
            riffle: 1
            actors:
              - {name: a, steps: [think: 0ms..1000s, join]}
              - {name: b, steps: [think: 0ms..1000s, join]}
            """
        func pause(_ seed: UInt64, only: String) throws -> Int64? {
            var prompter = try Prompter(text, only: [only], seed: seed)
            prompter.tick(at: 0)
            return prompter.deadline
        }
        #expect(try pause(1, only: "a") == pause(1, only: "a"))
        #expect(try pause(1, only: "a") != pause(2, only: "a"))
        #expect(try pause(1, only: "a") != pause(1, only: "b"))
        var both = try Prompter(text, seed: 1)
        both.tick(at: 0)
        #expect(try both.deadline == [pause(1, only: "a"), pause(1, only: "b")].compactMap(\.self).min())
    }

    @Test func onlySomeActorsMayPlayHere() throws {
        let text = """
            riffle: 1
            actors:
              - {name: ann, steps: [wait: {barrier: go}]}
              - {name: ben, steps: [wait: {barrier: go}]}
              - {name: cy}
            """
        let script = try ScriptReader.read(text, file: "f")
        func problem(_ only: [String]) -> String? {
            do {
                _ = try ScriptRunner(script: script, only: only, seed: 1, start: Instant(milliseconds: 0))
                return nil
            } catch {
                return error.description
            }
        }
        #expect(problem(["ben", "ann"]) == nil)
        #expect(problem(["cy"]) == nil)
        #expect(problem(["anne"]) == "f:1:1: unknown actor `anne` (did you mean `ann`?)")
        #expect(
            problem(["ann", "cy"])
                == "f:3:1: `ann` waits at the barrier `go` for `ben`, which plays in another process; wait for an "
                + "event, a page or members instead")
    }
}
