import TestPeers
import TestSupport
import Testing

extension TerminalScenes {
    /// Titles of double size in real terminals.
    @Suite(.serialized) struct TitleTests {
        private static let kitty = ["TERM": "xterm-kitty"]
        private static let xterm = ["XTERM_VERSION": "XTerm(379)"]

        /// Plays a talk, and returns the terminal after its end.
        private func play(
            _ fixture: TerminalFixture, _ environment: [String: String], _ scaling: ModelTerminal.Scaling,
            more words: [String] = [], showsLarge: Bool
        ) throws -> Terminal {
            let words = [TerminalFixture.riffle, "present", fixture.deckPath, "--listen", "127.0.0.1:0"] + words
            let terminal = try fixture.open(words, environment: environment, scaling: scaling)
            func waitForTitle(_ title: String, on page: String) throws {
                try terminal.wait("\(title) on \(page)") { screen in
                    screen.shows(page)
                        && (showsLarge
                            ? screen.largeTexts == [title] : screen.largeTexts == [] && screen.shows(title))
                }
            }
            try waitForTitle("Alpha", on: "page 1 of 6")
            terminal.type(" ")
            try waitForTitle("Beta", on: "page 2 of 6")
            terminal.type("?")
            try terminal.wait("the keys") { $0.shows("Keys") }
            terminal.type("?")
            try waitForTitle("Beta", on: "page 2 of 6")
            terminal.resize(columns: 100, rows: 30)
            try waitForTitle("Beta", on: "page 2 of 6")
            terminal.type("q")
            #expect(try terminal.exitCode() == 0)
            #expect(terminal.screen.failures == [])
            return terminal
        }

        @Test func aTerminalThatScalesLettersShowsLargeTitles() throws {
            try TerminalFixture.with { fixture in
                _ = try play(fixture, Self.kitty, .known, showsLarge: true)
            }
        }

        @Test(arguments: [ModelTerminal.Scaling.unknown, .silent])
        func aTerminalThatDoesNotHasTheUsualOnes(scaling: ModelTerminal.Scaling) throws {
            try TerminalFixture.with { fixture in
                let terminal = try play(fixture, Self.kitty, scaling, showsLarge: false)
                let text = String(decoding: terminal.bytesWritten, as: UTF8.self)
                #expect(
                    text.split(separator: "]66;", omittingEmptySubsequences: false).count == 2,
                    "the question and nothing else")
            }
        }

        @Test func xtermShowsTitlesInRowsOfDoubleSize() throws {
            try TerminalFixture.with { fixture in
                _ = try play(fixture, Self.xterm, .unknown, showsLarge: true)
            }
        }

        @Test func titlesArePlainWhereTheyAreAskedToBe() throws {
            try TerminalFixture.with { fixture in
                for environment in [Self.kitty, Self.xterm] {
                    let terminal = try play(
                        fixture, environment, .known, more: ["--titles", "plain"], showsLarge: false)
                    let text = String(decoding: terminal.bytesWritten, as: UTF8.self)
                    #expect(!text.contains("]66;") && !text.contains("\u{1B}#"))
                }
            }
        }
    }
}
