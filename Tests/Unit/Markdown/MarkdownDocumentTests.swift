import Markdown
import PagingContent
import Testing

/// Constructs of CommonMark and of GitHub's extensions.
@Suite struct MarkdownDocumentTests {
    private func blocks(_ markdown: String) -> [Document.Block] { Document(markdown: markdown).blocks }

    /// The text of a single paragraph.
    private func inlines(_ markdown: String) -> [Document.Inline] {
        guard case .paragraph(let inlines)? = blocks(markdown).first, blocks(markdown).count == 1 else { return [] }
        return inlines
    }

    @Test func emptyTextsHaveNoBlocks() {
        for text in ["", "\n \n", "<!-- a comment -->", "[a]: b", "<b></b>"] { #expect(blocks(text) == [], "\(text)") }
    }

    @Test func footnotesFollowThePage() {
        #expect(
            blocks("a[^1] b[^x]\n\n[^x]: See *it*.\n[^1]: https://a.org") == [
                .paragraph([.text("a[1] b[2]")]), .rule,
                .paragraph([.text("[1] "), .link([.text("https://a.org")], address: "https://a.org")]),
                .paragraph([.text("[2] "), .text("See "), .emphasis([.text("it")]), .text(".")]),
            ])
    }

    @Test(arguments: 1...6)
    func headings(level: Int) {
        let marks = String(repeating: "#", count: level)
        #expect(blocks("\(marks) A *b* ##") == [.heading(level: level, [.text("A "), .emphasis([.text("b")])])])
    }

    @Test func headingsThatAreUnderlined() {
        #expect(blocks("A\n===\nB\n---") == [.heading(level: 1, [.text("A")]), .heading(level: 2, [.text("B")])])
    }

    @Test func paragraphsAndTheirLineBreaks() {
        #expect(
            blocks("a\nb  \nc\\\nd\n\ne")
                == [
                    .paragraph([
                        .text("a"), .softBreak, .text("b"), .lineBreak, .text("c"), .lineBreak, .text("d"),
                    ]), .paragraph([.text("e")]),
                ])
    }

    @Test(
        arguments: [
            ("*a*", .emphasis([.text("a")])), ("_a_", .emphasis([.text("a")])), ("**a**", .strong([.text("a")])),
            ("***a***", .emphasis([.strong([.text("a")])])), ("~~a~~", .struck([.text("a")])),
            ("~1 ~2", .text("~1 ~2")),
            ("`a  b`", .code("a  b")), ("`` ` ``", .code("`")), ("\\*a\\*", .text("*a*")),
            ("snake_case_name", .text("snake_case_name")),
            ("[a](b)", .link([.text("a")], address: "b")), ("[](b)", .link([.text("b")], address: "b")),
            ("[a](<b c> 'title')", .link([.text("a")], address: "b c")),
            ("<https://a.b>", .link([.text("https://a.b")], address: "https://a.b")),
            ("<a@b.c>", .link([.text("a@b.c")], address: "mailto:a@b.c")),
            ("&amp;&copy;&#x41;&nope;", .text("&©A&nope;")),
            ("日本語 👨‍👩‍👧 é", .text("日本語 👨‍👩‍👧 é")), ("a <b>c</b> d", .text("a c d")), ("a<!-- x -->b", .text("ab")),
        ] as [(String, Document.Inline)])
    func inline(markdown: String, expected: Document.Inline) {
        #expect(inlines(markdown) == [expected])
    }

    @Test(
        arguments: [
            ("![a *b*](c)", [("c", "a b", "")]), ("![](c)", [("c", "", "")]),
            ("![a](c.png){width=50%}", [("c.png", "a", "width=50%")]), ("![full](c.png)", [("c.png", "", "full")]),
            ("![image:width:30%](c.png)", [("c.png", "", "width=30%")]),
            ("![image:w:30% a cat](c.png)", [("c.png", "a cat", "width=30%")]),
            ("![a](b)\n![c](d){full}", [("b", "a", ""), ("d", "c", "full")]),
            ("![full moon](c)", [("c", "full moon", "")]), ("![image:width:0%](c)", [("c", "image:width:0%", "")]),
        ] as [(String, [(String, String, String)])])
    func anImageAloneIsAPicture(markdown: String, expected: [(String, String, String)]) {
        let pictures = expected.map { address, words, attributes in
            Document.Block.picture(
                Document.PictureBlock(address: address, alternative: words, attributes: attributes))
        }
        #expect(blocks(markdown) == pictures)
    }

    @Test(arguments: [
        "a ![b](c)", "![b](c) d", "![b](c) {width=50%} d", "**![b](c)**", "[![b](c)](d)", "![a](b) ![c](d)",
    ])
    func anImageWithinALineIsItsWords(markdown: String) {
        #expect(blocks(markdown).allSatisfy { if case .paragraph = $0 { true } else { false } })
    }

    @Test func linksByReference() {
        let link = Document.Inline.link([.text("A")], address: "/x")
        #expect(inlines("[A][ref] [A] [no]\n\n[ref]: /x\n[a]: /x 'title'") == [link, .text(" "), link, .text(" [no]")])
    }

    @Test func breaksOfHTML() {
        #expect(inlines("a<br>b<BR/>c") == [.text("a"), .lineBreak, .text("b"), .lineBreak, .text("c")])
    }

    @Test func alerts() {
        let text = Document.Block.paragraph([.text("Mind the gap.")])
        #expect(blocks("> [!WARNING]\n> Mind the gap.") == [.alert(.warning, [text])])
        #expect(blocks("> [!note]\n>\n> Mind the gap.") == [.alert(.note, [text])])
        #expect(blocks("> [!TIP]") == [.alert(.tip, [])])
        for other in ["> [!OTHER]\n> x", "> [!NOTE] x", "> x [!NOTE]", "[!NOTE]"] {
            #expect(!blocks(other).contains { if case .alert = $0 { true } else { false } }, "\(other)")
        }
    }

    @Test func commandsLayOutThePage() {
        func text(_ text: String) -> Document.Block { .paragraph([.text(text)]) }
        let source = """
            <!-- title_page -->
            before
            <!-- column_layout: [3, 2] -->
            <!-- column: 0 -->
            left
            <!-- pause -->
            <!-- alignment: center -->
            middle
            <!-- column: 1 -->
            <!-- alignment: left -->
            right
            <!-- reset_layout -->
            <!-- new_lines: 2 -->
            <!-- jump_to_middle -->
            after
            """
        #expect(
            blocks(source) == [
                .titlePage, text("before"),
                .columns([
                    Document.Column(weight: 3, [text("left"), .pause, .aligned(.centre, [text("middle")])]),
                    Document.Column(weight: 2, [text("right")]),
                ]),
                .space(lines: 2), .middle, text("after"),
            ])
        #expect(Document(markdown: source).steps == 1)
    }

    @Test(arguments: [
        "column_layout: []", "column_layout: [0]", "column_layout: [1,x]", "column_layout: [1,1,1,1,1,1,1,1,1]",
        "column: 0", "column: -1", "column_layout", "alignment: up", "new_lines: 0", "new_lines: 1000", "other",
    ])
    func otherCommentsAreLeftOut(comment: String) {
        #expect(blocks("a\n\n<!-- \(comment) -->\n\nb") == blocks("a\n\nb"))
    }

    @Test func code() {
        func code(_ language: String, _ text: String, attributes: String = "") -> [Document.Block] {
            [.code(Document.CodeBlock(language: language, attributes: attributes, text: text))]
        }
        #expect(
            blocks("```swift {1|2} +exec\nlet a = 1\n\n\tb\n```")
                == code("swift", "let a = 1\n\n\tb", attributes: "{1|2} +exec"))
        #expect(blocks("    a\n      b\n") == code("", "a\n  b"))
        #expect(blocks("~~~\n```\n<!-- pause -->\n~~~") == code("", "```\n<!-- pause -->"))
        #expect(blocks("```\n```") == code("", ""))
    }

    @Test func quotes() {
        #expect(
            blocks("> a\n> > b\n\nc")
                == [
                    .quote([.paragraph([.text("a")]), .quote([.paragraph([.text("b")])])]), .paragraph([.text("c")]),
                ])
    }

    @Test func lists() {
        let (a, b) = (Document.Block.paragraph([.text("a")]), Document.Block.paragraph([.text("b")]))
        #expect(blocks("* a\n* b") == [.list(start: nil, isTight: true, [.init([a]), .init([b])])])
        #expect(blocks("7. a\n\n8. b") == [.list(start: 7, isTight: false, [.init([a]), .init([b])])])
        #expect(
            blocks("- a\n  - b\n\n    more")
                == [
                    .list(
                        start: nil, isTight: true,
                        [.init([a, .list(start: nil, isTight: false, [.init([b, .paragraph([.text("more")])])])])])
                ])
        #expect(
            blocks("- [x] a\n- [ ] b\n- a")
                == [
                    .list(start: nil, isTight: true, [.init([a], isDone: true), .init([b], isDone: false), .init([a])])
                ])
    }

    @Test func tables() {
        let table = "a | **b** | c | d\n--- | :-: | --: | :--\n1 | 2\n3 | 4 | 5 | 6 | 7\n| `x\\|y` |"
        #expect(
            blocks(table)
                == [
                    .table(
                        columns: [.leading, .centre, .trailing, .leading],
                        header: [[.text("a")], [.strong([.text("b")])], [.text("c")], [.text("d")]],
                        rows: [
                            [[.text("1")], [.text("2")], [], []],
                            [[.text("3")], [.text("4")], [.text("5")], [.text("6")]],
                            [[.code("x|y")], [], [], []],
                        ])
                ])
    }

    @Test func rules() {
        #expect(blocks("***\n- - -\n___") == [.rule, .rule, .rule])
    }

    @Test(
        arguments: [
            ("see https://a.b/c_d_e?f=(g)&h.", "https://a.b/c_d_e?f=(g)&h", "https://a.b/c_d_e?f=(g)&h"),
            ("see (http://localhost:8080).", "http://localhost:8080", "http://localhost:8080"),
            ("see www.a.b/ö, please", "www.a.b/ö", "http://www.a.b/ö"),
        ])
    func bareAddressesAreLinks(text: String, shown: String, address: String) {
        #expect(inlines(text).contains(.link([.text(shown)], address: address)), "\(inlines(text))")
        #expect(inlines(text).first != inlines(text).last)
    }

    @Test(arguments: ["www.", "http://", "xhttp://a.b", "http://)", "awww.b.c", "`http://a`", "https:/a"])
    func aStartOfAnAddressAloneIsText(text: String) {
        #expect(!inlines(text).contains { if case .link = $0 { true } else { false } })
    }

    @Test func anAddressWithinALinkIsItsText() {
        #expect(inlines("[*http://a.b*](c)") == [.link([.emphasis([.text("http://a.b")])], address: "c")])
    }

    @Test func aWindowsLineEndIsALineEnd() {
        #expect(blocks("a\r\nb\r\n\r\n- c\r\n") == blocks("a\nb\n\n- c\n"))
    }

    @Test func theFooterIsNoPartOfTheText() {
        func footer(_ text: String) -> String? { Document(markdown: text).footer?.text }
        let document = Document(markdown: "<!-- footer: a | b: c | {page} -->\n\ntext")
        #expect(document.footer?.text == "a | b: c | {page}")
        #expect(document.blocks == [.paragraph([.text("text")])])
        #expect(footer("- a\n\n  <!-- footer: a -->") == nil)
        #expect(footer("```\n<!-- footer: a -->\n```") == nil)
        #expect(
            footer("<!-- footer: -->") == nil && footer("<!-- footer -->") == nil && footer("<!-- no_footer -->") == nil
        )
        #expect(footer("<!-- footer: a\nb \u{1B}[2J -->") == "a b \u{FFFD}[2J")
        #expect(footer("<!-- footer: \(String(repeating: "a", count: 9_000)) -->")?.count == 300)
        let coloured = document.coloured(by: CodeColours(blocks: []))
        #expect(coloured.footer == document.footer)
    }
}
