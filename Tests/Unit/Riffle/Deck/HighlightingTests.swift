import Foundation
import PagingContent
import PagingEngine
import Platform
import Testing

@testable import riffle

/// Colours of code by other programs.
@Suite struct HighlightingTests {
    private func page(_ body: String) -> Page { Page(id: PageID("a"), title: "A", body: body, format: .markdown) }

    private static let swift = "```swift\nlet a = 1\n```"
    private static let builtin = "k3x5n1"

    private func colours(_ body: String, _ highlighting: Highlighting) -> String? {
        highlighting.coloured([page(body)])[0].colours
    }

    private func chroma(_ script: String) throws -> (DeckScene, Highlighting) {
        let scene = try DeckScene()
        try scene.program("chroma", "if [ \"$1\" = --version ]; then echo 2.5.0; exit; fi\n\(script)")
        return (scene, Highlighting(.chroma, find: scene.find()))
    }

    @Test func chromaGivesTypesAndTexts() throws {
        let json =
            #"[{"type":"KeywordDeclaration","value":"let"},{"type":"Text","value":" a = "},{"type":"NameClass","value":"1"}]"#
        let (scene, highlighting) = try chroma("cat > /dev/null; printf '%s' '\(json)'")
        #expect(highlighting.complaint == nil)
        #expect(colours(Self.swift, highlighting) == "k3x5t1")
        withExtendedLifetime(scene) {}
    }

    /// The code has the colours of the tables then.
    @Test(arguments: [
        "exit 1", "kill -11 $$", "echo rubbish", "echo '[{}]'", "yes", "sleep 1000",
        #"echo '[{"type":"Keyword","value":"other"}]'"#,
        "exec >&-; sleep 1000",
    ])
    func aBadProgramDoesNoHarm(script: String) throws {
        let (scene, highlighting) = try chroma(script)
        #expect(colours(Self.swift, highlighting) == Self.builtin)
        withExtendedLifetime(scene) {}
    }

    @Test func aGameIsNoHighlighter() throws {
        let scene = try DeckScene()
        try scene.program("chroma", "echo chroma 1.19")
        let highlighting = Highlighting(.chroma, find: scene.find())
        #expect(highlighting.complaint?.contains("install golang-chroma-v2") == true)
        #expect(colours(Self.swift, highlighting) == Self.builtin)
        #expect(
            scene.loader(.chroma).read(Array("# A\nb".utf8), path: "x.md").findings.map(\.text) == [
                highlighting.complaint
            ])
    }

    @Test func pygmentsThatHangsLeavesWhatIsDone() throws {
        let scene = try DeckScene()
        try scene.program("python3", "echo '[[\"Keyword\", 3]]'; echo '[[\"Comm'; sleep 1000")
        let highlighting = Highlighting(.pygments, find: scene.find())
        let body = Self.swift + "\n\n```foo\nabc\n```\n\n```bar\nxyz\n```"
        #expect(colours(body, highlighting) == "k3,,")
    }

    @Test func longCodeAndStrangeLanguagesStayHere() throws {
        let (scene, highlighting) = try chroma("exit 1")
        #expect(colours("```--help\nlet\n```", highlighting) == nil)
        #expect(colours("```swift\n\(String(repeating: "let a\n", count: 5_000))```", highlighting) != nil)
        withExtendedLifetime(scene) {}
    }

    @Test(.enabled(if: ChromaProgram(find: LimitedProgram.find) != nil, "chroma is not installed"))
    func theRealChroma() {
        #expect(colours("```go\nfunc f() {} // é\n```", Highlighting(.chroma)) == "k4x1f1x6c4")
        // The tables do not know it, so `auto` asks.
        let highlighting = Highlighting(.auto)
        #expect(colours("```fortran\nprogram a\nend program a\n```", highlighting)?.contains("k") == true)
        #expect(colours(Self.swift, highlighting) == Self.builtin)
    }

    @Test(.enabled(if: HighlightingTests.hasPygments, "Pygments is not installed"))
    func theRealPygments() {
        #expect(colours("```python\ndef f(): return '😀x'  # é\n```", Highlighting(.pygments)) == "k3x1f1x4k6x1s4x2c3")
        #expect(colours("```no-such\ndef\n```", Highlighting(.pygments)) == nil)
    }

    static let hasPygments: Bool = {
        guard let path = LimitedProgram.find("python3") else { return false }
        let limits = LimitedProgram.ProgramLimits(
            seconds: 30, outputBytes: 100, memoryBytes: 1 << 30, hasNoNetwork: true)
        return LimitedProgram(path: path, arguments: ["-c", "import pygments"], limits: limits).run().end == .exited(0)
    }()
}
