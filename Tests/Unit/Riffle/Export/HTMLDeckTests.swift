import Foundation
import PagingContent
import TestSupport
import Testing

@testable import riffle

/// A deck as a page for browsers, as text; `page_tests.py` opens one in Chromium.
@Suite struct HTMLDeckTests {
    private func html(_ text: String, hasNotes: Bool = false) throws -> String {
        let deck = try Deck(parsing: text)
        return HTMLDeck(deck, DeckPages(deck, path: "talk.md"), theme: nil, hasNotes: hasNotes).text
    }

    /// The part between the head and the script.
    private func body(_ text: String, hasNotes: Bool = false) throws -> String {
        let html = try html(text, hasNotes: hasNotes)
        let start = try #require(html.firstRange(of: "<main>")).upperBound
        return String(html[start..<(try #require(html.firstRange(of: "</main>")).lowerBound)])
    }

    @Test func nothingOfADeckIsMarkup() throws {
        let mark = "<img src=x onerror=\"alert('a')\">&"
        let page = """
            ---
            title: \(mark)
            footer: "\(mark)"
            ---
            # \(mark)
            `\(mark)`

            ```html
            \(mark)
            ```

            ![\(mark)](none.png)

            | \(mark) |
            |---|
            | \\\(mark) |

            - [a](https://example.org/?"><b>&'c)

            <!-- notes: \(mark) -->
            """
        let html = try html(page, hasNotes: true)
        #expect(!html.contains("<img") && !html.contains("<b>") && !html.contains("alert('a')"))
        #expect(html.contains("<title>&lt;img src=x onerror=&quot;alert(&#39;a&#39;)&quot;&gt;&amp;</title>"))
        #expect(html.contains("<aside>&lt;img") && html.contains("<span>&lt;img"))
        let links = html.matches(of: /<a ([^>]*)>/).map { String($0.1) }
        #expect(links.count == 1 && links[0].hasPrefix("href=\"https://example.org/?"), "\(links)")
        #expect(links.allSatisfy { $0.count { $0 == "\"" } == 4 }, "no quote ends an address: \(links)")
    }

    @Test(arguments: ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//example.org/a", "a.md"])
    func otherAddressesAreNoLinks(address: String) throws {
        let body = try body("# A\n[words](\(address))")
        #expect(body.contains("words") && !body.contains("href"))
    }

    @Test func notesAreThereOnlyWhenAsked() throws {
        let deck = "# A\ntext\n\n<!-- notes: whisper -->"
        #expect(try !html(deck).contains("whisper"))
        #expect(try html(deck, hasNotes: true).contains("<aside>whisper</aside>"))
    }

    /// The file's steps are those of the pages, of pauses and of groups of lines alike.
    @Test(arguments: ["Examples/decks/everything.md", "Examples/decks/tour.md", "Examples/other-programs/slidev.md"])
    func stepsAreThoseOfThePages(path: String) throws {
        let file = Repository.file(path)
        let deck = try Deck(parsing: String(contentsOf: file, encoding: .utf8))
        let html = HTMLDeck(deck, DeckPages(deck, path: file.path), theme: nil, hasNotes: false).text
        let steps = html.matches(of: /data-steps="(\d+)"/).compactMap { Int($0.1) }
        #expect(steps == deck.pages.map(\.steps))
    }

    @Test func groupsOfLinesBeginWithTheirStep() throws {
        let body = try body("# A\n<!-- pause -->\n```c {1|2}\na\nb\n```\n\nend\n\n<!-- pause -->\nlast")
        #expect(body.contains("data-steps=\"3\""))
        #expect(body.contains("<pre data-first=\"1\" data-step=\"1\">"))
        #expect(body.contains("data-lit=\"10\">a</span>") && body.contains("data-lit=\"01\">b</span>"))
        #expect(body.contains("<p data-step=\"2\">end") && body.contains("<p data-step=\"3\">last"))
    }

    @Test func theFileNeedsNoNetworkAndRunsItsOwnScriptOnly() throws {
        let html = try html("# A\n![a](https://example.org/a.png)\n\n<script>alert(1)</script>")
        #expect(
            html.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-")
        )
        #expect(html.matches(of: /<script/).count == 1)
        #expect(html.matches(of: /(src|href)="(?!data:)/).isEmpty)
    }
}
