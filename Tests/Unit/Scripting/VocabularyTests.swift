import Testing

@testable import Scripting

/// Help about scripts: every step, each with an example that reads as it stands.
@Suite struct VocabularyTests {
    private let steps = Step.Action.specs.map(\.keyword)
    private let plainSteps = PlainStep.Action.specs.map(\.keyword)

    @Test func everyStepIsThere() {
        #expect(ScriptVocabulary.steps.map(\.word) == steps)
        #expect(Set(steps).count == steps.count)
        #expect(ScriptVocabulary.plainSteps.map(\.word) == plainSteps)
        #expect(Set(plainSteps).count == plainSteps.count)
        let loadWords = Set(ScriptVocabulary.load.map(\.word))
        let atTheTop: Set = ["riffle", "title", "room", "seed", "actors"]
        let population = ActorFields.population.map(\.key)
        #expect(loadWords == Set(ScriptTable.script.keys).subtracting(atTheTop).union(population))
    }

    @Test(arguments: ScriptVocabulary.steps.map(\.example)) func anExampleReads(example: String) throws {
        let before = ["release", "cancel"].contains(example) ? "- drag: {by: 1, release: false}\n      " : ""
        let cut = example == "reconnect" ? "- cut\n      " : ""
        let text = "riffle: 1\nactors:\n  - name: ann\n    steps:\n      \(before)\(cut)- \(example)\n"
        let script = try ScriptReader.read(text, file: "help")
        #expect(script.actors.first?.steps.isEmpty == false)
    }

    /// The row that reads a step also finds it again, and writes it as one that reads back the same.
    @Test(arguments: Step.Action.specs.map(\.keyword)) func aRowReadsItsOwnText(keyword: String) throws {
        let spec = try #require(Step.Action.specs.first { $0.keyword == keyword })
        let prefix = "riffle: 1\nactors:\n  - name: ben\n    steps:\n      - "
        let before = [
            "release": "drag: {by: 1, release: false}\n      - ", "cancel": "drag: {by: 1, release: false}\n      - ",
            "reconnect": "cut\n      - ",
        ]
        let head = prefix + (before[keyword] ?? "")
        func read(_ step: String) throws -> Step.Action? {
            try ScriptReader.read(head + step + "\n", file: "help").actors.first?.steps.last?.action
        }
        let action = try #require(try read(spec.example))
        #expect(action.spec.keyword == keyword)
        let again = try #require(try read(action.yaml))
        #expect(again.yaml == action.yaml)
    }

    @Test(arguments: ScriptVocabulary.plainSteps.map(\.example)) func aPlainExampleReads(example: String) throws {
        let before =
            switch example.prefix(while: { $0 != ":" }) {
            case "reply": "- send: hello\n      "
            case "check", "capture": "- push\n      "
            default: ""
            }
        let target = "target: {path: /, push: {field: t}}"
        let list = example.hasPrefix("http:") ? "before" : "steps"
        let text = "riffle: 1\n\(target)\nactors:\n  - name: ann\n    \(list):\n      \(before)- \(example)\n"
        let script = try ScriptReader.read(text, file: "help")
        #expect(script.actors.first.map { $0.before + $0.plainSteps }?.isEmpty == false)
    }

    @Test(arguments: ScriptVocabulary.load) func aLineAboutLoadReads(row: ScriptVocabulary.Row) throws {
        let needs = ["spread": "users: 1", "for": "rate: 1/s", "most": "rate: 1/s, for: 1m", "rate": "for: 1m"]
        let isActors = ActorFields.population.map(\.key).contains(row.word)
        let actor = isActors ? [row.example, needs[row.word]].compactMap(\.self).joined(separator: ", ") : "steps: []"
        let text = "riffle: 1\n\(isActors ? "" : row.example)\nactors:\n  - {name: ann, \(actor)}\n"
        #expect(try ScriptReader.read(text, file: "help").actors.count == 1)
    }

    @Test func theWholeExampleIsAScript() throws {
        #expect(try ScriptReader.read(ScriptVocabulary.example, file: "help").actors.count == 1)
    }

    /// The tables for documents name every step and its fields.
    @Test func theMarkdownHasARowPerStep() {
        let lines = ScriptVocabulary.markdown.split(separator: "\n")
        for row in ScriptVocabulary.steps + ScriptVocabulary.plainSteps {
            #expect(lines.contains("| \(row.word) | `\(row.example)` | \(row.meaning) |"))
        }
        #expect(lines.contains { $0.hasPrefix("| by | a number of pages from -1000 to 1000 |") })
        #expect(lines.contains { $0.hasPrefix("| over | a time such as 200ms, 1.5s or 2m | `240ms` |") })
    }
}
