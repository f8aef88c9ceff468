import Foundation
import PagingContent
import Platform
import Testing

@testable import riffle

/// Diagrams and outputs of code in decks.
@Suite struct DeckProgramTests {
    private func read(_ text: String, _ loader: DeckLoader) -> DeckFile {
        loader.read(Array(text.utf8), path: "talk.md")
    }

    private static let graph = "# A\n```dot +render\ndigraph { a -> b }\n```\nend"

    @Test func aTextReplacesADiagram() throws {
        let scene = try DeckScene()
        try scene.program(
            "graph-easy", "cat > /dev/null; printf '\\033[31mbox\\033[0m  \\n'; echo called >> \(scene.folder)/calls")
        let loader = scene.loader()
        for _ in 0..<3 { #expect(read(Self.graph, loader).text == "# A\n```\nbox\n```\nend") }
        // Another process finds the result in the cache.
        #expect(read(Self.graph, scene.loader()).text == "# A\n```\nbox\n```\nend")
        #expect(try String(contentsOfFile: "\(scene.folder)/calls", encoding: .utf8) == "called\n")
        let shown = read(Self.graph, scene.loader(drawsDiagrams: false))
        #expect(shown.text == "# A\n```dot\ndigraph { a -> b }\n```\nend" && shown.findings == [])
    }

    @Test func aPictureReplacesADiagramThatIsTooLarge() throws {
        let scene = try DeckScene()
        try scene.program("graph-easy", "yes row | head -n 31")
        try scene.program("dot", "cat >&2; echo \"<svg>$1</svg>\"")
        let text = read(Self.graph, scene.loader()).text
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("![diagram](diagram:") })
        let address = String(line.dropFirst(11).dropLast())
        let path = try #require(DiagramCache(["XDG_CACHE_HOME": "\(scene.folder)/cache"]).path(of: address))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "<svg>-Tsvg</svg>\n")
        for wrong in ["diagram:../../etc/passwd.svg", "diagram:a.svg", "\(address).svg", path] {
            #expect(DiagramCache().path(of: wrong) == nil)
        }
    }

    @Test func aMissingProgramIsOneSentence() throws {
        let scene = try DeckScene()
        let file = read(Self.graph, scene.loader())
        #expect(file.text == "# A\n```dot\ndigraph { a -> b }\n```\nend")
        #expect(
            file.findings.map(\.placedText) == [
                "talk.md:2:1: dot: no program for it is on the path: install graph-easy (Debian: libgraph-easy-perl) or dot "
                    + "(Debian: graphviz); the text is shown"
            ])
        for language in ["mermaid", "d2", "typst"] {
            let found = read("# A\n```\(language) +render\nx\n```", scene.loader()).findings
            #expect(found.count == 1 && found[0].text.contains("install "))
        }
    }

    @Test func aProgramThatFailsIsOneSentence() throws {
        for (script, words) in [
            ("echo '\u{1B}[31mno such thing' >&2; exit 2", "d2 ended with 2: no such thing"),
            ("echo rubbish", "expected an SVG"),
            ("kill -11 $$", "ended by signal 11"), ("yes '<svg>'", "printed more than 1048576 bytes"),
        ] {
            let scene = try DeckScene()
            try scene.program("d2", script)
            let file = read("# A\n```d2 +render\na -> b\n```", scene.loader())
            #expect(file.text == "# A\n```d2\na -> b\n```")
            #expect(file.findings.count == 1 && file.findings[0].text.contains(words), "\(file.findings)")
        }
    }

    @Test(.enabled(if: LimitedProgram.find("graph-easy") != nil, "graph-easy is not installed"))
    func graphEasyDrawsGraphs() throws {
        let scene = try DeckScene()
        let text = read(Self.graph, scene.loader(others: ["graph-easy"])).text
        #expect(text.contains("│ a │") && text.contains("▼") || text.contains("▶"))
    }

    @Test(.enabled(if: LimitedProgram.find("dot") != nil, "graphviz is not installed"))
    func graphvizDrawsPictures() throws {
        let scene = try DeckScene()
        #expect(read(Self.graph, scene.loader(others: ["dot"])).text.contains("![diagram](diagram:"))
    }

    // MARK: Code

    private static let code = "# A\n```bash +exec {1}\necho one; echo two >&2\n```\nend"

    @Test func codeRunsOnlyWhenAsked() throws {
        let scene = try DeckScene()
        let shown = read(Self.code, scene.loader(others: ["bash"]))
        #expect(shown.text == "# A\n```bash {1}\necho one; echo two >&2\n```\nend")
        #expect(
            shown.findings.map(\.placedText) == [
                "talk.md:2:1: 1 code block would run with --exec; without it only the code is shown"
            ])
        var said: [String] = []
        let loader = scene.loader(runsCode: true, others: ["bash"]) { said.append($0) }
        for _ in 0..<2 {
            #expect(
                read(Self.code, loader).text
                    == "# A\n```bash {1}\necho one; echo two >&2\n```\n\n```\n── output ──\none\ntwo\n```\nend")
        }
        #expect(said == ["talk.md:2: running bash"], "the same code runs once")
    }

    @Test func outputReplacesCodeAndIsHarmless() throws {
        let scene = try DeckScene()
        let loader = scene.loader(runsCode: true, others: ["sh"])
        let text = read("# A\n```sh +exec_replace\nprintf 'a\\033]0;x\\007b\\033[2Jc\\r\\n```\\n'\n```", loader).text
        #expect(text == "# A\n````\nabc\n```\n````")
        let failed = read("# A\n```sh +exec_replace\necho out; exit 7\n```", loader)
        #expect(failed.text == "# A\n```sh\necho out; exit 7\n```\n\n```\n── output, exit status 7 ──\nout\n```")
        #expect(failed.findings.map(\.text) == ["sh +exec: exit status 7"])
        #expect(
            read("# A\n```cobol +exec\nx\n```", loader).findings[0].text.hasPrefix(
                "cobol +exec: expected one of bash, sh"))
        #expect(read("# A\n```ruby +exec\nx\n```", loader).findings[0].text.contains("there is no `ruby` on the path"))
    }

    @Test func textsOfProgramsAreCutAndCleaned() {
        #expect(OutputText.plain("a\u{1B}[1;31mb\u{1B}]8;;http://x\u{1B}\\c\u{9B}2Jd\u{7}\u{202E}") == "abcd")
        #expect(OutputText.plain("10%\r20%\rdone\r\nnext\u{1B}") == "done\nnext")
        #expect(OutputText.plain("\u{1B}]never ends\nb\u{1B}Pq\u{1B}\\c\u{1B}(Bd") == "\nbcd")
        #expect(OutputText.rows(of: [0xFF, 0x0A]) == ["\u{FFFD}"])
        let many = OutputText.rows(of: Array(String(repeating: "row\n", count: 1_000).utf8))
        #expect(many.count == 501 && many.last == "… (500 more lines)")
        #expect(OutputText.rows(of: Array(String(repeating: "x", count: 60_000).utf8)) == ["… (1 more lines)"])
    }
}
