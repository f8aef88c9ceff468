import PagingContent
import PagingEngine
import Scripting
import Testing

@Suite struct ScriptReaderTests {
    /// A script of one actor with the given steps, one per line.
    private func actions(_ steps: String...) throws -> [Step.Action] {
        try ScriptReader.read(solo(steps), file: "test").actors[0].steps.map(\.action)
    }

    @Test func headAndActors() throws {
        let script = try ScriptReader.read(
            """
            riffle: 1
            title: A scene
            room: {preset: threePagePredicted, deck: decks/tour.md}
            seed: 7
            actors:
              - name: ann
                role: presenter
                steps:
                  - content: {deck: other.md}
                  - content: {deck: decks/tour.md}
              - name: ben
            """, file: "scene.riffle.yaml")
        #expect(script.file == "scene.riffle.yaml")
        #expect(script.title == "A scene")
        #expect(script.room == Script.Room(preset: .threePagePredicted, source: .deck("decks/tour.md")))
        #expect(script.seed == 7)
        #expect(script.actors.map(\.name) == ["ann", "ben"])
        #expect(script.actors.map(\.role) == [.presenter, .member])
        #expect(script.actors.map(\.line) == [6, 11])
        #expect(script.actors[0].steps.map(\.line) == [9, 10])
        #expect(script.deckPaths == ["decks/tour.md", "other.md"])
    }

    @Test func aShortScriptHasDefaults() throws {
        let script = try ScriptReader.read("{riffle: 1, actors: [{name: a}]}", file: "test")
        #expect(script.room == .standard)
        #expect(script.seed == nil)
        #expect(script.deckPaths.isEmpty)
    }

    @Test func dragsBecomeSamples() throws {
        let plans = try actions(
            "drag: {by: 0.8, over: 200ms, samples: 2, velocity: 1.5}",
            "drag: {by: -1, over: 100ms, samples: 4, ease: easeOut}",
            "drag: {path: [[0ms, 0], [80ms, 0.25], [160ms, 0.5]], release: false}", "release: {velocity: -2}")
        #expect(
            plans[0]
                == .drag(
                    DragPlan(
                        samples: [
                            DragPlan.Sample(afterMilliseconds: 100, translation: Distance(units: 26_215)),
                            DragPlan.Sample(afterMilliseconds: 200, translation: Distance(units: 52_429)),
                        ], ending: .released(Velocity(unitsPerSecond: 98_304)))))
        guard case .drag(let eased) = plans[1], case .drag(let held) = plans[2] else {
            Issue.record("not drags")
            return
        }
        // 1 − (1 − x)² at ¼, ½, ¾ and 1
        #expect(eased.samples.map(\.translation.units) == [-28_672, -49_152, -61_440, -65_536])
        #expect(eased.ending == .released(nil))
        #expect(held.samples.map(\.afterMilliseconds) == [0, 80, 160])
        #expect(held.samples.map(\.translation.units) == [0, 16_384, 32_768])
        #expect(held.ending == .held)
        #expect(plans[3] == .release(velocity: Velocity(unitsPerSecond: -131_072)))
    }

    @Test func smallSteps() throws {
        let read = try actions(
            "fling: forward", "step: back", "step: {by: forward, from: 4}", "jump: 4",
            "jump: {page: -2, animated: false}",
            "resize: 80x24", "think: 200ms", "think: 1.5s..2m", "repeat: {times: 3, steps: [cut, reconnect]}", "leave")
        #expect(
            read == [
                .fling(.forward), .step(.back, from: nil), .step(.forward, from: PageNumber(4)),
                .jump(PageNumber(4), animated: true), .jump(PageNumber(-2), animated: false),
                .resize(width: 80, height: 24), .think(Pause(milliseconds: 200...200)),
                .think(Pause(milliseconds: 1_500...120_000)),
                .repeat(times: 3, [Step(.cut, line: 13), Step(.reconnect, line: 13)]), .leave,
            ])
    }

    @Test func controlSteps() throws {
        let read = try actions(
            "control: request", "control: release", "control: take", "control: {grant: ben}",
            "control: {policy: presenters}", "wait: {event: control, by: solo}", "blank: on", "blank: off")
        #expect(
            read == [
                .control(.request), .control(.release), .control(.take), .control(.grant(to: "ben")),
                .control(.policy(.presenters)), .wait(Wait(.event(.control, by: "solo"))),
                .blank(true), .blank(false),
            ])
    }

    @Test func waits() throws {
        let read = try actions(
            "wait: rest", "wait: {for: 300ms}", "wait: {event: animation, by: solo}", "wait: {event: away, within: 2s}",
            "wait: {page: 3}", "wait: {progress: 0.5}", "wait: {members: 3}", "wait: {member: solo}",
            "wait: {barrier: here}", "wait: {rest: , within: 1s}")
        #expect(
            read == [
                .wait(Wait(.rest)), .wait(Wait(.time(milliseconds: 300))), .wait(Wait(.event(.animation, by: "solo"))),
                .wait(Wait(.event(.away, by: nil), withinMilliseconds: 2_000)), .wait(Wait(.page(PageNumber(3)))),
                .wait(Wait(.progress(0.5))), .wait(Wait(.members(3))), .wait(Wait(.member("solo"))),
                .wait(Wait(.barrier("here"))), .wait(Wait(.rest, withinMilliseconds: 1_000)),
            ])
    }

    @Test func expectations() throws {
        let read = try actions(
            "expect: {page: 3, phase: idle, step: in}", "expect: {position: 2.5, tolerance: 0.25, within: 0ms}",
            "expect: {rejected: coalesced}", "expect: {rejected: none}", "expect: {selected: 4}")
        let place = Expectation.ExpectedPosition(position: Position(units: 163_840), tolerance: Distance(units: 16_384))
        #expect(
            read == [
                .expect(Expectation(page: PageNumber(3), phase: .idle, inStep: true)),
                .expect(Expectation(place: place, withinMilliseconds: 0)),
                .expect(Expectation(outcome: .refused(.coalesced))), .expect(Expectation(outcome: .accepted)),
                .expect(Expectation(selected: PageNumber(4))),
            ])
    }

    @Test func contentEdits() throws {
        let read = try actions(
            "content: {deck: other.md}", "content: {remove: [target, old]}",
            "content: {insert: {before: current, id: new, title: New, body: Text}}",
            "content: {insert: {after: a, id: b}}",
            "content: {change: {page: settled, title: T}}")
        #expect(
            read == [
                .content(.deck("other.md")), .content(.remove([.target, .id(PageID("old"))])),
                .content(.insert(Page(id: PageID("new"), title: "New", body: "Text"), .before, .current)),
                .content(.insert(Page(id: PageID("b"), title: "b"), .after, .id(PageID("a")))),
                .content(.change(.settled, title: "T", body: nil)),
            ])
    }
}

/// The text of a script with one actor, `solo`; its steps begin at line 5, column 9.
func solo(_ steps: [String]) -> String {
    "riffle: 1\nactors:\n  - name: solo\n    steps:\n" + steps.map { "      - \($0)\n" }.joined()
}
