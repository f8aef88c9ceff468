import PagingContent
import PagingEngine
import Testing

@testable import Scripting

/// A script that is written reads back as the same script.
@Suite struct ScriptTextTests {
    private func expectSame(_ script: Script) throws {
        let text = ScriptText(script).text
        let again = try ScriptReader.read(text, file: script.file)
        #expect(again.withoutLines == script.withoutLines, "\(text)")
    }

    @Test(arguments: ExampleScript.names) func examples(name: String) throws {
        try expectSame(ExampleScript.script(name))
    }

    @Test func everyWordOfScenes() throws {
        try expectSame(ScriptReader.read(ExampleScript.vocabulary(), file: "README"))
    }

    @Test func textsOfAllKinds() throws {
        let texts = [
            "a: b", "# no comment", "- item", "say \"so\" \\ twice", "two\nlines\n", " edge ", "true", "on", "12",
            "é漢👍",
            "\u{1}\u{85}\u{2028}", "'", "{a}", "key: [1]", "1e3", "%d", "@x", "`y`", "tab\there",
        ]
        let pages = texts.enumerated().map { Page(id: PageID("p\($0.offset)"), title: $0.element, body: $0.element) }
        let source = Script.Room.Source.supplier(.listed(pages))
        var script = Script(
            file: "f", title: texts.joined(), room: Script.Room(preset: .carousel, source: source), seed: 7,
            actors: texts.map { Script.Actor(name: $0, role: .viewer, steps: [], line: 0) })
        try expectSame(script)
        script.room.source = .supplier(.listed([]))
        script.actors[0].population = .open(
            rate: Population.Rate(count: 1.5, perMilliseconds: 60_000), forMilliseconds: 500, most: 3)
        script.actors[2].population = .staged([
            RampStage(forMilliseconds: 1_000, users: 5), RampStage(forMilliseconds: 0, users: 0),
        ])
        script.actors[3].population = .ramping(
            [
                RateStage(forMilliseconds: 500, rate: .init(count: 1.5, perMilliseconds: 60_000)),
                RateStage(forMilliseconds: 0, rate: .init(count: 0, perMilliseconds: 1_000)),
            ], most: 7)
        // That of the stages.
        script.load.durationMilliseconds = 1_000
        script.actors[1].population = .closed(users: 3, spreadMilliseconds: 20)
        try expectSame(script)
    }

    /// Six decimals tell every unit from its neighbours.
    @Test func placesReadBackExactly() throws {
        let units = [1, -1, 32_767, 65_535, 65_536, -65_537, 26_215, 999_999, 65_536_000, -65_535_999] as [Int64]
        let samples = units.enumerated().map {
            DragPlan.Sample(afterMilliseconds: Int64($0.offset), translation: Distance(units: $0.element))
        }
        let plan = DragPlan(samples: samples, ending: .released(Velocity(unitsPerSecond: -84_021)))
        let actor = Script.Actor(name: "a", role: .member, steps: [Step(.drag(plan), line: 0)], line: 0)
        try expectSame(Script(file: "f", title: nil, room: .standard, seed: nil, actors: [actor]))
    }
}

extension Script {
    /// The same without where it stood in a file.
    fileprivate var withoutLines: Script {
        var script = self
        script.actors = actors.map { actor in
            var actor = actor
            (actor.line, actor.steps) = (0, actor.steps.map(\.withoutLines))
            return actor
        }
        return script
    }
}

extension Step {
    fileprivate var withoutLines: Step {
        guard case .repeat(let times, let every, let steps) = action else { return Step(action, line: 0) }
        return Step(.repeat(times: times, everyMilliseconds: every, steps.map(\.withoutLines)), line: 0)
    }
}
