import PagingContent
import PagingEngine
import Testing

@testable import TerminalView

@Suite struct DocumentLayoutTests {
    private func lines(_ blocks: [Document.Block], columns: Int = 20, shown: Int? = nil) -> [String] {
        DocumentLayout(Document(blocks), columns: columns).lines(shown: shown).map(\.text)
    }

    private func paragraph(_ text: String) -> Document.Block { .paragraph([.text(text)]) }

    @Test func columnsStandSideBySideWhereThereIsRoom() {
        func text(_ text: String) -> Document.Block { .paragraph([.text(text)]) }
        let columns = Document.Block.columns([
            Document.Column(weight: 1, [text("left"), .pause, text("later")]),
            Document.Column(weight: 1, [.pause, text("right and more of it")]),
        ])
        #expect(
            lines([columns], columns: 36) == ["left               right and more", "                   of it", "later"])
        #expect(lines([columns], columns: 36, shown: 0) == ["left"])
        #expect(lines([columns], columns: 36, shown: 1) == ["left", "", "later"])
        #expect(lines([columns], columns: 30) == ["left", "", "later", "", "right and more of it"])
    }

    @Test func thePageThatOpensADeckHasItsTitleInLargeLettersInTheMiddle() {
        let page = Page(id: PageID("talk"), title: "Ok", format: .markdown)
        let document = Document([.titlePage, .aligned(.centre, [paragraph("by Ann")])])
        func lines(_ borders: Borders) -> [String] {
            var frame = PageFrame(page: page, borders: borders)
            frame.document = document
            (frame.isOpen, frame.isBare) = (true, true)
            return frame.draw(columns: 20, rows: 12).lines
        }
        #expect(
            lines(.unicode) == [
                "", "", "", "      ▄▀▀▄ █ ▄", "      █  █ █▀▄", "       ▀▀  ▀ ▀", "", "       by Ann", "", "", "", "",
            ])
        #expect(lines(.ascii)[4...6] == ["         Ok", "", "       by Ann"])
    }

    @Test func stepsHighlightTheLinesOfCode() {
        var code = Document.CodeBlock(language: "", attributes: "{1|2-3} +line_numbers", text: "a b\n\tc\nd")
        code.spans = [
            CodeSpan(length: 1, token: .keyword), CodeSpan(length: 3, token: nil), CodeSpan(length: 2, token: .type),
        ]
        let layout = DocumentLayout(Document([.pause, .code(code), paragraph("end")]), columns: 20)
        func styles(_ shown: Int?) -> [[Style]] {
            layout.lines(shown: shown).map { line in line.glyphs.filter { $0.number != nil }.map(\.style) }
        }
        #expect(layout.lines().map(\.text) == ["  1  a b", "  2      c", "  3  d", "", "end"])
        #expect(styles(0).isEmpty)
        #expect(styles(1) == [[.role(.codeKeyword), .plain], [.faint], [.faint]])
        #expect(styles(2)[..<3] == [[.faint, .faint], [.role(.codeType)], [.plain]])
        #expect(styles(2)[4].count == 3 && styles(nil) == styles(2))
    }

    @Test func linesOfCodeInAColumnAreHighlightedToo() {
        let code = Document.CodeBlock(language: "", attributes: "{1|2}", text: "a\nb")
        let columns = Document.Block.columns([
            Document.Column(weight: 1, [.code(code)]), Document.Column(weight: 1, [paragraph("x\ny")]),
        ])
        let lines = DocumentLayout(Document([columns]), columns: 40).lines(shown: 0)
        #expect(lines[0].glyphs.first { $0.character == "a" }?.style == .plain)
        #expect(lines[1].glyphs.first { $0.character == "b" }?.style == .faint)
    }

    /// The blank in place of a line's end is no part of a link that follows it.
    @Test func aLinkBeginsWithItsText() throws {
        let link = Document.Inline.link([.text("b"), .softBreak, .text("c")], address: "https://example.org")
        let glyphs = DocumentLayout(Document([.paragraph([.text("a"), .softBreak, link])]), columns: 40).lines()[0]
            .glyphs
        #expect(String(glyphs.prefix(5).map(\.character)) == "a b c")
        #expect(glyphs[1].style == .plain && glyphs[3].style == glyphs[2].style && glyphs[2].style != .plain)
    }

    @Test func alignedTextIsMoved() {
        let text = [Document.Block.paragraph([.text("abc")])]
        #expect(lines([.aligned(.centre, text)], columns: 11) == ["    abc"])
        #expect(lines([.aligned(.trailing, text)], columns: 11) == ["        abc"])
    }

    @Test func listsAndCodeAreAlignedAsAWhole() {
        let items = ["a", "bcd"].map { Document.Item([.paragraph([.text($0)])]) }
        let code = Document.Block.code(Document.CodeBlock(language: "", text: "if a\n  b"))
        let blocks: [Document.Block] = [
            .list(start: nil, isTight: true, items), .pause, .paragraph([.text("ab"), .lineBreak, .text("c")]),
            code,
        ]
        let text = lines([.aligned(.centre, blocks)], columns: 21)
        #expect(
            text == [
                "        \u{2A} a", "        \u{2A} bcd", "", "         ab", "          c", "", "         if a",
                "           b",
            ])
        #expect(lines([.aligned(.centre, blocks)], columns: 21, shown: 0).count == 2)
    }

    @Test func runningTextKeepsToTheMeasure() {
        let prose = Document.Block.paragraph([.text(String(repeating: "word ", count: 8))])
        let code = Document.Block.code(Document.CodeBlock(language: "", text: "0123456789012345678901234"))
        let narrow = Document.Block.code(Document.CodeBlock(language: "", text: "01"))
        let layout = DocumentLayout(Document([prose, narrow, code]), columns: 40, measure: 20)
        #expect(
            layout.lines().map(\.text) == [
                "          word word word word", "          word word word word", "", "            01", "",
                "        0123456789012345678901234",
            ])
    }

    @Test(
        arguments: [
            ("", 5, [""]), ("aa bb cc", 5, ["aa bb", "cc"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("x abcdefgh", 4, ["x", "abcd", "efgh"]), ("  a  b", 9, ["a  b"]), ("你好你", 4, ["你好", "你"]),
            ("ab你好", 4, ["ab你", "好"]), ("a 你", 3, ["a", "你"]), ("你", 1, ["你"]), ("你好。", 4, ["你", "好。"]),
            ("你「好", 4, ["你", "「好"]), ("a\u{A0}b c", 3, ["a b", "c"]),
            ("e\u{301}e\u{301} e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
            ("🇩🇪🇩🇪", 3, ["🇩🇪", "🇩🇪"]), ("zero\u{200B}width", 9, ["zerowidth"]), ("a\u{1B}[2J", 9, ["a·[2J"]),
        ])
    func wrapping(text: String, columns: Int, expected: [String]) {
        let lines = lines([.paragraph([.text(text)]), paragraph("e")], columns: columns)
        #expect(Array(lines.dropLast(2)) == expected)
    }

    @Test func aLineEndIsABlankButInScriptsWithoutBlanks() {
        func joined(_ left: String, _ right: String) -> [String] {
            lines([.paragraph([.text(left), .softBreak, .text(right)])])
        }
        #expect(joined("one", "two") == ["one two"])
        #expect(joined("你", "好") == ["你好"])
        #expect(joined("你", "two") == ["你 two"])
        #expect(joined("안녕", "하세요") == ["안녕 하세요"])
    }

    @Test func addressesStandOnceBehindLinksThatDoNotSayThem() {
        func link(_ text: String, _ address: String) -> Document.Inline { .link([.text(text)], address: address) }
        func drawn(_ inlines: [Document.Inline], columns: Int = 60) -> String {
            lines([.paragraph(inlines)], columns: columns).joined(separator: "/")
        }
        #expect(drawn([link("a", "https://b.org"), link("c", "https://b.org")]) == "a (https://b.org)c")
        #expect(drawn([link("B.org", "https://b.org/"), link("me@b.org", "mailto:me@b.org")]) == "B.orgme@b.org")
        #expect(drawn([link("up", "#top"), link("none", "")]) == "upnone")
        #expect(drawn([link("a", "https://b.org/long")], columns: 12) == "a")
    }

    @Test func tablesShrinkWrapAndAreStackedAtLast() {
        let cells: [[[Document.Inline]]] = [[[.text("one two")], [.text("three four")]]]
        let table = Document.Block.table(
            columns: [.leading, .trailing], header: [[.text("A")], [.text("B")]], rows: cells)
        #expect(
            lines([table], columns: 30) == ["A       |          B", "--------+-----------", "one two | three four"])
        #expect(
            lines([table], columns: 15)
                == ["A      |      B", "-------+-------", "one    |  three", "two    |   four"].map { $0 })
        #expect(lines([table], columns: 9) == ["A: one", "two", "B: three", "four"])
    }

    @Test func codeIsNotJoinedAndGoesOnBehindAMark() {
        #expect(
            lines([.code(Document.CodeBlock(language: "c", text: "a  b\n\tc\n\nd"))]) == [
                "  a  b" + String(repeating: " ", count: 13) + "c", "      c", "", "  d",
            ])
        // The mark is in the margin, where nobody takes it for a part of the code.
        #expect(
            lines([.code(Document.CodeBlock(language: "c", text: "abcdefghijklmnop"))], columns: 15)
                == ["  abcdefghi ...", "  jklmnop"])
        #expect(lines([.code(Document.CodeBlock(language: "c", text: "abcdefgh"))], columns: 5) == ["abcde", "fgh"])
        #expect(lines([.code(Document.CodeBlock(language: "c", text: "你好你"))], columns: 5) == ["你好", "你"])
        #expect(lines([.code(Document.CodeBlock(language: "", text: ""))]) == [])
    }

    @Test func codeThatIsTooWideIsScrolledSideways() {
        let text = "abcdefghijklmnop\n\nq你r\nhello 你好好好"
        let code = Document.Block.code(Document.CodeBlock(language: "", text: text))
        func drawn(from start: Int?, columns: Int = 14, borders: Borders = .unicode) -> [String] {
            DocumentLayout(Document([code]), columns: columns, borders: borders, codeStart: start).lines().map(\.text)
        }
        #expect(drawn(from: 0) == ["  abcdefghij ›", "", "  q你r", "  hello 你好 ›"])
        #expect(drawn(from: 2) == ["‹ cdefghijkl ›", "", "‹  r", "‹ llo 你好好好"], "half of a wide character is a blank")
        #expect(drawn(from: 99) == ["‹ ghijklmnop", "", "‹", "‹ 你好好好"], "the end of the longest line stays in view")
        #expect(drawn(from: 99, borders: .ascii)[3] == "< 你好好好")
        let blanks = Document.CodeBlock(language: "", text: "    x\nabcdefghijklmnop")
        let indented = DocumentLayout(Document([.code(blanks)]), columns: 14, codeStart: 2).lines().map(\.text)
        #expect(indented == ["    x", "< cdefghijkl >"], "hidden blanks are no text")
        #expect(drawn(from: 8, columns: 40) == drawn(from: nil, columns: 40), "all of it fits")
        #expect(drawn(from: 2, columns: 3) == ["c ›", "", " r", "l ›"], "without a margin")
        let layout = DocumentLayout(Document([code]), columns: 14)
        #expect(layout.codeReach == 6)
        #expect(DocumentLayout(Document([code]), columns: 40).codeReach == 0)
    }

    /// In columns side by side, and with numbers before the lines.
    @Test func codeBesideOthersIsScrolledToo() {
        let code = Document.CodeBlock(
            language: "c", attributes: "+line_numbers", text: "abcdefghijklmnopqrstuvwx\nb")
        let columns = Document.Block.columns([
            Document.Column(weight: 1, [.code(code)]), Document.Column(weight: 1, [paragraph("text")]),
        ])
        let layout = DocumentLayout(Document([columns]), columns: 43, codeStart: 8)
        #expect(layout.lines().map(\.text) == ["< 1  ijklmnopqrstu >   text", "< 2"])
        #expect(layout.codeReach == 11)
    }

    @Test func pausesHideWhatFollowsAndMoveNothing() {
        let blocks = Everything.lists.blocks
        let all = lines(blocks, columns: 40)
        for shown in 0...2 {
            let some = lines(blocks, columns: 40, shown: shown)
            #expect(Array(all.prefix(some.count)) == some)
            #expect(shown == 2 ? some == all : some.count < all.count)
        }
        let inItem = Document.Block.list(
            start: 1, isTight: true, [Document.Item([paragraph("a")]), Document.Item([.pause, paragraph("b")])])
        #expect(lines([inItem], shown: 0) == ["1. a"])
        #expect(lines([inItem], shown: 1) == ["1. a", "2. b"])
        #expect(lines([.pause, paragraph("a")], shown: 0) == [])
    }

    @Test func deepNestingStaysReadable() {
        var block = paragraph("some words at the bottom")
        for _ in 0..<40 { block = .quote([.list(start: nil, isTight: true, [Document.Item([block])])]) }
        let deep = DocumentLayout(Document([block]), columns: 30)
        #expect(deep.lines().map(\.text).joined().contains("some words"))
        #expect(deep.lines().allSatisfy { $0.columns <= 30 })
    }

    /// A character keeps its number at every width and with all borders, and the search counts the same.
    @Test(arguments: [Everything.words, Everything.lists, Everything.code], 1...130)
    func numbersDoNotDependOnTheWidth(document: Document, columns: Int) {
        let text = VisibleText(document).characters.compactMap(\.self)
        for borders in [Borders.ascii, .unicode] {
            let layout = DocumentLayout(document, columns: columns, borders: borders)
            let glyphs = layout.lines().flatMap(\.glyphs).filter { $0.number != nil }
            #expect(glyphs.count == text.count)
            for glyph in glyphs { #expect(glyph.number.map { text[$0] } == glyph.character) }
            if columns >= 24 { #expect(layout.lines().allSatisfy { $0.columns <= columns }) }
        }
    }

    @Test func plainPagesAreNumberedToo() {
        for columns in 1...60 {
            let text = PageText(Samples.deck[1], document: nil, columns: columns, borders: .ascii)
            let glyphs = text.lines(shown: nil).flatMap(\.glyphs).filter { $0.number != nil }
            #expect(glyphs.map(\.number) == Array(0..<glyphs.count))
            #expect(glyphs.map(\.character) == VisibleText(plain: Samples.deck[1].body).characters.compactMap(\.self))
        }
    }
}
