import Foundation
import Glibc
import TestPeers
import Testing

extension TerminalScenes {
    /// Notes for a presenter at the start, and the place of a talk that broke off.
    @Suite(.serialized) struct TalkTests {
        /// A presenter that fails goes on from the page of the talk, and so does everybody else.
        @Test func aTalkThatBrokeOffGoesOn() throws {
            try TerminalFixture.with { fixture in
                let words = [TerminalFixture.riffle, "present", fixture.deckPath, "--listen", "127.0.0.1:0"]
                let (pat, _) = try fixture.present()
                pat.type("4G")
                try pat.wait(for: "page 4 of 6", "idle")
                pat.signal(SIGKILL)
                #expect(try pat.exitCode() == -SIGKILL)
                let next = try fixture.open(words, columns: 100)
                try next.wait(for: "page 4 of 6", "where the talk broke off")
                next.type("q")
                #expect(try next.exitCode() == 0)
                let last = try fixture.open(words, columns: 100)
                try last.wait(for: "page 1 of 6", "idle")
            }
        }

        /// A server without a store that is restarted has forgotten the page; the presenter has not.
        @Test func aServerThatForgotThePageIsReminded() throws {
            try TerminalFixture.with { fixture in
                let server = try ServedRooms(arguments: ["--room", "talk=\(fixture.deckPath)"])
                let url = TerminalFixture.url(port: server.port)
                let words = [TerminalFixture.riffle, "present", fixture.deckPath, "--server", url]
                let pat = try fixture.open(words, columns: 100)
                try pat.wait(for: "page 1 of 6", "idle")
                pat.type("3G")
                try pat.wait(for: "page 3 of 6", "idle")
                try TerminalFixture.awaitLoss(on: [pat]) { server.end() }
                let again = try ServedRooms(arguments: ["--room", "talk=\(fixture.deckPath)"], port: server.port)
                defer { again.end() }
                try pat.wait(for: "page 3 of 6", "in step", "where the talk broke off")
            }
        }

        /// A room that went on without the presenter keeps its page.
        @Test func aRoomThatWentOnIsNotMoved() throws {
            try TerminalFixture.with { fixture in
                let words = [TerminalFixture.riffle, "present", fixture.deckPath, "--server", fixture.url]
                let pat = try fixture.open(words, columns: 100)
                try pat.wait(for: "page 1 of 6", "idle")
                pat.type("2G")
                try pat.wait(for: "page 2 of 6", "idle")
                pat.signal(SIGKILL)
                #expect(try pat.exitCode() == -SIGKILL)
                #expect(try TerminalFixture.run(["send", fixture.url, "goto", "5"]).code == 0)
                let next = try fixture.open(words, columns: 100)
                try next.wait(for: "page 5 of 6", "idle").expect(missing: "where the talk broke off")
                next.type(" ")
                try next.wait(for: "page 6 of 6", "idle")
            }
        }

        /// The port that README and help name may belong to somebody else.
        @Test func aPortInUseIsNamed() throws {
            try TerminalFixture.with { fixture in
                let words = [TerminalFixture.riffle, "present", fixture.deckPath]
                let first = try fixture.open(words, columns: 100)
                try first.wait(for: "page 1 of 6")
                let second = try fixture.open(words, columns: 100)
                try second.wait(for: "127.0.0.1:7420 is in use, using 127.0.0.1:")
                second.type("q")
                #expect(try second.exitCode() == 0)
            }
        }

        @Test func warningsOfTheDeckAreInTheStatusLine() throws {
            try TerminalFixture.with { fixture in
                let deck = try fixture.write("---\ntheme: dark\n---\n# One\n", to: "odd.md")
                let pat = try fixture.open(
                    [TerminalFixture.riffle, "present", deck, "--listen", "127.0.0.1:0"], columns: 200)
                try pat.wait(for: "1 warning: riffle check", "odd.md")
                pat.type("\u{1B}[200~qqq\u{1B}[201~")
                try pat.wait(for: "pasted text is ignored")
            }
        }
    }
}
