import PagingContent
import PagingEngine
import PagingRoom
import Scripting
import Testing

/// Whole scenes without a network.
@Suite struct OfflineStageTests {
    private let limit = Instant(milliseconds: 60_000)

    @Test func everyExampleIsRead() throws {
        #expect(try ExampleScript.files() == ExampleScript.names.map { "\($0).riffle.yaml" })
    }

    @Test func theVocabularyIsReadAndListsEveryStep() throws {
        let text = try ExampleScript.vocabulary()
        let script = try ScriptReader.read(text, file: "README.md")
        let steps = [
            "join", "drag", "release", "cancel", "fling", "step", "jump", "resize", "content", "think", "wait",
            "expect",
            "cut", "reconnect", "leave", "repeat", "configure", "strip", "tap", "control",
        ]
        for step in steps { #expect(text.contains("- \(step)"), "`\(step)` is not shown") }
        #expect(script.actors.map(\.steps.count) == [30, 17])
    }

    @Test(arguments: ExampleScript.names, [1, 5, 30])
    func everyExamplePlaysAsDescribed(name: String, latencyMilliseconds: Int64) throws {
        var stage = try ExampleScript.stage(name, latencyMilliseconds: latencyMilliseconds)
        stage.finish(by: limit)
        #expect(stage.failures.map(\.description) == [])
        #expect(stage.isFinished)
        stage.advance(to: stage.now.advanced(byMilliseconds: 1_000))
        let replicas = stage.script.actors.indices.compactMap { stage.replica(of: $0) }
        #expect(replicas.count == stage.script.actors.count)
        let digests = Set(replicas.map(\.digest))
        #expect(digests == [stage.room.snapshot(at: stage.now).digest])
        #expect(replicas.filter(\.isAtRest).count == replicas.count)
    }

    @Test(arguments: ExampleScript.names)
    func theSameSeedGivesTheSameRun(name: String) throws {
        var first = try ExampleScript.stage(name, seed: 42)
        first.finish(by: limit)
        // The second run is looked at every 7 ms, which changes nothing.
        var second = try ExampleScript.stage(name, seed: 42)
        while !second.isFinished, second.now < limit { second.advance(to: second.now.advanced(byMilliseconds: 7)) }
        #expect(first.story == second.story)
        #expect(first.room.sequence == second.room.sequence)
    }

    @Test func anotherSeedGivesAnotherRun() throws {
        var first = try ExampleScript.stage("cut-and-resume", seed: 1)
        var second = try ExampleScript.stage("cut-and-resume", seed: 2)
        first.finish(by: limit)
        second.finish(by: limit)
        #expect(first.story != second.story)
    }

    @Test func theDemoIsShort() throws {
        var stage = try ExampleScript.stage("demo")
        stage.finish(by: limit)
        #expect(stage.now < Instant(milliseconds: 12_000))
        #expect(stage.story.count { $0.contains("refused: coalesced") } == 1)
        #expect(stage.story.contains { $0.contains("cy resumes with") })
    }

    @Test func theActorsOfTheDemoCanPlayApart() throws {
        let script = try ExampleScript.script("demo")
        for actor in script.actors {
            _ = try ScriptRunner(script: script, only: [actor.name], seed: 1, start: Instant(milliseconds: 0))
        }
    }

    @Test func twoPressesAtOnceAreOnePageAndOneCoalesced() throws {
        var stage = try ExampleScript.stage("same-next")
        stage.finish(by: limit)
        #expect(stage.story.count { $0.contains("refused: coalesced") } == 1)
        #expect(stage.room.snapshot(at: stage.now).settled == PageIndex(3))
    }

    @Test func aPageIsGrabbedDuringAnAnimation() throws {
        var stage = try ExampleScript.stage("two-hands")
        var grabs: [Position] = []
        while !stage.isFinished, let next = stage.nextDeadline, next < limit {
            stage.advance(to: next)
            guard let replica = stage.replica(of: 0), case .dragging(let drag) = replica.phase else { continue }
            if grabs.last != drag.grabPosition { grabs.append(drag.grabPosition) }
        }
        #expect(grabs.count == 2)
        let grab = try #require(grabs.last)
        #expect(grab > Position(units: 46_000) && grab < Position(units: 65_536))
    }

    @Test func allActorsSeeTheSameAnimationAtTheSameTime() throws {
        var stage = try ExampleScript.stage("demo")
        var flights = 0
        while !stage.isFinished, stage.now < limit {
            stage.advance(to: stage.now.advanced(byMilliseconds: 10))
            let replicas = stage.script.actors.indices.compactMap { stage.replica(of: $0) }
            guard let first = replicas.first, case .settling = first.phase else { continue }
            for replica in replicas where replica.sequence == first.sequence {
                #expect(replica.position(at: stage.now) == first.position(at: stage.now))
            }
            flights += 1
        }
        #expect(flights > 10)
    }

    @Test func aMemberAwayTooLongCannotResume() throws {
        let text = """
            riffle: 1
            actors:
              - {name: a, steps: [cut, think: 11s, reconnect, step: forward]}
            """
        let script = try ScriptReader.read(text, file: "f")
        var stage = try OfflineStage(script: script, seed: 1)
        stage.finish(by: limit)
        #expect(stage.failures.map(\.description) == ["f:3: a: expected to come in, found refused: away for too long"])
    }

    @Test func aMissingDeckIsAnError() throws {
        let script = try ScriptReader.read("{riffle: 1, room: {deck: d.md}, actors: [{name: a}]}", file: "f")
        #expect(throws: ScriptError(file: "f", line: 1, column: 1, message: "the deck `d.md` is missing")) {
            try OfflineStage(script: script, seed: 1)
        }
    }
}
