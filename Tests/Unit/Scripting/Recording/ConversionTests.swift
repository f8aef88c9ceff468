import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import Scripting

/// A script converted from a recording repeats the same actions and ends on the same page.
@Suite struct ConversionTests {
    /// The page everybody rests on after a script, and what went otherwise than it says.
    private func end(of script: Script) throws -> (page: PageNumber, failures: [String]) {
        var stage = try OfflineStage(script: script, seed: 1)
        stage.finish(by: Instant(milliseconds: 120_000))
        let failures = stage.failures.map(\.description) + (stage.isFinished ? [] : ["never finished"])
        stage.advance(to: stage.now.advanced(byMilliseconds: 2_000))
        let replica = stage.room.snapshot(at: stage.now)
        return (replica.number(of: replica.settled), failures)
    }

    private func expectSameEnd(_ recording: Recording, _ name: String) throws {
        let conversion = try ScriptConversion(recording, file: "\(name).riffle.yaml")
        let replica = try #require(recording.view.replica)
        let end = try end(of: conversion.script)
        #expect(end.failures == [], "\(name)\n\(conversion.text)")
        #expect(end.page == replica.number(of: replica.settled), "\(name)\n\(conversion.text)")
    }

    @Test(arguments: ExampleScript.names) func examplesEndOnTheSamePage(name: String) throws {
        let script = try ExampleScript.script(name)
        let decks = Dictionary(uniqueKeysWithValues: script.deckPaths.map { ($0, Page.list(9)) })
        try expectSameEnd(try RecordedStage(script, decks: decks).recording, name)
    }

    @Test(arguments: Preset.allCases) func scenesOfPresetsEndOnTheSamePage(preset: Preset) throws {
        let script = try PresetScript.script(preset)
        try expectSameEnd(try RecordedStage(script).recording, preset.rawValue)
    }

    /// A member that drags, steps and jumps at random, over pages with steps.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func chanceEndsOnTheSamePage(seed: UInt64) throws {
        var scene = RecordedScene(seed: seed)
        scene.enter()
        scene.play(milliseconds: 4_000)
        scene.rest()
        try expectSameEnd(try scene.recording(), "chance")
    }

    /// A recording that begins in the middle: on the third page, with other rules, a part of the page shown.
    @Test func theStateAtTheStartIsPrepared() throws {
        let text = """
            riffle: 1
            room: {pages: [{id: a}, {id: b}, {id: c, body: C, steps: 2}, {id: d}]}
            actors:
              - name: ann
                role: presenter
                steps:
                  - configure: {maxStep: 2, settle: {linear: 300ms}}
                  - jump: {page: 3, animated: false}
                  - wait: rest
                  - step: forward
                  - think: 1s
                  - step: forward
                  - think: 300ms
                  - step: forward
                  - wait: rest
            """
        let recorded = try RecordedStage(ScriptReader.read(text, file: "f"), fromMilliseconds: 500)
        #expect(recorded.recording.view.replica?.settled == PageIndex(3))
        try expectSameEnd(recorded.recording, "middle")
        let script = try ScriptConversion(recorded.recording, file: "f").script
        #expect(script.actors.map(\.name) == ["director", "ann"])
        let prepared = script.actors[0].steps.map(\.action.yaml)
        #expect(
            prepared == [
                "join", "configure: {settle: {linear: 300ms}, maxStep: 2}", "jump: {page: 3, animated: false}",
                "wait: rest", "step: forward",
            ])
    }

    /// Pages seen in one list are known in the others, at their place there.
    @Test func pagesAreKnownWhereverTheyAre() throws {
        let text = """
            riffle: 1
            room: {pages: [{id: a}, {id: b}, {id: c}, {id: d}, {id: e}, {id: f}]}
            actors:
              - name: ann
                role: presenter
                steps:
                  - step: forward
                  - wait: rest
                  - content: {insert: {before: b, id: x}}
                  - think: 100ms
                  - repeat: {times: 2, steps: [{step: forward}, {wait: rest}]}
                  - leave
            """
        let recorded = try RecordedStage(ScriptReader.read(text, file: "f"))
        let script = try ScriptConversion(recorded.recording, file: "f").script
        guard case .supplier(let supplier) = script.room.source else {
            Issue.record("no pages")
            return
        }
        // The window of three has seen e behind d, and never f.
        #expect(supplier.list?.map(\.id.text) == ["a", "b", "c", "d", "e", "page-6"])
        let later = script.actors[0].steps.compactMap { step -> [String]? in
            guard case .content(.pages(let pages)) = step.action else { return nil }
            return pages.map(\.id.text)
        }
        #expect(later == [["a", "x", "b", "c", "d", "e", "page-7"]])
        #expect(script.actors[0].steps.suffix(2).map(\.action.yaml) == ["expect: {page: 5}", "leave"])
        try expectSameEnd(recorded.recording, "known")
    }

    /// Only the text of a page was changed.
    @Test func textsAreChangedToo() throws {
        let text = """
            riffle: 1
            room: {pages: [{id: a, body: old}, {id: b}]}
            actors: [{name: ann, role: presenter, steps: [{content: {change: {page: a, body: new}}}, {think: 1s}]}]
            """
        let recorded = try RecordedStage(ScriptReader.read(text, file: "f"))
        let script = try ScriptConversion(recorded.recording, file: "f").script
        let pages = [Page(id: PageID("a"), title: "a", body: "new"), Page(id: PageID("b"), title: "b")]
        #expect(script.actors[0].steps.map(\.action).contains(.content(.pages(pages))))
    }

    /// A page that is inserted before the dragged one moves the drag along.
    @Test func aDragMovesWithItsPage() throws {
        let text = """
            riffle: 1
            room: {pages: [{id: a}, {id: b}, {id: c}]}
            actors:
              - name: ann
                steps:
                  - jump: {page: 2, animated: false}
                  - think: 100ms
                  - drag: {path: [[100ms, 0.4], [900ms, 0.1]]}
              - name: ben
                role: presenter
                steps: [{think: 400ms}, {content: {insert: {before: settled, id: x}}}, {think: 2s}]
            """
        let recorded = try RecordedStage(ScriptReader.read(text, file: "f"))
        #expect(recorded.recording.view.replica?.settled == PageIndex(2))
        try expectSameEnd(recorded.recording, "carried")
        let script = try ScriptConversion(recorded.recording, file: "f").script
        #expect(
            script.actors.first { $0.name == "ann" }?.steps.map(\.action).contains { action in
                guard case .drag(let plan) = action else { return false }
                return plan.samples.map(\.translation.units).max() == 26_214
            } == true)
    }

    /// The room reports another page, and the release gets the velocity that reaches it.
    @Test func aReleaseHasTheVelocityThatReachesThePage() {
        func velocity(_ preset: Preset, way: Double, slope: Double, pages: Int64) -> Double? {
            let way = Distance(units: Int64(way * 65_536))
            let release = RecordedRelease(
                configuration: Configuration(preset), fromBase: way, sinceGrab: way,
                slope: Velocity(unitsPerSecond: Int64(slope * 65_536)), told: .zero, pages: pages)
            return release.velocity.map { Double($0.unitsPerSecond) / 65_536 }
        }
        #expect(velocity(.threePage, way: 0.6, slope: 0.1, pages: 1) == nil)
        #expect(velocity(.threePage, way: 0.3, slope: 0.1, pages: 0) == nil)
        #expect((velocity(.threePage, way: 0.3, slope: 0.1, pages: 1) ?? 0) > 1.28)
        #expect(velocity(.threePage, way: 0.3, slope: 2, pages: 0) == 0)
        #expect(velocity(.threePagePredicted, way: 0.2, slope: 0, pages: 1).map { $0 > 1.2 } == true)
    }

    @Test func aMemberThatJoinsAgainIsTheSameActor() throws {
        let text = """
            riffle: 1
            room: {supplier: numbers}
            actors:
              - name: ann
                steps: [join, {step: forward}, {wait: rest}, leave, {think: 2s}, join, {step: forward}, {wait: rest}]
              - {name: ben, role: viewer, steps: [{wait: {for: 4s}}]}
            """
        let recorded = try RecordedStage(ScriptReader.read(text, file: "f"))
        let script = try ScriptConversion(recorded.recording, file: "f").script
        #expect(script.actors.map(\.name) == ["ann"])
        let words = script.actors[0].steps.map(\.action.yaml).filter { !$0.hasPrefix("think") }
        #expect(
            words == ["join", "step: forward", "leave", "join", "step: forward", "wait: rest", "expect: {page: 2}"])
    }

    @Test func followersMakeItALoadRun() throws {
        let recorded = try RecordedStage(ExampleScript.script("baton"))
        let script = try ScriptConversion(recorded.recording, file: "f", followers: 500).script
        let crowd = try #require(script.actors.last)
        #expect(crowd.population == .closed(users: 500, spreadMilliseconds: 10_000))
        #expect(crowd.role == .viewer)
        #expect(script.loadWord == "users")
    }

    @Test func aRecordingWithoutActionsIsNoScript() throws {
        var scene = RecordedScene(seed: 1)
        scene.enter()
        let recording = try scene.recording()
        #expect(throws: ScriptConversion.Problem.nobodyActs) { try ScriptConversion(recording, file: "f") }
        #expect(try ScriptConversion(recording, file: "f", followers: 2).script.actors.count == 1)
    }

    /// A drag that goes on for too long fills more than a script may hold.
    @Test func textThatIsTooLongIsReported() throws {
        var recording = Recording(header: RecordingHeader(room: "r", date: "today", recorder: "test"))
        var scene = RecordedScene(seed: 1)
        scene.enter()
        for line in scene.lines { try recording.append(line) }
        let replica = try #require(recording.view.replica)
        let ann = try #require(replica.members.first).id
        let next = Sequence(replica.sequence.number + 1)
        let grab = Event(
            sequence: next, change: .dragBegan(DragID(1), by: ann, at: replica.position, base: replica.settled))
        let start = recording.durationMilliseconds
        try recording.append(RecordingLine(milliseconds: start, .message(.event(grab))))
        for number in 1...Int64(ScriptLimits.dragSamples + 1) {
            let offset = Offset(
                sequence: next, position: Position(units: number), now: Instant(milliseconds: number), by: ann)
            try recording.append(RecordingLine(milliseconds: start + number, .message(.offset(offset))))
        }
        let problem = #expect(throws: ScriptConversion.Problem.self) {
            try ScriptConversion(recording, file: "f")
        }
        #expect(problem?.description.hasPrefix("the recording exceeds a limit of scripts: ") == true)
    }
}
