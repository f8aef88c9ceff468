import Foundation
import TestSupport
import Testing

@testable import riffle

/// Findings of `riffle check` about scripts, and about the files it is given.
@Suite struct ScriptCheckTests {
    private static let root = Repository.root

    @Test func errorsOfAScriptHaveTheirPlaces() {
        let text = "riffle: 1\nactors:\n  - name: ann\n    steps:\n      - flinf: forward\n"
        let findings = ScriptCheck(text, file: "a.yaml").findings
        #expect(findings.map(\.line) == [5])
        #expect(findings.first?.sentence.hasPrefix("a.yaml:5:9: error: ") == true, "\(findings)")
        #expect(findings.first?.sentence.contains("did you mean `fling`?") == true, "\(findings)")
    }

    private func texts(ofActor actor: String) -> [String] {
        let text = "riffle: 1\nduration: 9s\nactors:\n  - {name: ann, \(actor)}\n"
        return ScriptCheck(text, file: "a.yaml").findings.map(\.sentence)
    }

    @Test(arguments: [
        ("role: viewer, steps: [{step: forward}]", "the room refuses `step` of viewers"),
        ("steps: [{repeat: {times: 2, every: 100ms, steps: [{wait: {for: 1s}}]}}]", "drags take 1000ms"),
        ("before: [{http: {get: '/x?n={{user}}'}}], steps: [leave]", "`http` does not fill {{user}}"),
        ("rate: 2/s, steps: [{wait: {barrier: all}}]", "the barrier `all` waits only for users that have begun"),
    ])
    func whatCannotWorkIsAWarning(actor: String, expected: String) {
        let found = texts(ofActor: actor)
        #expect(found.count == 1 && found.first?.hasPrefix("a.yaml:4:1: warning: ") == true, "\(found)")
        #expect(found.first?.contains(expected) == true, "\(found)")
    }

    @Test func whatWorksHasNoWarning() {
        #expect(texts(ofActor: "users: 2, steps: [{wait: {barrier: all}}, {step: forward}]").isEmpty)
        #expect(texts(ofActor: "steps: [{repeat: {times: 2, every: 1s, steps: [{think: 1s}, {wait: rest}]}}]").isEmpty)
    }

    @Test func aTabAndTheWordsOfOtherToolsAreExplained() {
        let tab = ScriptCheck("riffle: 1\nactors:\n\t- name: ann\n", file: "a.yaml").findings
        #expect(tab.first?.text.contains("got a tab") == true, "\(tab)")
        let vus = ScriptCheck("riffle: 1\nvus: 10\nactors: [{name: ann, steps: [leave]}]\n", file: "a.yaml").findings
        #expect(vus.first?.text.contains("`users: 100` at an actor") == true, "\(vus)")
    }

    @Test func decksOfAScriptAreReadAsWell() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = "riffle: 1\nroom: {deck: talk.md}\nactors:\n  - name: ann\n    steps:\n      - leave\n"
        let file = folder.appendingPathComponent("a.yaml").path
        let missing = ScriptCheck(text, file: file).findings
        #expect(missing.map(\.line) == [2], "\(missing)")
        #expect(missing.first?.column == 14)
        try Data("\n\n\0".utf8).write(to: folder.appendingPathComponent("talk.md"))
        let broken = ScriptCheck(text, file: file).findings
        #expect(broken.first?.sentence.hasSuffix("talk.md:3:1: error: the text holds a NUL character") == true)
    }

    @Test func theExamplesPass() throws {
        for folder in ["decks", "decks/pictures", "scripts", "presets", "load"] {
            let path = Self.root.appendingPathComponent("Examples/\(folder)").path
            let names = try FileManager.default.contentsOfDirectory(atPath: path).filter {
                $0 != "README.md" && [".md", ".yaml"].contains(where: $0.hasSuffix)
            }
            #expect(!names.isEmpty)
            for name in names {
                let findings = try Check.findings(in: "\(path)/\(name)", size: .standard)
                // One page is long on purpose, and the program that draws SVG may be missing.
                let isExpected = findings.allSatisfy {
                    name == "everything.md" && $0.text.contains("more than 80x24")
                        || name == "pictures.md" && $0.text.contains("expected riffle-paper")
                }
                #expect(isExpected, "\(findings.map(\.sentence))")
            }
        }
    }

    @Test func otherFilesAreRefused() {
        #expect(throws: (any Error).self) { try Check.findings(in: "a.txt", size: .standard) }
        #expect(throws: (any Error).self) { try Check.findings(in: "no-such-file.md", size: .standard) }
    }
}
