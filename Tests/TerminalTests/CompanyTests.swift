import TestPeers
import Testing

extension TerminalScenes {
    /// Several people with different parts in one room.
    @Suite(.serialized) struct CompanyTests {
        @Test func notesStayWithThePresenter() throws {
            try Venue.with { venue in
                let pat = try venue.join("Pat", role: "presenter", columns: 120, rows: 40, more: ["--notes"])
                let bob = try venue.join("Bob", columns: 120, rows: 40, more: ["--notes"])
                let vera = try venue.join("Vera", role: "viewer")
                try pat.wait(for: "whisper one", "Beta")
                pat.type(" ")
                try pat.wait(for: "whisper two")
                try pat.wait(for: "Bob", "Vera")
                for terminal in [bob, vera] {
                    try terminal.wait(for: "page 2 of 6, step 1 of 3", "The boat floats.")
                    terminal.type("s")
                    terminal.pause(seconds: 1)
                    let all = String(decoding: terminal.bytesWritten, as: UTF8.self)
                    #expect(!all.contains("whisper"), "notes never come to others")
                }
                pat.type("s")
                try pat.wait(without: "whisper two")
            }
        }

        @Test func aPresenterDarkensAndLightsThePages() throws {
            try Venue.with { venue in
                let pat = try venue.join("Pat", role: "presenter")
                let bob = try venue.join("Bob")
                pat.type("b")
                try bob.wait(without: "The apple falls.")
                pat.type("b")
                try bob.wait(for: "The apple falls.")
            }
        }

        @Test func whoReadsAloneSeesHowFarBehindAndReturns() throws {
            try Venue.with { venue in
                let (ann, vera) = (try venue.join("Ann"), try venue.join("Vera", role: "viewer"))
                ann.type("3G")
                try vera.wait(for: "page 3 of 6", "idle")
                vera.type("f")
                try vera.wait(for: "= to return")
                vera.type("h")
                try vera.wait(for: "page 2 of 6, step 3 of 3", "A third boat.", "1 page behind, = to return")
                ann.type("l")
                try vera.wait(for: "2 pages behind, = to return", "A third boat.")
                #expect(ann.screen.shows("page 3 of 6") || ann.screen.shows("page 4 of 6"))
                ann.type(" ")
                try vera.wait(for: "3 pages behind, = to return", "A third boat.")
                vera.type("=")
                try vera.wait(for: "page 5 of 6", "The elk stands.").expect(missing: "= to return")
            }
        }

        /// What the presenter's terminal said before it was taken.
        private static func invitation(of terminal: Terminal) throws -> String {
            let said = String(decoding: terminal.bytesWritten, as: UTF8.self)
            let words = said.split(whereSeparator: \.isWhitespace)
            guard words.starts(with: ["riffle", "join"]), words.count > 2, words[2].hasPrefix("ws://") else {
                throw Terminal.Failure(description: "no invitation in \(said)")
            }
            return String(words[2])
        }

        @Test func presentServesAndSaysHowToJoin() throws {
            try Venue.with { venue in
                let pat = try venue.open(
                    [Venue.riffle, "present", venue.deckPath, "--listen", "127.0.0.1:0", "--notes"], columns: 100)
                try pat.wait(for: "page 1 of 6", "whisper one")
                let url = try Self.invitation(of: pat)
                let bob = try venue.open([Venue.riffle, "join", url, "--name", "Bob"])
                try bob.wait(for: "page 1 of 6", "The apple falls.")
                pat.type("  ")
                try bob.wait(for: "page 2 of 6, step 2 of 3", "A second boat.")
                pat.type("q")
                #expect(try pat.exitCode() == 0)
                #expect(pat.settings == pat.settingsBefore)
                try bob.wait("the end of the talk") { screen in
                    screen.shows("connection lost") || !screen.modes.contains(ModelTerminal.Mode.alternateScreen)
                }
            }
        }

        /// A presenter that is killed leaves no server behind.
        @Test func theServerOfAPresenterThatIsKilledEnds() throws {
            try Venue.with { venue in
                let pat = try venue.open([Venue.riffle, "present", venue.deckPath, "--listen", "127.0.0.1:0"])
                try pat.wait(for: "page 1 of 6")
                let url = try Self.invitation(of: pat)
                let bob = try venue.open([Venue.riffle, "join", url, "--name", "Bob", "--attempts", "2"])
                try bob.wait(for: "page 1 of 6")
                pat.signal(9)
                #expect(try pat.exitCode() == -9)
                #expect(try bob.exitCode() == 69, "nobody serves any more")
                #expect(bob.settings == bob.settingsBefore)
            }
        }
    }
}
