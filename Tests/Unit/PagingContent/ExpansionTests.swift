import PagingContent
import Testing

/// The transformations of a deck before its pages are read.
@Suite struct ExpansionTests {
    private func expanded(_ text: String, draw: (String) -> [String]? = { _ in nil }) -> FormulaExpansion {
        FormulaExpansion(DeckText(text, file: "talk.md"), draw: draw)
    }

    private func text(_ text: String) -> String { expanded(text).lines.map(\.text).joined(separator: "\n") }

    @Test func formulasInALineBecomeUnicode() {
        #expect(text(#"Let $x_1 \le 2$ and $\alpha$."#) == "Let x₁ ≤ 2 and α.")
        #expect(text("# Energy $E=mc^2$") == "# Energy E = mc²")
        #expect(text("costs $5 and $6, so $x_1$") == "costs $5 and $6, so x₁")
        // Marks of Markdown, of which the title of a page knows nothing.
        #expect(text("so $a<b|c$") == "so a &#60; b&#124;c")
        #expect(text("# so $a<b$") == "# so a < b")
        #expect(text("- $x$ and `$x$`") == "- x and `$x$`")
        #expect(text("in a line $$x^2$$ too") == "in a line x² too")
    }

    @Test func pricesAndCodeAndCommentsStay() {
        for same in [
            "It costs $5 and $6.", "$5 or 6$7", "`$x$`", "```\n$x^2$\n```", "    $x^2$", "<!-- notes: $x^2$ -->",
            "<!-- notes:\n$x^2$\n-->", #"\$x^2$"#, "$x", "$$", "$$$$", "so $x $ is",
        ] {
            #expect(text(same) == same)
        }
    }

    @Test func formulasOfTheirOwnBecomeBlocks() {
        #expect(text("a\n$$\\frac{a}{b}$$\nb") == "a\n```\na\n─\nb\n```\nb")
        #expect(text("$$\n\\frac{a}\n{b}\n$$") == "```\na\n─\nb\n```")
        #expect(text("```math\nx^2\n```") == "```\nx²\n```")
        #expect(text("```latex +render\nx^2\n```") == "```\nx²\n```")
        #expect(text("```latex\nx^2\n```") == "```latex\nx^2\n```")
        // Not closed, not on one page.
        for same in ["$$\nx", "$$\nx\n---\n$$", "$$\nx\n\n$$"] { #expect(text(same) == same) }
    }

    /// Notes that text in their comment ended would reach the audience.
    @Test func nothingInACommentIsExpanded() {
        let notes = "<!-- notes:\n```bash +exec\necho x\n```\nsecret\n-->"
        #expect(DeckText(notes, file: "talk.md").parts.allSatisfy { if case .code = $0 { false } else { true } })
        #expect(text(notes) == notes)
        for same in ["$$5 saved\n<!-- notes: secret -->\nmore $$", "$$x\ny --> z $$"] { #expect(text(same) == same) }
    }

    /// The requests that are carried out, in a text with code wherever a deck may have it.
    private func requests(_ text: String) -> [CodeRequest] {
        DeckText(text, file: "talk.md").parts.compactMap { if case .code(let code) = $0 { code.request } else { nil } }
    }

    private static let run = CodeRequest.output(language: "sh", replacesCode: false)

    @Test(arguments: [
        "```sh +exec\n```", "~~~sh +exec\n~~~", "   ```sh +exec\n```", "- a\n\nb\n  ```sh +exec\n  ```",
        "<!-- a -->\n```sh +exec\n```", "<!-- a\n--> b <!-- c -->\n```sh +exec\n```",
        "```\n<!--\n```\n```sh +exec\n```",
        "- ```\n  a\n  ```\n```sh +exec\n```", "> ```\n> a\n```sh +exec\n```", "1. ```\n   a\nb\n```sh +exec\n```",
        "Note:\na\n---\n```sh +exec\n```", "Note:\na\n<!-- end_slide -->\n```sh +exec\n```",
        "???\n```\n---\n```\n---\n```sh +exec\n```",
    ])
    func codeRunsOnThePage(text: String) {
        #expect(requests(text) == [Self.run])
    }

    @Test(arguments: [
        "<!-- notes:\n```sh +exec\n```\n-->", "<!--\n```sh +exec\n```\n-->", "<!-- a --> <!-- b\n```sh +exec\n```\n-->",
        "<!-- a\n--> <!-- b\n```sh +exec\n```\n-->", "<!-- a\n---\n```sh +exec\n```\n-->", "    ```sh +exec\n    ```",
        "\t```sh +exec\n\t```", "> ```sh +exec\n> ```", "- ```sh +exec\n  ```", "1) ```sh +exec\n   ```",
        "> - ```sh +exec\n>   ```", "- a\n\n  ```sh +exec\n  ```",
        "1. - a\n\n     ```sh +exec\n     ```", "- a\n- b\n  > c\n  > ```sh +exec\n  > ```",
        "````\n```sh +exec\n```\n````", "~~~\n```sh +exec\n```\n~~~",
        "```\n~~~sh +exec\n~~~\n```", "???\n```sh +exec\n```", "a\n Note: \n```sh +exec\n```", "a ```sh +exec\n",
        "``` `sh +exec\n```",
    ])
    func codeElsewhereIsText(text: String) {
        #expect(requests(text) == [])
        #expect(DeckText(text, file: "a").text == text && self.text(text) == text)
    }

    @Test func textOfFilesEndsWhatItBegins() {
        for (text, end) in [
            ("```\na", "```"), ("~~~~ x\na", "~~~~"), ("<!-- a", "-->"), ("<!-- a\n---\nb", "-->"), ("a", nil),
            ("- ```\n  a", nil), ("<!-- a -->", nil), ("```\n```", nil),
        ] {
            #expect(DeckText(text, file: "a").missingEnd?.text == end, "\(text)")
        }
        let open = DeckText("a\n<!-- b\n---\n```sh +exec\n<!-- x -->\n<!-- c", file: "a")
        #expect(open.openComment?.number == 2 && DeckText("<!-- a\n---\n-->", file: "a").openComment == nil)
        #expect(DeckText("a\n<!-- c", file: "a").openComment?.number == 2)
    }

    @Test func formulasInCodeAndNotesStay() {
        for same in [
            "> ```\n> $x^2$\n> ```", "- ```\n  $x^2$\n  ```", "\t$x^2$", "???\n$x^2$\n$$\nx^2\n$$",
            "> ```math\n> x^2\n> ```",
            "<!-- a\n$$x^2$$\n-->", "<!-- $x^2$ --> $y^2$",
        ] {
            #expect(text(same) == same)
        }
        #expect(text("> $x^2$\n- $y^2$") == "> x²\n- y²")
        #expect(text("???\n$x$\n---\n$x^2$") == "???\n$x$\n---\nx²")
    }

    @Test func linesKeepTheirPlaces() {
        let lines = expanded("a\n$$\nx\n$$\nb").lines
        #expect(lines.map(\.number) == [1, 2, 2, 2, 5] && lines.map(\.text) == ["a", "```", "x", "```", "b"])
    }

    @Test func unknownFormulasStayAndAreCounted() {
        let expansion = expanded("a\n$\\foo$ and $x$\n$$\\bar{xy}$$")
        #expect(expansion.lines.map(\.text) == ["a", "$\\foo$ and x", "$$\\bar{xy}$$"])
        #expect(expansion.unknown?.line.number == 2 && expansion.unknown?.count == 2)
        var asked: [String] = []
        let drawn = expanded("$$\\foo{x}$$") { tex in
            asked.append(tex)
            return ["drawn"]
        }
        #expect(drawn.lines.map(\.text) == ["```", "drawn", "```"] && drawn.unknown == nil && asked == [#"\foo{x}"#])
    }

    @Test func requestsBehindAFence() {
        #expect(CodeRequest("mermaid +render") == .diagram(.mermaid) && CodeRequest("mermaid") == nil)
        #expect(CodeRequest("graphviz +render") == .diagram(.dot) && CodeRequest("dot") == nil)
        #expect(CodeRequest("graph-easy") == .diagram(.graphEasy))
        #expect(CodeRequest("bash +exec") == .output(language: "bash", replacesCode: false))
        #expect(CodeRequest("Python +line_numbers +exec_replace") == .output(language: "python", replacesCode: true))
        #expect(CodeRequest("bash") == nil && CodeRequest("") == nil && CodeRequest("file +line_numbers") == .file)
        #expect(CodeRequest.fulfilled("bash +exec {1|2} +line_numbers") == "bash {1|2} +line_numbers")
    }

    @Test func fencesAreLongerThanThoseOfTheText() {
        let line = DeckLine("", file: "a.md", number: 7)
        #expect(DeckText.fenced(["a ```` b"], at: line).map(\.text) == ["`````", "a ```` b", "`````"])
        #expect(DeckText.fenced([], information: "r`s +x", at: line).map(\.text) == ["```rs +x", "```"])
    }

    @Test func includesNameFilesBelowTheFolder() {
        #expect(IncludeLine.path(in: "<!-- include: parts/a.md -->") == "parts/a.md")
        #expect(
            IncludeLine.path(in: "text <!-- include: a.md -->") == nil
                && IncludeLine.path(in: "<!-- note: a -->") == nil)
        for code in ["    <!-- include: a.md -->", "\t<!-- include: a.md -->", "> <!-- include: a.md -->"] {
            #expect(IncludeLine.path(in: code) == nil)
        }
        #expect(IncludeLine.objection(to: "parts/a.md") == nil)
        for path in ["/etc/passwd", "../a.md", "a/../../b", "~/a", ""] {
            #expect(IncludeLine.objection(to: path) != nil)
        }
    }

    @Test func fileBlocksNameLines() {
        let block = DeckText("path: a.rs\nlanguage: rust\nstart_line: 2\nend_line: 3", file: "x")
        let request = CodeFileRequest(block.lines)
        #expect(request.path == "a.rs" && request.language == "rust")
        #expect(Array(request.lines(of: ["1", "2", "3", "4"])) == ["2", "3"])
        #expect(
            Array(request.lines(of: ["1"])) == [] && Array(CodeFileRequest([]).lines(of: ["1", "2"])) == ["1", "2"])
    }
}
