import Foundation
import TestSupport
import Testing

@testable import PagingContent

/// Decks that were written for other programs.
@Suite struct DialectTests {
    private static func text(_ name: String) throws -> String {
        try String(contentsOf: Repository.file("Examples/other-programs/\(name).md"), encoding: .utf8)
    }

    /// The title and the steps of each page.
    private func pages(_ deck: Deck) -> [String] { deck.pages.map { "\($0.title) \($0.steps)" } }

    @Test(arguments: [
        ("presenterm", "presenterm", ["A deck for presenterm 0", "Bullets one by one 2", "Columns 1", "The end 0"]),
        ("slidev", "Slidev", ["Welcome 0", "Two columns 0", "Clicks 4"]),
        ("marp", "Marp", ["Large 0", "Fragments 2"]),
        ("reveal", "reveal.js", ["A deck for reveal.js 2", "Across 0", "Below 1"]),
        ("patat", "patat", ["Lists 2", "Pauses 1"]),
        ("lookatme", "lookatme", ["Stops 1", "Second 0"]),
        ("slides", "slides", ["A deck for slides 0", "Second 0"]),
        ("remark", "remark", ["A deck for remark 0", "Steps 1", "Third 0"]),
        ("deckset", "Deckset", ["A deck for Deckset 0", "Lists 2"]),
    ])
    func eachDeckIsReadAsItIsMeant(name: String, dialect: String, expected: [String]) throws {
        let text = try Self.text(name)
        let report = DeckReport(reading: text)
        #expect(report.dialect.rawValue == dialect)
        let deck = try #require(report.deck)
        #expect(pages(deck) == expected)
        // Nothing of another program's marks is left for the audience.
        let shown = deck.pages.map { "\($0.title)\n\($0.body)" }.joined(separator: "\n")
        for mark in [
            "v-click", "::", ".element", ". . .", "[.", "[fit]", "fit -->", "Say this", "footnote[", "class:",
            "Notes at",
        ] {
            #expect(!shown.contains(mark), "\(mark)")
        }
        // Converted, it is a deck of Riffle's with the same pages.
        let converted = DialectReader.converted(text)
        let again = DeckReport(reading: converted.text)
        #expect(again.dialect == .riffle && again.deck?.pages == deck.pages)
        #expect(again.warnings == [])
    }

    /// Marp's own example sets the class of the first page in the front matter.
    @Test func marksOfTheFirstPageInTheFrontMatter() throws {
        let report = DeckReport(reading: "---\nmarp: true\n_class: lead\npaginate: true\n---\n# Hi\n---\n# Two\n")
        #expect(report.dialect == .marp)
        #expect(report.deck?.pages.map { $0.body.contains("title_page") } == [true, false])
    }

    /// Notes of reveal.js are comments once they are converted, and a comment's end in them ends nothing.
    @Test func notesOfRevealAreConverted() throws {
        let text = """
            # A

            <aside class="notes">
            One --> two
            </aside>

            ----

            # B

            text <!-- .element: class="fragment" -->

            Notes: three --> four
            """
        let converted = DialectReader.converted(text)
        for report in [DeckReport(reading: text), DeckReport(reading: converted.text)] {
            let pages = try #require(report.deck).pages
            #expect(pages.map(\.title) == ["A", "B"] && pages.map(\.steps) == [0, 1])
            #expect(pages.map(\.notes) == ["One -- > two", "three -- > four"])
        }
        #expect(converted.dialect == .reveal && DeckReport(reading: converted.text).dialect == .riffle)
    }

    @Test(arguments: [
        ("presenterm", ["44: presenterm: sizes of fonts, ignored"]),
        (
            "slidev",
            [
                "2: Slidev: theme `seriph`, ignored", "5: Slidev: transitions, ignored",
                "45: Slidev: components, ignored", "59: Slidev: pages from other files (`src:`), ignored",
            ]
        ),
        (
            "marp",
            [
                "4: Marp: settings of the front matter, ignored",
                "11: Marp: places and sizes of pictures other than `width:50%`, ignored",
                "15: Marp: directives, ignored",
            ]
        ),
        ("reveal", ["11: reveal.js: attributes of slides, ignored"]), ("patat", []),
        ("lookatme", ["4: lookatme: settings of the front matter, ignored"]),
        ("slides", ["5: slides: settings of the front matter, ignored"]),
        ("remark", ["16: remark: classes of text (3 times), ignored", "23: remark: templates, ignored"]),
        ("deckset", ["11: Deckset: commands in brackets, ignored"]),
    ])
    func oneWarningForEachIdeaThatIsNotHere(name: String, expected: [String]) throws {
        let warnings = DeckReport(reading: try Self.text(name)).warnings
        #expect(warnings.map { "\($0.line): \($0.text)" } == expected)
    }

    @Test(
        arguments: [
            ("marp: true", "# A\n![bg](a.png)", "![](a.png){full}", [String]()),
            ("marp: true", "# A\n![bg fit a cat](a.png)", "![a cat](a.png){full}", []),
            ("marp: true", "# A\ntext\n![bg](a.png)", "text\n\n![](a.png)", ["pictures behind a text, ignored"]),
            ("marp: true", "# A\n![w:50% a cat](a.png)", "![a cat](a.png){width=50%}", []),
            (
                "marp: true", "# A\n![w:150% a cat](a.png)", "![a cat](a.png)",
                ["places and sizes of pictures other than `width:50%`, ignored"]
            ),
            (
                "marp: true", "# A\n![w:300px](a.png)", "![](a.png)",
                ["places and sizes of pictures other than `width:50%`, ignored"]
            ),
            ("autoscale: true", "# [fit] A\n\n![](a.png)", "![](a.png){full}", []),
            ("autoscale: true", "# [fit] A\n\n![inline 50%](a.png)\ntext", "![](a.png){width=50%}\n\ntext", []),
            ("autoscale: true", "# [fit] A\n\nan ![inline](a.png) image", "an ![inline](a.png) image", []),
        ] as [(String, String, String, [String])])
    func picturesOfOthersAreRead(front: String, page: String, body: String, warnings: [String]) throws {
        let report = DeckReport(reading: "---\n\(front)\n---\n\(page)\n")
        #expect(report.deck?.pages.map(\.body) == [body])
        let found = report.warnings.map(\.text).filter { !$0.contains("front matter") }
        #expect(found.compactMap { $0.split(separator: ": ", maxSplits: 1).last.map { String($0) } } == warnings)
    }

    @Test func aPageOfOnePictureHasItsWordsAsItsTitle() throws {
        let deck = try Deck(parsing: "![a cat](a.png)\n---\n![full](a.png)\n---\ntext ![b](a.png)")
        #expect(deck.pages.map(\.title) == ["a cat", "", "text ![b](a.png)"])
    }

    /// A comment may hold what would divide pages or begin code outside of it.
    @Test(arguments: ["marp: true\n", "patat:\n  wrap: true\n", "styles:\n  style: monokai\n", "title: x\n"])
    func commentsDivideNoPages(front: String) throws {
        for comment in ["<!--\n\na: b\n\n---\n\nc: d\n-->", "<!--\n```\na: b\n-->", "<!--\n# a\n-->"] {
            let text = "---\n\(front)---\n# A\n\n\(comment)\n\ntext\n\n---\n\n# B\n\ntext"
            #expect(try Deck(parsing: text).pages.map(\.title).suffix(2) == ["A", "B"], "\(front)\(comment)")
        }
        let heads = "---\n\(front)---\n# A\n\n<!--\n# no\n-->\n\n# B\n"
        #expect(try !Deck(parsing: heads).pages.map(\.title).contains("no"))
    }

    @Test func directivesOfMarpAreNoNotes() throws {
        for comment in [
            "<!-- _class: lead -->", "<!-- backgroundColor: red -->", "<!--\npaginate: true\n-->", "<!-- fit -->",
        ] {
            let deck = try Deck(parsing: "---\nmarp: true\n---\n# A\n\(comment)\ntext")
            #expect(deck.pages[0].notes == nil, "\(comment)")
        }
        let open = DeckReport(reading: "---\nmarp: true\n---\n# A\n<!-- some words\n\n---\n\n# B")
        #expect(open.deck?.pages.map(\.title) == ["A", "B"] && open.warnings == [])
    }

    @Test func theNotesOfOthersAreNotes() throws {
        for (name, page, note) in [
            ("presenterm", 2, "say this"), ("slidev", 1, "Notes at the end of a page."), ("reveal", 0, "Say this."),
            ("remark", 1, "Say this."), ("deckset", 0, "Say this."),
        ] {
            let deck = try Deck(parsing: Self.text(name))
            #expect(deck.pages[page].notes?.contains(note) == true, "\(name)")
        }
    }

    /// A mark that ends comments, within notes of programs that write them without comments.
    @Test(arguments: [
        ("class: center\n\n# A\n???\nsecret --> one\n<!-- x -->\ntwo", "remark"),
        ("# A\n<!-- .slide: x -->\nNote:\nsecret --> one\n<!-- x -->\ntwo", "reveal.js"),
        ("# [fit] A\n\n^ secret --> one, two", "Deckset"),
    ])
    func notesEndWhereTheirAuthorEndsThem(text: String, dialect: String) throws {
        let report = DeckReport(reading: text)
        #expect(report.dialect.rawValue == dialect)
        let page = try #require(report.deck?.pages.first)
        for word in ["secret", "one", "two"] {
            #expect(page.notes?.contains(word) == true && !page.body.contains(word), "\(word) in \(page)")
        }
    }

    @Test func pagesBeginWhereTheirProgramDividesThem() throws {
        // A line below a text makes a heading of it.
        let reveal = try Deck(parsing: "# A\n<!-- .slide: x -->\n- a\n---\ntext\n---\nmore\n\n---\n\n# B\n\n--\n\n# C")
            .pages
        #expect(reveal.map(\.title) == ["A", "B", "C"])
        #expect(reveal[0].body.contains("***") && reveal[0].body.contains("## text\nmore"))
        // Without dividers the upper headings begin pages.
        let patat = try Deck(parsing: "---\npatat:\n  wrap: true\n---\n\n# A\n\n## a\n\n## b\n\n# B\n\n## c")
        #expect(patat.pages.map(\.title) == ["A", "B"])
    }

    @Test func layoutsBecomeColumnsAndCentredPages() throws {
        let slidev = try Deck(parsing: Self.text("slidev")).pages
        #expect(slidev[0].body.hasPrefix("<!-- title_page -->\n<!-- alignment: center -->"))
        #expect(slidev[1].body.contains("<!-- column: 0 -->") && slidev[1].body.contains("<!-- column: 1 -->\n\nright"))
        let presenterm = try Deck(parsing: Self.text("presenterm")).pages
        #expect(presenterm[2].body.contains("***\n\nbelow"))
        let footer = "<!-- footer: Ann |  | {page} / {pages} -->"
        // Pages in the middle are like the first one.
        #expect(presenterm.map { $0.body.hasPrefix(footer) } == [false, true, true, false])
        #expect(try Deck(parsing: Self.text("remark")).pages[0].body.contains("<!-- alignment: center -->"))
    }

    @Test func listsAreBuiltUpToTheEndOfThePage() throws {
        let text =
            "---\ntitle: T\nlogo: x\n---\n# A\n<!-- incremental_lists: true -->\n- a\n- b\n  - c\n---\n# B\n- a\n"
        let report = DeckReport(reading: text)
        #expect(report.dialect == .riffle && report.deck.map(pages) == ["A 2", "B 0"])
        #expect(report.warnings.map(\.line) == [3] && report.pageStarts.map(\.line) == [5, 11])
    }

    @Test(arguments: [
        "# A\n\ntext\n\n---\n\n# B\n", "---\ntitle: A\nauthor: B\n---\n# C\nkey: value\n",
        "# A\n```md\n<!-- end_slide -->\n???\n. . .\n```\n",
        "---\n# A\n", "",
    ])
    func ordinaryDecksAreLeftAlone(text: String) {
        let converted = DialectReader.converted(text)
        #expect(converted.dialect == .riffle && converted.text == text && converted.warnings == [])
    }
}
