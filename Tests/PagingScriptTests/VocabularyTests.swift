import Testing

@testable import PagingScript

/// The help about scripts tells the truth: every step there is, each with an example that reads as it stands.
@Suite struct VocabularyTests {
    @Test func everyStepIsThere() {
        #expect(Set(ScriptVocabulary.steps.map(\.word)) == Set(ScriptReader.stepWords))
        #expect(ScriptVocabulary.steps.count == ScriptReader.stepWords.count)
    }

    @Test(arguments: ScriptVocabulary.steps.map(\.example)) func anExampleReads(example: String) throws {
        let before = ["release", "cancel"].contains(example) ? "- drag: {by: 1, release: false}\n      " : ""
        let cut = example == "reconnect" ? "- cut\n      " : ""
        let text = "riffle: 1\nactors:\n  - name: ann\n    steps:\n      \(before)\(cut)- \(example)\n"
        let script = try ScriptReader.read(text, file: "help")
        #expect(script.actors.first?.steps.isEmpty == false)
    }

    @Test func theWholeExampleIsAScript() throws {
        #expect(try ScriptReader.read(ScriptVocabulary.example, file: "help").actors.count == 1)
    }
}
