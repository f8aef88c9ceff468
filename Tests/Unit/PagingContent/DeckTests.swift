import PagingContent
import PagingEngine
import Testing

@Suite struct DeckTests {
    private func titles(_ text: String) throws -> [String] { try Deck(parsing: text).pages.map(\.title) }
    private func ids(_ text: String) throws -> [String] { try Deck(parsing: text).pages.map(\.id.text) }

    @Test func pagesAreDividedByLinesOfExactlyThreeDashes() throws {
        let deck = try Deck(parsing: "# One\nfirst\n---\n# Two\n----\n - ---\n---\nthree\n")
        #expect(deck.pages.map(\.title) == ["One", "Two", "three"])
        #expect(deck.pages.map(\.body) == ["first", "----\n - ---", "three"])
        #expect(deck.title == "One")
        #expect(deck.preset == nil)
        #expect(deck.warnings.isEmpty)
    }

    @Test func anAlmostDividerIsReported() throws {
        let deck = try Deck(parsing: "# One\n--- \nstill one")
        #expect(deck.pages.count == 1)
        #expect(deck.warnings.map(\.line) == [2])
    }

    @Test func windowsLineEndsAndAByteOrderMarkMakeNoDifference() throws {
        let plain = try Deck(parsing: "---\ntitle: T\n---\n# One\na\n---\n# Two\nb\n")
        let other = try Deck(parsing: "\u{FEFF}---\r\ntitle: T\r\n---\r\n# One\r\na\r\n---\r\n# Two\r\nb\r\n")
        #expect(plain == other)
        #expect(plain.title == "T")
    }

    @Test(arguments: ["```", "````", "~~~", "   ```swift"])
    func fencedCodeIsText(fence: String) throws {
        let close = fence.filter { $0 == "`" || $0 == "~" }
        let text = "\(fence)\n---\n# not a title\n<!-- notes: shown -->\n\(close)"
        let deck = try Deck(parsing: "\(text)\n# Code\nend")
        #expect(deck.pages.count == 1)
        #expect(deck.pages[0].title == "Code")
        #expect(deck.pages[0].body == "\(text)\nend")
        #expect(deck.pages[0].notes == nil)
    }

    @Test func fencedCodeThatIsNeverClosedIsReported() throws {
        let deck = try Deck(parsing: "# A\n```\n---\n# B")
        #expect(deck.pages.count == 1)
        #expect(deck.warnings.map(\.line) == [2])
    }

    @Test(
        arguments: [
            ("# One", "One"), ("   ###### Six ##", "Six"), ("#\tTab", "Tab"), ("# C#", "C#"), ("text\n## Late", "Late"),
            ("#no heading", "#no heading"), ("####### seven", "####### seven"), ("    # code", "# code"),
            ("\n\n  first words  \nmore", "first words"), ("# \nplain", "#"),
        ])
    func theTitleIsTheFirstHeadingOrTheFirstWords(text: String, title: String) throws {
        #expect(try titles(text) == [title])
    }

    @Test func aHeadingUsedAsTitleIsNotRepeatedInTheBody() throws {
        #expect(try Deck(parsing: "a\n# T\nb\n## U").pages[0].body == "a\nb\n## U")
        let long = "one two three four five six seven eight nine ten eleven twelve thirteen"
        let page = try Deck(parsing: long).pages[0]
        #expect(page.title == "one two three four five six seven eight nine ten eleven…")
        #expect(page.body == long)
    }

    @Test func blankLinesAroundTheBodyAreRemoved() throws {
        #expect(try Deck(parsing: "# T\n\n  a\n\n b  \n\n").pages[0].body == "  a\n\n b  ")
    }

    @Test func notesAreTakenOut() throws {
        let deck = try Deck(
            parsing: "# A\none <!-- notes: x --> two\n<!--notes:\nline 1\nline 2\n-->\n<!-- plain -->\n---\n# B")
        #expect(deck.pages[0].body == "one  two\n<!-- -->")
        #expect(deck.pages[0].notes == "x\nline 1\nline 2")
        #expect(deck.pages[1].notes == nil)
    }

    @Test func severalNotesOnOneLine() throws {
        let page = try Deck(parsing: "# A\n<!-- notes: a --><!-- x --><!-- notes: b -->").pages[0]
        #expect(page.notes == "a\nb")
        #expect(page.body == "<!-- -->")
    }

    @Test func notesThatAreNotClosedStayOnTheirPage() throws {
        for notes in ["", "\n<!-- notes: c -->", "\n<!-- notes:\nc\n-->"] {
            let deck = try Deck(parsing: "# A\n<!-- notes: a\nb\n---\n# B\(notes)")
            #expect(deck.pages.map(\.body) == ["<!-- notes: a\nb", ""])
            #expect(deck.warnings.map(\.line) == [2])
        }
    }

    @Test func aDividerInACommentIsSaid() throws {
        let deck = try Deck(parsing: "# A\n<!-- notes:\na\n---\nb\n-->\n---\n# B")
        #expect(deck.pages.map(\.notes) == ["a\n---\nb", nil] && deck.pages.map(\.body) == ["", ""])
        #expect(
            deck.warnings.map(\.description) == [
                "4:1: not the end of a page: it is in the comment that begins on line 2"
            ])
    }

    @Test func frontMatterIsRead() throws {
        let deck = try Deck(
            parsing:
                "---\ntitle: \"A: talk\" # x\npreset: threePagePredicted # y\nauthor: 'Ann'\nduration: 1h15m\n# c\n\n---\n# One"
        )
        #expect(deck.title == "A: talk")
        #expect(deck.preset == .threePagePredicted)
        #expect(deck.settings.author == "Ann")
        #expect(deck.duration == .seconds(75 * 60))
        #expect(deck.pages.map(\.title) == ["One"])
        #expect(deck.warnings.isEmpty)
    }

    @Test func unknownFrontMatterIsReportedByLine() throws {
        let deck = try Deck(parsing: "---\nautor: X\ntitle: T\npreset: sideways\njust words\n  nested: 1\n---\nx")
        #expect(deck.warnings.map(\.line) == [2, 4, 5])
        #expect(deck.warnings[0].text.contains("did you mean `author`?"))
        #expect(deck.warnings.map(\.column) == [1, 9, 1])
        #expect(deck.warnings[1].text.contains("threePage"))
        #expect(deck.preset == nil)
    }

    @Test func frontMatterOfOtherProgramsIsReportedOnce() throws {
        let nested = "---\ntitle: T\nstyle:\n  theme: dark\n  - a\nmargin:\n  x: 1\nlogo: none\n...\n# A"
        let deck = try Deck(parsing: nested)
        #expect(deck.title == "T" && deck.pages.map(\.title) == ["A"])
        #expect(
            deck.warnings.map(\.description) == [
                "3:1: unknown front-matter keys `style`, `margin`, `logo`, ignored (known: "
                    + "title, subtitle, author, date, event, theme, preset, duration, footer, incremental_lists)"
            ])
        let list = try Deck(parsing: "---\ntitle:\n  - a\n  - b\n---\n# A")
        #expect(
            list.warnings.map(\.description) == ["2:7: expected one text for `title`, got a list or a mapping; ignored"]
        )
    }

    @Test(arguments: ["# draft", "- a", "  a: b"]) func frontMatterMayHaveBlankLines(line: String) throws {
        let deck = try Deck(parsing: "---\ntitle: T\n\n" + line + "\nauthor: X\n---\n# A")
        #expect(deck.title == "T" && deck.settings.author == "X" && deck.pages.map(\.title) == ["A"])
    }

    @Test(arguments: ["\n# A\ntext", "\n# A\ntext\n---\n# B"]) func frontMatterWithoutItsEndIsReported(rest: String)
        throws
    {
        let deck = try Deck(parsing: "---\ntitle: T\nauthor: X\n" + rest)
        #expect(deck.title == "T" && deck.settings.author == "X")
        #expect(deck.pages.first?.title == "A" && deck.pages.first?.body == "text")
        #expect(deck.warnings.map(\.description) == ["1:1: front matter without its end: expected a line `---`"])
    }

    @Test(
        arguments: [
            "<!-- note: x -->\ntext", "<!-- Notes: x -->\ntext", "<!-- speaker_note: x -->\ntext",
            "text\n<!-- Say x\nx -->",
            "text\n???\nx", "text\nNote:\nx\n", "text\n<!--\nSmile, x: now.\n-->\n",
        ]) func notesOfOtherProgramsAreTakenOut(page: String) throws
    {
        let read = try Deck(parsing: "# A\n\(page)").pages[0]
        #expect(read.body == "text")
        #expect(read.notes?.contains("x") == true && read.notes?.contains("--") == false, "\(read.notes ?? "none")")
    }

    @Test(arguments: [
        "<!-- end_slide -->", "<!-- _class: lead -->", "<!-- pause -->", "<!-- a --> b", "<!-- A. --> <!-- b -->",
    ])
    func settingsAreNoNotes(comment: String) throws {
        #expect(try Deck(parsing: "# A\ntext\n\(comment)").pages[0].notes == nil)
    }

    @Test func notesThatEverybodySeesAreReported() throws {
        let deck = try Deck(parsing: "# A\nNote: I forget this.")
        #expect(deck.warnings.map(\.line) == [2] && deck.warnings[0].text.hasPrefix("everybody sees these notes"))
    }

    @Test func aFirstDividerWithoutASecondIsNoFrontMatter() throws {
        #expect(try ids("---\n# One") == ["page-1", "one"])
    }

    @Test func aSubtitleAnEventOrADateMakesAPageThatOpensTheDeck() throws {
        let head = "title: The talk\nauthor: Ann\n"
        let plain = try Deck(parsing: "---\n\(head)---\n# A\n")
        #expect(plain.pages.map(\.title) == ["A"])
        let deck = try Deck(
            parsing: "---\n\(head)subtitle: All of it\nevent: Conf\ndate: 2026-11-24\n---\n# A\n---\n# The talk\n")
        #expect(deck.pages.map(\.title) == ["The talk", "A", "The talk"])
        #expect(deck.pages.map(\.id.text) == ["the-talk", "a", "the-talk-2"])
        #expect(
            deck.pages[0].body == "<!-- title_page -->\n\n<!-- alignment: center -->\n\n**All of it**\n\nAnn\n\n"
                + "Conf, 2026-11-24")
        let report = DeckReport(reading: "---\n\(head)date: today\n---\n# A\n")
        #expect(report.pageStarts.map(\.line) == [1, 6])
    }

    @Test func emptyPagesAreKept() throws {
        let deck = try Deck(parsing: "# A\n---\n\n---\n# B\n---\n")
        #expect(deck.pages.map(\.id.text) == ["a", "page-2", "b", "page-4"])
        #expect(deck.pages[1].title.isEmpty && deck.pages[1].body.isEmpty)
    }

    @Test func idsComeFromTitlesAndDiffer() throws {
        #expect(
            try ids("# Hello, World!\n---\n# hello world\n---\n# Größe 2\n---\n# 你好\n---\n# !!!\n---\n# A -- b_c")
                == ["hello-world", "hello-world-2", "größe-2", "你好", "page-5", "a-b-c"])
        #expect(try ids("# a\n---\n# a-2\n---\n# a\n---\n# a") == ["a", "a-2", "a-3", "a-4"])
    }

    @Test func aPageKeepsItsIDWhenOthersAreAddedOrRemoved() throws {
        let before = try Deck(parsing: "# A\n---\n# B\n---\n# C").pages
        let after = try Deck(parsing: "# New\n---\n# B\n---\n# Another\n---\n# C\nmore").pages
        #expect(before[1].id == after[1].id)
        #expect(before[2].id == after[3].id)
    }

    @Test func idsStayWithinTheWiresBound() throws {
        let title = String(repeating: "é", count: 200)
        let names = try ids("# \(title)\n---\n# \(title)")
        #expect(names[0].utf8.count <= 112)
        #expect(names[1] == names[0] + "-2")
    }
}
