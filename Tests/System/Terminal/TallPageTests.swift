import TestPeers
import Testing

extension TerminalScenes {
    /// A page that is taller than the windows.
    @Suite(.serialized) struct TallPageTests {
        private static let tall =
            "# Tall\n" + (10...49).map { "- entry \($0)\n" }.joined() + "---\n# Short\nThe end.\n"

        private func expect(_ terminals: [Terminal], first line: String) throws {
            for terminal in terminals {
                // From 12 rows on the title has a row of its own between blank ones.
                try terminal.wait("\(line) at the top") { $0.lines[$0.rows > 12 ? 3 : 1].contains(line) }
            }
        }

        @Test func everybodySeesThePresentersTopmostLine() throws {
            try TerminalFixture.with { fixture in
                let deck = try fixture.write(Self.tall, to: "tall.md")
                let (pat, url) = try fixture.present(deck: deck)
                let bob = try fixture.join("Bob", at: url, columns: 40, rows: 12)
                try expect([pat, bob], first: "entry 10")
                pat.type("jjj")
                try expect([pat, bob], first: "entry 13")
                let lookout = pat.lookout()
                bob.type("j")
                try expect([bob], first: "entry 14")
                let eve = try fixture.join("Eve", at: url, columns: 60, rows: 16)
                try expect([eve], first: "entry 13")
                pat.type("k")
                try expect([pat, bob, eve], first: "entry 12")
                // A request of Bob's, which comes after everything his scrolling could have sent.
                bob.type("n")
                var tops: Set<String> = []
                try lookout.wait("Bob's turn") { screen in
                    tops.insert(screen.lines[3])
                    return screen.shows("The end.")
                }
                #expect(tops.contains { $0.contains("entry 12") } && !tops.contains { $0.contains("entry 14") })
                try TerminalFixture.wait(on: [pat, bob, eve], for: "The end.", "idle")
                pat.type("h")
                try expect([pat, bob, eve], first: "entry 10")
            }
        }

        @Test func thePresenterSeesForHowManyThePageIsCut() throws {
            try TerminalFixture.with { fixture in
                let deck = try fixture.write(Self.tall, to: "tall.md")
                let (pat, url) = try fixture.present(deck: deck, rows: 60)
                let bob = try fixture.join("Bob", at: url)
                try pat.wait(for: "cut for 1 of 2")
                let eve = try fixture.join("Eve", at: url, columns: 40, rows: 12)
                try pat.wait(for: "cut for 2 of 3")
                bob.resize(columns: 80, rows: 60)
                try pat.wait(for: "cut for 1 of 3")
                pat.type("n")
                try TerminalFixture.wait(on: [pat, bob, eve], for: "The end.", "idle")
                try pat.wait(without: "cut for")
                #expect(!bob.screen.shows("cut for"), "only presenters are told")
            }
        }
    }
}
