import Testing

@testable import PagingContent

/// Colours of code.
@Suite struct CodeTokenizerTests {
    /// The parts with a colour, each behind the letter of its kind.
    private func parts(_ text: String, _ language: String) -> [String] {
        var rest = text.unicodeScalars[...]
        return CodeTokenizer.spans(of: text, language: language).compactMap { span in
            defer { rest = rest.dropFirst(span.length) }
            return span.token.map { "\($0.rawValue) \(String(rest.prefix(span.length)))" }
        }
    }

    @Test(arguments: [
        ("swift", "// a\nlet x = f(1.5) // b", ["c // a", "k let", "f f", "n 1.5", "c // b"]),
        ("swift", "/* a /* b */ c */ Int", ["c /* a /* b */ c */", "t Int"]),
        ("swift", "#\"a\"b\"# + \"\"\"\n\"\n\"\"\"", ["s #\"a\"b\"#", "s \"\"\"\n\"\n\"\"\""]),
        ("swift", "\"a\\\"let\" let 'x'", ["s \"a\\\"let\"", "k let"]),
        ("swift", "@State var MAX", ["v @State", "k var"]),
        ("C", "/* a /* b */ int c = 0x1F;", ["c /* a /* b */", "t int", "n 0x1F"]),
        ("rust", "fn a<'b>(c: &'b str) { 'd'; '\\n' }", ["k fn", "v 'b", "v 'b", "t str", "s 'd'", "s '\\n'"]),
        ("js", "`a\n${b}` 'c' 1..2", ["s `a\n${b}`", "s 'c'", "n 1", "n 2"]),
        ("python", "def f(): # x\n  '''a\nb'''", ["k def", "f f", "c # x", "s '''a\nb'''"]),
        ("bash", "echo $HOME ${A} a#b # c", ["v $HOME", "v ${A}", "c # c"]),
        ("sql", "SELECT a FROM t -- c", ["k SELECT", "k FROM", "c -- c"]),
        ("json", "{\"a\" : \"b\", \"c\": null}", ["t \"a\"", "s \"b\"", "t \"c\"", "k null"]),
        ("yaml", "a-b: c # d\n- e: true", ["t a-b", "c # d", "t e", "k true"]),
        ("toml", "[a.b]\nc = 1", ["t a.b", "t c", "n 1"]),
        ("html", "<a b='c'>d</a><!-- e -->", ["k <a", "t b", "s 'c'", "k >", "k </a>", "c <!-- e -->"]),
        ("diff", "+++ a\n-b\n+c\n d", ["k +++ a\n", "d -b\n", "i +c\n"]),
        ("haskell", "f' = 'a' -- {- b", ["s 'a'", "c -- {- b"]),
        ("dockerfile", "FROM a AS b", ["k FROM", "k AS"]),
        ("no such language", "let a = 1", []),
    ])
    func partsHaveTheirColours(language: String, text: String, expected: [String]) {
        #expect(parts(text, language) == expected)
    }

    @Test func thirtyLanguagesAndMoreHaveColours() {
        #expect(Set(CodeTokenizer.languages).count == CodeTokenizer.languages.count)
        #expect(CodeTokenizer.languages.count >= 40)
    }

    /// Marks that are open at the end end there, and every scalar is in a span.
    @Test(arguments: CodeTokenizer.languages)
    func hostileTextIsDividedToItsEnd(language: String) {
        let parts = [
            "\"", "'", "/*", "(*", "`", "\\", "${", "<a", "'''", "r#\"", "\u{301}", "é", "0x", "1.", "--[[", "\n", "\t",
            "a", "A ",
        ]
        for part in parts {
            for text in [part, String(repeating: part, count: 300), "x = " + part + " y\n" + part] {
                let spans = CodeTokenizer.spans(of: text, language: language)
                #expect(spans.reduce(0) { $0 + $1.length } == text.unicodeScalars.count, "\(text.debugDescription)")
                #expect(spans.allSatisfy { $0.length > 0 })
            }
        }
    }

    @Test func coloursAreReadAsTheyAreWritten() {
        let spans = [
            CodeSpan(length: 4, token: .keyword), CodeSpan(length: 1, token: nil),
            CodeSpan(length: 3, token: .function),
        ]
        let colours = CodeColours(blocks: [
            spans, [], [CodeSpan(length: 5, token: .string), CodeSpan(length: 9, token: nil)],
        ])
        #expect(colours.text == "k4x1f3,,s5")
        #expect(CodeColours("k4x1f3,,s5").blocks == [spans, [], [CodeSpan(length: 5, token: .string)]])
        #expect(CodeColours(blocks: [[], []]).text == nil)
        #expect(CodeColours("k4?9s1,x,k0,k99999999999999999999,s-1,t2").blocks.map(\.count) == [1, 0, 0, 0, 0, 1])
        #expect(CodeColours(String(repeating: "k1", count: 40_000)).blocks.isEmpty)
        let many = Array(repeating: CodeSpan(length: 1, token: .keyword), count: 40_000)
        #expect(CodeColours(blocks: [many]).text == nil)
    }

    @Test(arguments: [
        ("{1,3|5-7|all} +line_numbers", 2, true), ("{2}{lines:true}", 0, true), ("[1|2]", 1, true),
        ("{none|all}", 1, false),
        ("{.line-numbers}", 0, false), ("{1-}", 0, false), ("{3-1}", 0, false), ("{", 0, false), ("", 0, false),
        ("{" + String(repeating: "1|", count: 60) + "1}", 0, false),
    ])
    func theWordsBehindALanguageAreRead(text: String, steps: Int, hasNumbers: Bool) {
        let attributes = CodeAttributes(text)
        #expect(attributes.steps == steps && attributes.hasLineNumbers == hasNumbers)
    }

    @Test func theRangesOfAllGroupsAreBounded() {
        let group = Array(repeating: "1", count: 10).joined(separator: ",")
        #expect(CodeAttributes("{" + Array(repeating: group, count: 10).joined(separator: "|") + "}").steps == 9)
        #expect(CodeAttributes("{" + Array(repeating: group, count: 11).joined(separator: "|") + "}").steps == 0)
    }

    @Test func groupsHoldLines() {
        let groups = CodeAttributes("{1,3-4|all|none}").groups
        #expect(groups.map { group in (1...5).filter(group.contains) } == [[1, 3, 4], [1, 2, 3, 4, 5], []])
    }

    @Test func groupsOfLinesAreStepsOfThePage() throws {
        let page = try Deck(parsing: "# A\n<!-- pause -->\n```c {1|2|3}\na\n```\n```c {1}\n```\n").pages[0]
        #expect(page.steps == 3)
        let many = "# A\n" + String(repeating: "```c {1|2|3|4|5|6|7|8|9|1|2}\n```\n", count: 11)
        #expect(DeckReport(reading: many).errors.map(\.line) == [22])
    }
}
