import TestPeers
import Testing

extension TerminalScenes {
    /// The deck's file is edited while it is shown.
    @Suite(.serialized) struct ReloadTests {
        private static let more = "# Preface\nThe newt swims.\n---\n# Contents\nThe owl reads.\n---\n"

        /// The same talk with two pages in front.
        private static var longer: String {
            TerminalFixture.talk.replacingOccurrences(of: "# Alpha", with: more + "# Alpha")
        }

        /// The text a terminal received after its first `count` bytes.
        private func text(on terminal: Terminal, since count: Int) -> String {
            String(decoding: terminal.bytesWritten.dropFirst(count), as: UTF8.self)
        }

        @Test func everybodyStaysOnTheirPage() throws {
            try TerminalFixture.with { fixture in
                let (pat, url) = try fixture.present(["--notes"], columns: 120, rows: 40)
                let bob = try fixture.join("Bob", at: url, columns: 60, rows: 14)
                pat.type("  ")
                for terminal in [pat, bob] {
                    try terminal.wait(for: "page 2 of 6, step 2 of 3", "A second boat.", "idle")
                }
                let before = bob.bytesWritten.count
                try fixture.write(Self.longer)
                for terminal in [pat, bob] { try terminal.wait(for: "page 4 of 8, step 2 of 3", "A second boat.") }
                for strange in ["newt", "owl", "apple", "goat"] {
                    #expect(!text(on: bob, since: before).contains(strange), "no other page comes by")
                }
                try pat.wait(for: "whisper two")
                bob.type("gg")
                for terminal in [pat, bob] { try terminal.wait(for: "page 1 of 8", "The newt swims.", "idle") }
                // The page one is on is rewritten, and pages before it go.
                bob.type("5G")
                try TerminalFixture.wait(on: [pat, bob], for: "page 5 of 8", "The goat climbs.", "idle")
                try fixture.write(
                    TerminalFixture.talk.replacingOccurrences(of: "The goat climbs.", with: "The goat falls."))
                for terminal in [pat, bob] { try terminal.wait(for: "page 3 of 6", "The goat falls.") }
            }
        }

        /// The page is dragged half-way to the next one when pages come before it.
        @Test func whileThePageIsDragged() throws {
            try TerminalFixture.with { fixture in
                let (pat, url) = try fixture.present(columns: 100)
                let bob = try fixture.join("Bob", at: url, columns: 80)
                pat.type("3G")
                try TerminalFixture.wait(on: [pat, bob], for: "page 3 of 6", "The goat climbs.", "idle")
                bob.press(column: 60, row: 8)
                for column in [56, 48, 40] { bob.drag(column: column, row: 8) }
                for terminal in [pat, bob] { try terminal.wait(for: "page 3 of 6", "dragging +25%") }
                let lines = bob.screen.lines.dropLast()
                try fixture.write(Self.longer)
                for terminal in [pat, bob] { try terminal.wait(for: "page 5 of 8", "dragging +25%") }
                #expect(bob.screen.lines.dropLast() == lines, "to the column")
                for column in [30, 10] { bob.drag(column: column, row: 8) }
                bob.release(column: 10, row: 8)
                for terminal in [pat, bob] { try terminal.wait(for: "page 6 of 8", "The dog barks.", "idle") }
            }
        }

        /// The pages are on their way to the next one when pages come before it.
        @Test func whileThePagesFly() throws {
            let slow = TerminalFixture.talk.replacingOccurrences(of: "title: A talk", with: "preset: buttons")
            try TerminalFixture.with(deck: slow) { fixture in
                let (pat, url) = try fixture.present(columns: 100)
                let bob = try fixture.join("Bob", at: url, columns: 80)
                pat.type("3G")
                try TerminalFixture.wait(on: [pat, bob], for: "page 3 of 6", "The goat climbs.", "idle")
                // So long that the reload surely comes before the end.
                let settle = try fixture.write(
                    """
                    riffle: 1
                    actors: [{name: cy, role: presenter, steps: [{configure: {settle: {linear: 8s}}}, {expect: {rejected: none}}]}]
                    """, to: "slow.riffle.yaml")
                let configured = try TerminalFixture.run(["replay", settle, "--into", url])
                try #require(configured.code == 0, "\(configured.complaints)")
                let before = bob.bytesWritten.count
                let lookouts = [pat, bob].map { $0.lookout() }
                pat.type(" ")
                for lookout in lookouts { try lookout.wait(for: "settling") }
                try fixture.write(slow.replacingOccurrences(of: "# Alpha", with: Self.more + "# Alpha"))
                for lookout in lookouts { try lookout.wait(for: "settling", " of 8") }
                for terminal in [pat, bob] { try terminal.wait(for: "page 6 of 8", "The dog barks.", "idle") }
                for strange in ["newt", "owl", "boat", "elk"] {
                    #expect(!text(on: bob, since: before).contains(strange), "the flight goes where it went")
                }
            }
        }

        /// The pages go on moving while a program of the deck runs, which ends only afterwards.
        @Test func whileAProgramRuns() throws {
            try TerminalFixture.with { fixture in
                let (pat, url) = try fixture.present(["--exec"], columns: 160)
                let bob = try fixture.join("Bob", at: url, columns: 80)
                let wait = "while [ ! -e \(fixture.path("go")) ]; do sleep 0.05; done; echo gone"
                let deck = TerminalFixture.talk.replacingOccurrences(
                    of: "The goat climbs.", with: "```sh +exec\n\(wait)\n```")
                try fixture.write(deck)
                try pat.wait(for: "reading the deck: talk.md:21: running sh")
                pat.type("4G")
                try TerminalFixture.wait(on: [pat, bob], for: "page 4 of 6", "The dog barks.", "idle")
                bob.press(column: 60, row: 8)
                for column in [56, 48, 40] { bob.drag(column: column, row: 8) }
                for terminal in [pat, bob] { try terminal.wait(for: "page 4 of 6", "dragging +25%") }
                bob.release(column: 40, row: 8)
                try fixture.write("", to: "go")
                try pat.wait(for: "deck reloaded for everybody")
                bob.type("3G")
                for terminal in [pat, bob] { try terminal.wait(for: "page 3 of 6", "gone") }
            }
        }

        @Test func aBrokenDeckChangesNothingAndNamesTheLine() throws {
            try TerminalFixture.with { fixture in
                let (pat, url) = try fixture.present(columns: 160)
                let bob = try fixture.join("Bob", at: url)
                pat.type("3G")
                try TerminalFixture.wait(on: [pat, bob], for: "page 3 of 6", "The goat climbs.", "idle")
                try fixture.write("# Alpha\n\nA bell \u{7} rings.\n")
                try pat.wait(for: "talk.md:3:8: the text holds the control character U+0007; the pages stay")
                try fixture.write("# Alpha\n" + String(repeating: "No end to it.\n", count: 80_000))
                try pat.wait(for: "talk.md:74899:11: the deck has 1120008 bytes, at most 1048576 are possible")
                try fixture.write("")
                try pat.wait(for: "talk.md:1:1: the deck has no pages; the pages stay as they were")
                for terminal in [pat, bob] { try terminal.wait(for: "page 3 of 6", "The goat climbs.", "idle") }
                try fixture.write(Self.longer)
                for terminal in [pat, bob] { try terminal.wait(for: "page 5 of 8", "The goat climbs.", "idle") }
            }
        }

        /// Every second character of these pages' notes takes two on the way.
        private static func long(pages: Int) -> String {
            let line = String(repeating: "\"x", count: 500) + "\n"
            let notes = "<!-- notes: \(String(repeating: line, count: 60)) -->"
            return String(repeating: "# Long\nIt goes on.\n\n\(notes)\n---\n", count: pages)
        }

        @Test func theLongestDeckThereMayBeFits() throws {
            try TerminalFixture.with { fixture in
                let (pat, url) = try fixture.present(columns: 160)
                let bob = try fixture.join("Bob", at: url)
                try fixture.write(Self.long(pages: 17))
                for terminal in [pat, bob] { try terminal.wait(for: " of 18", "It goes on.") }
            }
        }

        /// A server that takes no more than a file has bytes would send the presenter away, again and again.
        @Test func whatAServerDoesNotTakeIsNotSent() throws {
            try TerminalFixture.with(server: ["--max-content-bytes", "20000"]) { fixture in
                let words = [TerminalFixture.riffle, "present", fixture.deckPath, "--server", fixture.url]
                let pat = try fixture.open(words, columns: 160)
                try pat.wait(for: "page 1 of 6", "The apple falls.")
                try fixture.write(Self.long(pages: 1))
                try pat.wait(for: "bytes in a message, this server accepts at most 20000; the pages stay as they were")
                try fixture.write(Self.longer)
                try pat.wait(for: "page 3 of 8", "The apple falls.")
                #expect(!String(decoding: pat.bytesWritten, as: UTF8.self).contains("connection lost"))
            }
        }
    }
}
