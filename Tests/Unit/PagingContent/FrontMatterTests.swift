import Testing

@testable import PagingContent

/// Front matter with nested settings.
@Suite struct FrontMatterTests {
    /// The settings as `key: value`, `-` standing for no text.
    private func settings(_ text: String) -> [String] {
        FrontMatterTree(SourceLine.lines(of: text)).settings.map { "\($0.key): \($0.value ?? "-")" }
    }

    @Test(arguments: [
        ("title: A: b # c", ["title: A: b"]), ("title: 'it''s # no comment'", ["title: it's # no comment"]),
        (#"title: "a \"b\" \\ c" # d"#, [#"title: a "b" \ c"#]), ("title:x", ["title: x"]), ("title:", ["title: "]),
        ("title: |\n  one\n  two\ndate: d", ["title: one two", "date: d"]),
        ("title: >-\n  one\n\n  two\n", ["title: one two"]), ("title: one\n  two\n", ["title: one two"]),
        ("title: rock 'n' roll # c", ["title: rock 'n' roll"]), ("# c\n\ntitle: a\n  # d\n", ["title: a"]),
        ("title: | pipe", ["title: | pipe"]), ("title: T\n  a: b\ndate: d", ["title: T", "date: d"]),
        ("title: |\n  a: b\n", ["title: a: b"]), ("title: C# and F# # c", ["title: C# and F#"]),
    ])
    func textsAreRead(text: String, expected: [String]) {
        #expect(settings(text) == expected)
    }

    @Test(arguments: [
        "authors: [Ann, \"Bob, Jr.\"]", "authors:\n  - Ann\n  - \"Bob, Jr.\"", "authors:\n- Ann\n- 'Bob, Jr.'",
        "authors: [Ann,\n  'Bob, Jr.'\n]", "author:\n  - name: Ann\n    mail: a@b\n  - name: Bob, Jr.",
        "author: [{name: Ann}, {name: \"Bob, Jr.\", mail: x}]", "author: Ann, Bob, Jr.",
    ])
    func listsOfPeopleAreOneAuthor(text: String) {
        #expect(settings("\(text)\ntitle: T") == ["author: Ann, Bob, Jr.", "title: T"])
    }

    @Test(arguments: [
        "theme:\n  name: dark\n  override:\n    footer:\n      style: template\n      left: a | b\n      right: '{current_slide}'",
        "theme: {name: dark, override: {footer: {left: a | b, right: \"{current_slide}\"}}}",
    ])
    func themesAndFootersOfPresentermAreRead(text: String) {
        #expect(settings(text) == ["theme: dark", "footer: a / b |  | {current_slide}"])
    }

    @Test func optionsAreRead() {
        #expect(settings("options:\n  incremental_lists: true\n  x: y") == ["incremental_lists: true", "options.x: -"])
        #expect(settings("options: {incremental_lists: true}") == ["incremental_lists: true"])
        #expect(settings("patat:\n  incrementalLists: true") == ["incremental_lists: true"])
        #expect(settings("mermaid: {scale: 2}\nfooter: [a]") == ["mermaid: -", "footer: -"])
    }

    /// A line that cannot be read takes no other one with it, and nothing takes longer for being odd.
    @Test(arguments: ["[", "{", "{{{{", "[[[[]", "]", "'", "\"", "|", "- a", "{a", "{a:", "{:", "[a, {b: ]}", "{,,}"])
    func oddValuesHarmNothing(value: String) {
        let read = FrontMatterTree(SourceLine.lines(of: "title: T\nodd: \(value)\n\(value)\ndate: d")).settings
        #expect(read.first.map { [$0.key, $0.value] } == ["title", "T"])
        #expect(read.contains { $0.key == "date" } || "[{".contains(value.first!), "\(read)")
        let deep = String(repeating: value, count: 10_000)
        #expect(FrontMatterTree(SourceLine.lines(of: "title: \(deep)")).settings.count == 1)
        let steps = (0..<200).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
        #expect(FrontMatterTree(SourceLine.lines(of: steps)).entries.count == 1)
    }

    @Test func whatIsWrongIsSaidWithItsPlace() throws {
        let deck = try Deck(
            parsing:
                "---\ntitle: T\nauthor: {x: y}\n- z\nincremental_lists: yes\nfooter: '{pag} | a'\noptions: {x: y}\n---\n# A"
        )
        #expect(
            deck.warnings.map(\.description) == [
                "3:9: expected one text for `author`, got a list or a mapping; ignored",
                "4:1: expected `key: value`; ignored",
                "5:20: expected true or false, got `yes`; ignored",
                "6:9: expected {title}, {subtitle}, {author}, {event}, {date}, {page} and {pages} in the footer, got `{pag}`; "
                    + "did you mean `{page}`?",
                "7:1: unknown front-matter key `options.x`, ignored (known: title, subtitle, author, date, event, theme, "
                    + "preset, duration, footer, incremental_lists)",
            ])
    }

    @Test func aFooterIsAPartOfEachPage() throws {
        let head =
            "---\ntitle: T --->> x\nauthor: A | B\ndate: d\nfooter: \"{author} | {title} {date} | {page}/{pages}\"\n---\n"
        let deck = try Deck(
            parsing: head
                + "# One\ntext\n---\n# Two\n<!-- no_footer -->\n---\n\n---\n# Three\n```\n<!-- no_footer -->\n```\n")
        let comment = "<!-- footer: A / B | T --- >> x d | {page}/{pages} -->\n\n"
        #expect(
            deck.pages.map(\.body) == [
                "<!-- title_page -->\n\n<!-- alignment: center -->\n\nA | B\n\nd", comment + "text",
                "<!-- no_footer -->", "",
                comment + "```\n<!-- no_footer -->\n```",
            ])
        let long = try Deck(parsing: "---\nfooter: \(String(repeating: "a", count: 301))\n---\n# A\ntext")
        #expect(long.warnings.map(\.line) == [2] && long.pages[0].body.utf8.count < 340)
        #expect(try Deck(parsing: "---\nfooter: a|b|c|d\n---\n# A").warnings.map(\.line) == [2])
        #expect(try Deck(parsing: "---\nfooter: ''\n---\n# A\nb").pages[0].body == "b")
    }

    @Test func theFooterHasThreeParts() {
        func parts(_ text: String, _ page: Int64? = 3, _ count: Int? = 9) -> [String] {
            let (left, centre, right) = PageFooter(text).parts(page: page, of: count)
            return [left, centre, right]
        }
        #expect(parts("a") == ["a", "", ""])
        #expect(parts(" a |b ") == ["a", "", "b"])
        #expect(parts("a | {page} of {pages} | b|c") == ["a", "3 of 9", "b|c"])
        #expect(parts("| | {page}/{pages}", nil, nil) == ["", "", "/"])
    }

    @Test func listsOfTheWholeDeckAreBuilt() throws {
        let text = "# A\n- a\n- b\n---\n# B\n<!-- incremental_lists: false -->\n- a\n---\n# C\n1. a\n"
        for head in ["incremental_lists: true", "options:\n  incremental_lists: true"] {
            let deck = try Deck(parsing: "---\n\(head)\n---\n\(text)")
            #expect(deck.pages.map(\.steps) == [2, 0, 1] && deck.warnings == [])
        }
        #expect(try Deck(parsing: text).pages.map(\.steps) == [0, 0, 0])
    }

    @Test func pagesMayHaveSettingsOfTheirOwn() throws {
        let report = DeckReport(
            reading: """
                ---
                title: T
                ---
                layout: center
                ---
                # A
                ---
                # B
                ---
                layout: two-cols
                transition: fade
                theme: dark
                ---
                # C
                left
                <!-- column: 1 -->
                right
                ---
                background: x.png
                transition: none
                ---
                # D
                ---

                ---
                transition: none
                """)
        let deck = try #require(report.deck)
        #expect(report.dialect == .riffle)
        #expect(deck.pages.map(\.title) == ["A", "B", "C", "D", "", "transition: none"])
        #expect(deck.pages[0].body.hasPrefix("<!-- jump_to_middle -->\n<!-- alignment: center -->"))
        #expect(deck.pages[2].body.hasPrefix("<!-- column_layout: [1, 1] -->\n<!-- column: 0 -->\nleft"))
        #expect(
            deck.warnings.map(\.description) == [
                "11:1: there are no transitions here (2 times), ignored",
                "12:1: there are no themes of single pages here, ignored",
                "19:1: there are no pictures as backgrounds here, ignored",
            ])
        #expect(report.pageStarts.map(\.line) == [6, 8, 14, 22, 24, 26])
    }

    @Test(arguments: ["cover", "intro", "section", "statement", "fact", "quote", "end"])
    func pagesOfAFewLargeWordsAreTitlePages(layout: String) throws {
        let deck = try Deck(parsing: "---\ntitle: T\n---\nlayout: \(layout)\n---\n# A\n---\n# B\n")
        #expect(deck.pages[0].body.hasPrefix("<!-- title_page -->\n<!-- alignment: center -->"))
    }

    /// A page of a few words with colons is a page.
    @Test(arguments: ["result: good", "layout: center\n\ntext", "class: x", "name: x\nlayout: y"])
    func wordsWithColonsAreText(page: String) throws {
        let report = DeckReport(reading: "# A\n---\n# C\n---\n\(page)\n---\n# B")
        #expect(report.deck?.pages.count == 4 || report.dialect != .riffle)
    }

    @Test func rulesEndPagesOfPresentermWhereItSaysSo() throws {
        let text = "---\noptions:\n  end_slide_shorthand: true\n---\nOne\n===\n\na\n\n---\n\nTwo\n===\n"
        let report = DeckReport(reading: text)
        #expect(report.dialect == .presenterm && report.deck?.pages.map(\.title) == ["One", "Two"])
        #expect(report.warnings == [])
    }

    /// Texts that would be something else without their quotation marks.
    @Test(arguments: ["a # b", "'a'", "- a", "[a", "{a}", #"a "b" \ c"#, "#a", "> a"])
    func settingsOfOthersStayTheSame(title: String) throws {
        let quoted = title.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let text = DialectReader.converted("---\nmarp: true\ntitle: \"\(quoted)\"\n---\n# A").text
        #expect(try Deck(parsing: text).title == title)
    }

    @Test func pagesOfOthersMayBeHidden() throws {
        for key in ["hide", "disabled"] {
            let text = "---\ntransition: fade\n---\n# A\n---\n\(key): true\n---\n# B\n---\n\(key): false\n---\n# C"
            #expect(try Deck(parsing: text).pages.map(\.title) == ["A", "C"])
        }
    }

    @Test func themesHaveTheNamesOfOthers() {
        for (name, theme) in [
            ("dark", "terminal-dark"), ("Light", "terminal-light"), ("catppuccin-mocha", "catppuccin"),
            ("gruvbox-dark", "gruvbox"), ("default", "terminal-dark"), ("dracula", "dracula"),
        ] {
            #expect(Theme(name)?.name == theme)
        }
        #expect(Theme("tokyonight-storm") == nil && Theme("seriph") == nil)
    }
}
