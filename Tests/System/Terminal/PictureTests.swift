import Foundation
import TestPeers
import TestSupport
import Testing

extension TerminalScenes {
    /// Pictures of a deck in real terminals.
    @Suite(.serialized) struct PictureTests {
        /// A row of half blocks in two colours.
        private static let blocks = String(repeating: "▀", count: 20)

        private func waitForPicture(_ terminals: Terminal...) throws {
            for terminal in terminals {
                try terminal.wait("a picture") { screen in screen.lines.contains { $0.contains(Self.blocks) } }
            }
        }

        /// A presenter gives its pictures to a server that comes back without them, too; who joins then sees them as well.
        @Test func everybodySeesThePicturesAlsoAfterTheServersDeath() throws {
            try TerminalFixture.with { fixture in
                let hills = Repository.file("Examples/decks/pictures/hills.png")
                try FileManager.default.copyItem(atPath: hills.path, toPath: fixture.path("hills.png"))
                let deck = try fixture.write("# Hills\n\n![the hills](hills.png)\n---\n# Words\n", to: "hills.md")
                let (pat, url) = try fixture.present(["--unicode"], deck: deck)
                let bob = try fixture.join("Bob", at: url, more: ["--unicode"])
                try waitForPicture(pat, bob)
                let eve = try fixture.join("Eve", at: url, more: ["--pictures", "off"])
                try eve.wait(for: "[the hills]")
                let server = try #require(pat.children.first)
                try TerminalFixture.awaitLoss(on: [pat, bob]) { kill(server, SIGKILL) }
                try TerminalFixture.wait(on: [pat, bob], for: "page 1 of 2")
                let kim = try fixture.join("Kim", at: url, more: ["--unicode"])
                try waitForPicture(pat, bob, kim)
                pat.type(" ")
                try kim.wait(for: "page 2 of 2")
                try kim.wait("no picture") { screen in !screen.lines.contains { $0.contains("▀") } }
            }
        }

        /// The first picture is far from the page that a presenter and a member see when they come.
        @Test func aPictureOfALaterPageReachesTheRoom() throws {
            try TerminalFixture.with { fixture in
                let hills = Repository.file("Examples/decks/pictures/hills.png")
                try FileManager.default.copyItem(atPath: hills.path, toPath: fixture.path("hills.png"))
                let words = (1...5).map { "# Words \($0)\n---\n" }.joined()
                let deck = try fixture.write(words + "# Hills\n\n![the hills](hills.png)\n", to: "later.md")
                let (pat, url) = try fixture.present(["--unicode"], deck: deck)
                let bob = try fixture.join("Bob", at: url, more: ["--unicode"])
                pat.type("6\r")
                try TerminalFixture.wait(on: [pat, bob], for: "page 6 of 6")
                try waitForPicture(pat, bob)
            }
        }
    }
}
