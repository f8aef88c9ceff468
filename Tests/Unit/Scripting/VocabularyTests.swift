import Testing

@testable import Scripting

/// The help about scripts tells the truth: every step there is, each with an example that reads as it stands.
@Suite struct VocabularyTests {
    @Test func everyStepIsThere() {
        #expect(Set(ScriptVocabulary.steps.map(\.word)) == Set(ScriptKeys.steps))
        #expect(ScriptVocabulary.steps.count == ScriptKeys.steps.count)
        #expect(ScriptVocabulary.plainSteps.map(\.word) == ScriptKeys.plainSteps)
        let loadWords = Set(ScriptVocabulary.load.map(\.word))
        let atTheTop: Set = ["riffle", "title", "room", "seed", "actors"]
        #expect(loadWords == Set(ScriptKeys.script).subtracting(atTheTop).union(ScriptKeys.population))
    }

    @Test(arguments: ScriptVocabulary.steps.map(\.example)) func anExampleReads(example: String) throws {
        let before = ["release", "cancel"].contains(example) ? "- drag: {by: 1, release: false}\n      " : ""
        let cut = example == "reconnect" ? "- cut\n      " : ""
        let text = "riffle: 1\nactors:\n  - name: ann\n    steps:\n      \(before)\(cut)- \(example)\n"
        let script = try ScriptReader.read(text, file: "help")
        #expect(script.actors.first?.steps.isEmpty == false)
    }

    @Test(arguments: ScriptVocabulary.plainSteps.map(\.example)) func aPlainExampleReads(example: String) throws {
        let before = example.hasPrefix("reply") ? "- send: hello\n      " : ""
        let target = "target: {path: /, push: {field: t}}"
        let text = "riffle: 1\n\(target)\nactors:\n  - name: ann\n    steps:\n      \(before)- \(example)\n"
        let script = try ScriptReader.read(text, file: "help")
        #expect(script.actors.first?.plainSteps.isEmpty == false)
    }

    @Test(arguments: ScriptVocabulary.load) func aLineAboutLoadReads(row: ScriptVocabulary.Row) throws {
        let needs = ["spread": "users: 1", "for": "rate: 1/s", "most": "rate: 1/s, for: 1m", "rate": "for: 1m"]
        let isActors = ScriptKeys.population.contains(row.word)
        let actor = isActors ? [row.example, needs[row.word]].compactMap(\.self).joined(separator: ", ") : "steps: []"
        let text = "riffle: 1\n\(isActors ? "" : row.example)\nactors:\n  - {name: ann, \(actor)}\n"
        #expect(try ScriptReader.read(text, file: "help").actors.count == 1)
    }

    @Test func theWholeExampleIsAScript() throws {
        #expect(try ScriptReader.read(ScriptVocabulary.example, file: "help").actors.count == 1)
    }
}
