import Glibc
import Markdown
import PagingContent
import Testing

/// Malicious texts: parsing ends soon, with a bounded depth and without control characters in the result.
@Suite struct HostileTextTests {
    /// A page's bytes.
    private static let size = 65_536

    private static func filled(_ piece: String, end: String = "", with first: String = "") -> String {
        let count = (size - end.utf8.count - first.utf8.count) / piece.utf8.count
        return first + String(repeating: piece, count: count) + end
    }

    /// Texts for which cmark-gfm 0.29 without limits takes between 1 and 90 seconds, or that nest deeply.
    private static let bombs: [(name: String, text: String)] = [
        ("quotes", filled("> ", end: "a")), ("bare quotes", filled(">", end: "a")), ("lists", filled("- ", end: "a")),
        ("numbers", filled("1. ", end: "a")), ("quotes in lists", filled("> - ", end: "a")),
        ("emphasis", filled("*a **a ", end: "")),
        ("closed emphasis", String(repeating: "*a ", count: 10_000) + String(repeating: "a* ", count: 10_000)),
        ("brackets", filled("[")), ("images", filled("![[]()")), ("links in emphasis", filled("*[a](b) ")),
        ("declarations", filled("<!A ", with: "a")), ("instructions", filled("<? ", with: "a")),
        ("sections", filled("<![CDATA[ ", with: "a")), ("comments", filled("<!-- ", with: "a ")),
        ("html", filled("<!-- \n", with: "<div>\n")), ("tags", filled("<a", with: "<div>")),
        ("scripts", filled("<script>", with: "<div>\n")), ("table rules", filled("a\n-|-\n")),
        ("aligned rules", filled("a\n:-\n")), ("quoted rules", filled("> a\n> -|-\n")),
        ("wide table", filled("|-", with: String(repeating: "|a", count: 16_000) + "\n")),
        (
            "short rows",
            filled("a\n", with: String(repeating: "|a", count: 60) + "|\n" + String(repeating: "|-", count: 60) + "|\n")
        ),
        ("addresses", filled("http://")), ("closed addresses", filled(")", with: "www.a")), ("at", filled("a@a.")),
        ("parentheses", filled("http://(")), ("back-ticks", filled("`a ``b ")), ("entities", filled("&a")),
        ("references", filled("[a]: b\n")), ("tabs", filled("\t", end: "a")), ("one word", filled("a")),
    ]

    @Test(arguments: bombs.map(\.name))
    func endsSoonAndStaysFlat(name: String) throws {
        let text = try #require(HostileTextTests.bombs.first { $0.name == name }).text
        var document = Document([])
        let begun = processorSeconds()
        document = Document(markdown: text)
        // Generous, as tests may carry a sanitizer; without bounds the worst take minutes.
        #expect(processorSeconds() - begun < 20, "\(name)")
        #expect(document.depth <= 2 * 16 + 4, "\(name)")
    }

    /// Processor time of this thread.
    private func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// A bare address becomes a link, whose words would be a level too deep.
    @Test(arguments: [15, 16, 17, 30])
    func anAddressInTheDeepestEmphasisIsItsText(count: Int) {
        let text = String(repeating: "*a **a ", count: count / 2) + "https://b.example/c"
        let document = Document(markdown: text + String(repeating: " a** a*", count: count / 2))
        func depth(_ inlines: [Document.Inline]) -> Int {
            inlines.map { inline in
                switch inline {
                case .emphasis(let inside), .strong(let inside), .struck(let inside), .link(let inside, _):
                    depth(inside) + 1
                default: 0
                }
            }.max() ?? 0
        }
        guard case .paragraph(let inlines)? = document.blocks.first else {
            Issue.record("expected a paragraph, got \(document)")
            return
        }
        let reached = depth(inlines)
        #expect(reached <= 16 && reached >= min(count, 16) / 2 * 2 - 1, "\(reached)")
    }

    @Test func tenThousandQuotesAreTheirText() {
        var blocks = Document(markdown: String(repeating: "> ", count: 10_000) + "deep").blocks
        var depth = 0
        while case .quote(let inside)? = blocks.first {
            blocks = inside
            depth += 1
        }
        #expect(blocks == [.paragraph([.text("deep")])])
        #expect(depth == 16)
    }

    @Test func tenThousandMarksAreTheirText() {
        let marks = String(repeating: "**a ", count: 1_000) + String(repeating: "a** ", count: 1_000)
        #expect(Document(markdown: marks).words.count == 2_000)
    }

    @Test func beyondTheBoundsTheTextIsShownAsItStands() {
        let pieces = [("*a* ", 20_000), ("[", 2_001), ("<?", 257), ("<!A ", 257)]
        for text in pieces.map({ String(repeating: $0.0, count: $0.1) }) {
            #expect(Document(markdown: text).blocks == [.code(Document.CodeBlock(language: "", text: text))])
        }
        let rows = String(repeating: "a\n", count: 2_000)
        let table = "|a|b|c|d|e|f|g|h|i|j|k|l|\n|-|-|-|-|-|-|-|-|-|-|-|-|\n"
        #expect(!Document(markdown: table + rows).hasTable)
        #expect(Document(markdown: table + "a\n").hasTable)
        let small = "|a|\n|-|\n\n"
        #expect(Document(markdown: String(repeating: small, count: 64)).hasTable)
        #expect(!Document(markdown: String(repeating: small, count: 65)).hasTable)
        let wide = { String(repeating: "|a", count: $0) + "\n" + String(repeating: "|-", count: $0) }
        #expect(Document(markdown: wide(63)).hasTable)
        #expect(!Document(markdown: wide(64)).hasTable)
    }

    @Test func noCommandReachesATerminal() {
        let hidden = """
            &#27;[2J &#x9b;31m &#7; [a&#27;](b&#27;c) ![&#8;](x) `\u{1B}` &#10;x &#x2028;y

            ```&#27;x
            \u{1B}]0;title\u{7}
            ```
            | &#27; |
            |---|
            <p>\u{1B}c</p>
            """
        let document = Document(markdown: hidden)
        #expect(document.words.contains("\u{FFFD}[2J"))
        let commands = "\(document)".unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
        #expect(commands.isEmpty)
        #expect(!document.words.joined(separator: " ").contains("\n"))
    }

    @Test func manyThreadsAtOnce() async {
        let text = "# a\n\n| a | b |\n|---|---|\n| *c* | ~~d~~ |\n\n- [x] `e`\n"
        let expected = Document(markdown: text)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<200).allSatisfy { _ in Document(markdown: text) == expected } }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
