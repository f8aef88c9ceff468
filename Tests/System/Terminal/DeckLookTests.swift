import Foundation
import PagingContent
import TestPeers
import Testing

extension TerminalScenes {
    /// The look that a deck brings along: its theme, its code and its first page.
    @Suite(.serialized) struct DeckLookTests {
        private static let deck = """
            ---
            title: The talk
            subtitle: All of it
            theme: gruvbox
            ---
            # Code
            ```swift {1|2}
            let a = 1
            func b() {}
            ```
            """

        private func wait(_ terminal: Terminal, ground: ThemeColour?) throws {
            try terminal.wait("a ground of \(String(describing: ground))") { screen in
                screen.cells.allSatisfy { $0.style.ground == ground }
            }
        }

        @Test func everybodySeesTheThemeOfTheDeckUnlessTheyRefuse() throws {
            try TerminalFixture.with { fixture in
                let deck = try fixture.write(Self.deck, to: "themed.md")
                let full = ["COLORTERM": "truecolor"]
                let (pat, url) = try fixture.present(deck: deck, environment: full)
                try wait(pat, ground: .rgb(red: 0x28, green: 0x28, blue: 0x28))
                let bob = try fixture.join("Bob", at: url)
                try wait(bob, ground: .terminal(235))
                let eve = try fixture.join("Eve", at: url, more: ["--theme", "mono"])
                try wait(eve, ground: nil)
                let kim = try fixture.join("Kim", at: url, more: ["--color", "never"])
                try wait(kim, ground: nil)
                bob.type("C")
                try bob.wait(for: "theme github-light, in this window only")
                try wait(bob, ground: .terminal(231))
                try fixture.write(Self.deck.replacing("gruvbox", with: "dracula"), to: "themed.md")
                try wait(pat, ground: .rgb(red: 0x28, green: 0x2A, blue: 0x36))
                try wait(bob, ground: .terminal(231))
            }
        }

        @Test func aPersonsOwnOptionsAreStrongerThanTheDeck() throws {
            try TerminalFixture.with { fixture in
                let deck = try fixture.write(Self.deck, to: "themed.md")
                let folder = URL(fileURLWithPath: fixture.path("config/riffle"))
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try fixture.write("theme: dracula\n", to: "config/riffle/config.yaml")
                let own = ["XDG_CONFIG_HOME": fixture.path("config")]
                let (pat, url) = try fixture.present(deck: deck, environment: own)
                try wait(pat, ground: .terminal(236))
                let bob = try fixture.join("Bob", at: url)
                try wait(bob, ground: .terminal(235))
            }
        }

        @Test func aPersonsOwnKeysAndWidthCount() throws {
            try TerminalFixture.with { fixture in
                let words = String(repeating: "word ", count: 40)
                let deck = try fixture.write(
                    "---\ntitle: T\nauthor: Ann\nfooter: \"{author} | {page} of {pages}\"\n---\n# One\n\n\(words)\n---\n# Two\n",
                    to: "footed.md")
                let folder = URL(fileURLWithPath: fixture.path("config/riffle"))
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try fixture.write("width: 40\nkeys: {x: next, q: help}\n", to: "config/riffle/config.yaml")
                let own = ["XDG_CONFIG_HOME": fixture.path("config")]
                let (pat, url) = try fixture.present(deck: deck, environment: own)
                try pat.wait(for: "page 1 of 2", "Ann", "1 of 2")
                try pat.wait("a width of 40") { screen in
                    screen.lines.contains { $0.hasSuffix("word word") }
                        && screen.lines.allSatisfy { $0.count { $0 == "w" } <= 8 }
                }
                let bob = try fixture.join("Bob", at: url)
                try bob.wait("a width of 80") { screen in screen.lines.contains { $0.count { $0 == "w" } > 8 } }
                pat.type("x")
                try bob.wait(for: "page 2 of 2", "Ann", "2 of 2")
                pat.type("q")
                try pat.wait(for: "Space  Right  l  Enter  n  PgDn  x", "?  q  ")
            }
        }

        @Test func wideCodeIsScrolledInOneWindow() throws {
            try TerminalFixture.with { fixture in
                let line = (0..<20).map { "name\($0)" }.joined(separator: " ")
                let deck = try fixture.write("# Code\n```\n\(line)\n```", to: "wide.md")
                let (pat, url) = try fixture.present(deck: deck)
                let bob = try fixture.join("Bob", at: url)
                for terminal in [pat, bob] { try terminal.wait(for: "  name0", "...", "name19") }
                bob.type("L")
                try bob.wait(for: "  name0", " >").expect(missing: "name19")
                bob.type("9L")
                try bob.wait(for: "< ", "name19").expect(missing: " >")
                bob.type("9HH")
                try bob.wait(for: "  name0", "...", "name19")
                try pat.wait(for: "  name0", "...", "name19")
            }
        }

        @Test func codeComesWithItsColoursAndItsSteps() throws {
            try TerminalFixture.with { fixture in
                let deck = try fixture.write(Self.deck, to: "code.md")
                let (pat, url) = try fixture.present(deck: deck)
                try pat.wait(for: "page 1 of 2", "The talk", "All of it")
                let bob = try fixture.join("Bob", at: url)
                let keyword = Theme("gruvbox")?.in256Colours[.codeKeyword]
                func inks(_ screen: ModelTerminal, of word: String) -> [ThemeColour?] {
                    guard let row = screen.lines.firstIndex(where: { $0.contains(word) }),
                        let place = screen.lines[row].firstRange(of: word)
                    else { return [] }
                    let column = screen.lines[row][..<place.lowerBound].count
                    return (column..<column + 3).map { screen.cells[row * screen.columns + $0].style.ink }
                }
                let coloured = Array(repeating: keyword, count: 3)
                pat.type(" ")
                for terminal in [pat, bob] {
                    try terminal.wait("the first line highlighted") {
                        $0.shows("page 2 of 2, step 1 of 2") && inks($0, of: "let a") == coloured
                            && inks($0, of: "func b") != coloured
                    }
                }
                pat.type(" ")
                for terminal in [pat, bob] {
                    try terminal.wait("the second line highlighted") {
                        $0.shows("step 2 of 2") && inks($0, of: "let a") != coloured && inks($0, of: "func") == coloured
                    }
                }
            }
        }
    }
}
