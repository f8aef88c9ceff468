import Foundation
import Testing

@testable import riffle

/// Findings of `riffle check` about decks.
@Suite struct DeckCheckTests {
    private func sentences(_ text: String, size: WindowSize = .standard) -> [String] {
        DeckCheck(Array(text.utf8), file: "talk.md", size: size).findings.map(\.sentence)
    }

    @Test func nothingIsSaidOfAGoodDeck() {
        #expect(sentences("# A\ntext\n---\n# B\n- a\n<!-- pause -->\n- b\n") == [])
    }

    @Test func warningsAndErrorsHaveTheirPlaces() {
        let text = "---\nautor: X\n---\n# A\n--- \nwords\n---\n\nno heading\n---\n---\n# E\na <!-- pause -->"
        #expect(
            sentences(text) == [
                "talk.md:2:1: warning: unknown front-matter key `autor`, ignored (did you mean `author`? known: "
                    + "title, subtitle, author, date, event, theme, preset, duration, footer, incremental_lists)",
                "talk.md:5:1: warning: not the end of a page: only `---` without blanks around it is",
                "talk.md:9:1: warning: page 2 has no heading; its first words are its title",
                "talk.md:11:1: warning: page 3 is empty",
                "talk.md:13:3: warning: not a pause: only `<!-- pause -->` alone in its line is",
            ])
        let pauses = String(repeating: "<!-- pause -->\n", count: 101)
        #expect(
            sentences("# A\n\(pauses)")
                == ["talk.md:102:1: error: the page has 101 pauses, at most 100 are possible"])
        #expect(sentences("a\n\0") == ["talk.md:2:1: error: the text holds a NUL character"])
        let bytes = DeckCheck([0x41, 0xFF], file: "talk.md", size: .standard).findings.map(\.sentence)
        #expect(bytes == ["talk.md:1:2: error: the text is not UTF-8"])
    }

    @Test func aPageThatDoesNotFitIsReported() {
        let items = (1...30).map { "- item \($0)" }.joined(separator: "\n")
        let text = "# A\na\n---\n\n# B\n\(items)"
        #expect(sentences(text).count == 1)
        #expect(sentences(text).first?.hasPrefix("talk.md:5:1: warning: page 2 has ") == true)
        #expect(sentences(text).first?.hasSuffix(" more than 80x24 shows at once") == true)
        #expect(sentences(text, size: WindowSize(columns: 80, rows: 50)) == [])
        let words = Array(repeating: "word", count: 200).joined(separator: " ")
        #expect(sentences("# A\n\(words)", size: WindowSize(columns: 100, rows: 24)) == [])
        #expect(sentences("# A\n\(words)", size: WindowSize(columns: 20, rows: 24)).count == 1)
    }

    @Test func aPauseThatIsCodeIsReported() {
        #expect(
            sentences("# A\ntext\n\n\t<!-- pause -->\n") == [
                "talk.md:1:1: warning: page 1 has 1 pause, and its text shows 0; is one in code?"
            ])
        #expect(
            sentences("# A\ntext\n\n    <!-- pause -->\n") == [
                "talk.md:4:5: warning: not a pause: expected three blanks at most before it, within its list item"
            ])
    }

    @Test func aCommandForTheLayoutThatIsNoneIsReported() throws {
        #expect(
            sentences(
                "# A\n<!-- column_layout: [1,x] -->\na\n---\n# B\n<!-- column:\n  9\n-->\nb\n```\n<!-- column: 9 -->\n```\n"
            ) == [
                "talk.md:2:1: warning: column_layout: expected 1 to 8 shares from 1 to 100, such as [2, 1], got `[1,x]`; "
                    + "the comment does nothing",
                "talk.md:6:1: warning: column: expected a number from 0 to 7, got `9`; the comment does nothing",
            ])
        let scene = try DeckScene()
        try scene.write("# A\n---\n<!-- include: b.md -->\n", to: "talk.md")
        try scene.write("# B\n\n<!-- alignment: middle -->\nb\n", to: "b.md")
        let path = "\(scene.folder)/talk.md"
        let found = try Check.findings(in: path, size: .standard, loader: scene.loader())
        #expect(
            found.map { $0.sentence.replacing("\(scene.folder)/", with: "") } == [
                "b.md:3:1: warning: alignment: expected left, center or right, got `middle`; the comment does nothing"
            ])
    }

    @Test func linksToFilesThatAreNotThereAreReported() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appendingPathComponent("there is.md"))
        let text = """
            # A
            [a](there%20is.md#part) [b](https://x.y/z) [c](#part) [d](mailto:a@b.c)
            - *[e](gone.md?x)*, [again](gone.md)
            """
        let file = folder.appendingPathComponent("talk.md").path
        let findings = DeckCheck(Array(text.utf8), file: file, size: .standard).findings
        #expect(
            findings == [Finding(.warning, "there is no file `gone.md`", file: file, line: 3, column: 8)])
    }

    @Test func findingsAsJSON() throws {
        let finding = Finding(.warning, "odd \"word\"", file: "a/b.md", line: 2, column: 3)
        #expect(
            try finding.jsonLine()
                == #"{"column":3,"file":"a/b.md","line":2,"severity":"warning","text":"odd \"word\""}"#)
    }

    @Test func warningsFailOnlyWhenStrict() {
        let warning = Finding(.warning, "odd", file: "a.md", line: 1)
        let error = Finding(.error, "wrong", file: "a.md", line: 1)
        #expect(Check.passes([], strict: true))
        #expect(Check.passes([warning], strict: false))
        #expect(!Check.passes([warning], strict: true))
        #expect(!Check.passes([warning, error], strict: false))
    }
}
