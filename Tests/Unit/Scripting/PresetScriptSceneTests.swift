import PagingContent
import PagingEngine
import Scripting
import Testing

/// Tabs, strips, settings and loads, as scripts speak of them.
@Suite struct PresetScriptSceneTests {
    private func failures(room: String, role: String = "member", _ steps: [String]) throws -> [String] {
        let list = steps.map { "      - \($0)\n" }.joined()
        let text = "riffle: 1\nroom: \(room)\nactors:\n  - name: solo\n    role: \(role)\n    steps:\n" + list
        var stage = try OfflineStage(script: try ScriptReader.read(text, file: "f"), seed: 1)
        stage.finish(by: Instant(milliseconds: 60_000))
        return stage.failures.map(\.description) + (stage.isFinished ? [] : ["never finished"])
    }

    @Test func aTabIsTappedByTitleOrPage() throws {
        #expect(
            try failures(
                room: "{preset: tabs}",
                [
                    "tap: CCC", "wait: rest", "expect: {page: 3, rejected: none}", "tap: 1", "wait: rest",
                    "expect: {page: 1}",
                ]) == [])
        let found = try failures(room: "{preset: tabs}", ["tap: C"])
        #expect(found == ["f:7: solo: expected a tab `C`, found the tabs A, BBBB, CCC, DDDDDD"])
        #expect(
            try failures(room: "{preset: threePage}", ["tap: C"]) == ["f:7: solo: expected a tab `C`, found no tabs"])
    }

    @Test func aStripIsDraggedAndReleased() throws {
        let steps = [
            "strip: {by: 1.8, over: 200ms}", "wait: {event: strip, by: solo}", "wait: rest",
            "expect: {page: 3, rejected: none}",
        ]
        #expect(try failures(room: "{preset: tabs}", steps) == [])
        #expect(
            try failures(room: "{preset: carousel}", ["strip: {by: 1}", "expect: {rejected: disabled, page: 1}"]) == [])
    }

    @Test func presentersChangeTheRules() throws {
        let steps = [
            "configure: {preset: carousel, item: 0.5, lease: 1s}", "expect: {rejected: none}",
            "configure: {maxStep: 0}", "expect: {rejected: badRequest}",
            "configure: {release: {threshold: 0.9}, settle: {linear: 50ms}, slop: 0.5, fling: 2}",
            "expect: {rejected: none}", "drag: {by: 0.45, over: 400ms, velocity: 0}", "wait: rest",
            "expect: {page: 0}",
        ]
        #expect(try failures(room: "{preset: threePage}", role: "presenter", steps) == [])
        #expect(
            try failures(room: "{preset: threePage}", ["configure: {preset: tabs}", "expect: {rejected: forbidden}"])
                == [])
    }

    @Test func contentsTakeTheirTime() throws {
        let steps = [
            "expect: {phase: empty}", "wait: {event: loading, within: 4s}", "expect: {phase: idle, page: 1}",
            "step: forward", "wait: rest", "expect: {page: 2}",
        ]
        #expect(try failures(room: "{preset: buttons}", steps) == [])
    }

    /// A room takes any supplier; without one it has its preset's.
    @Test func roomsNameTheirSupplier() throws {
        func source(_ room: String) throws -> Script.Room.Source {
            try ScriptReader.read("{riffle: 1, room: \(room), actors: [{name: a}]}", file: "f").room.source
        }
        #expect(try source("{supplier: 'items:kiwi,lime'}") == .supplier(.items(["kiwi", "lime"])))
        #expect(try source("{preset: majority, supplier: 'animals:9'}") == .supplier(.animals(seed: 9)))
        for preset in Preset.allCases {
            #expect(try source("{preset: \(preset.rawValue)}") == .supplier(preset.supplier))
        }
    }
}
