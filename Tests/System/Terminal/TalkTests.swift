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
                let port = try Loopback.freePort()
                let server = try ServedRooms(arguments: ["--room", "talk=\(fixture.deckPath)"], port: port)
                defer { server.end() }
                let url = TerminalFixture.url(port: port)
                let words = [TerminalFixture.riffle, "present", fixture.deckPath, "--server", url]
                let pat = try fixture.open(words, columns: 100)
                try pat.wait(for: "page 1 of 6", "idle")
                pat.type("3G")
                try pat.wait(for: "page 3 of 6", "idle")
                try TerminalFixture.awaitLoss(on: [pat]) { server.end() }
                let again = try ServedRooms(arguments: ["--room", "talk=\(fixture.deckPath)"], port: port)
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
                // In use by this test. Another suite's test lets go of the port within the time; a program that keeps it
                // serves as well.
                var holder: Int32?
                defer { if let holder { close(holder) } }
                try? eventually("port 7420", within: 30) {
                    holder = try? Loopback.listener(at: 7420)
                    return holder != nil
                }
                let pat = try fixture.open([TerminalFixture.riffle, "present", fixture.deckPath], columns: 100)
                try pat.wait(for: "127.0.0.1:7420 is in use, using 127.0.0.1:")
                pat.type("q")
                #expect(try pat.exitCode() == 0)
            }
        }

        /// In a window that is too narrow for the command, the way to it is shown.
        @Test func theHintForOthersFitsIntoTheBorder() throws {
            try TerminalFixture.with { fixture in
                let words = [TerminalFixture.riffle, "present", fixture.deckPath, "--listen", "127.0.0.1:0"]
                let narrow = try fixture.open(words, columns: 40)
                try narrow.wait(for: "? shows how others join")
                let wider = try fixture.open(words, columns: 50)
                try wider.wait(for: "  riffle join ws://127.0.0.1:", "/rooms/talk")
                narrow.type("?")
                try narrow.wait(for: "others join with:")
            }
        }

        /// With `--open` everybody gets in, and only who has the printed key presents and reads the notes.
        @Test func theKeyOfAnOpenTalkMakesAPresenter() throws {
            try TerminalFixture.with { fixture in
                let words = [TerminalFixture.riffle, "present", fixture.deckPath, "--listen", "0.0.0.0:0", "--open"]
                let pat = try fixture.open(words + ["--notes"], columns: 100)
                try pat.wait(for: "page 1 of 6", "whisper one")
                let printed = String(decoding: pat.bytesWritten, as: UTF8.self).split(whereSeparator: \.isWhitespace)
                let url = String(try #require(printed.first { $0.hasPrefix("ws://127.0.0.1:") }))
                let key = String(printed[try #require(printed.firstIndex(of: "key")) + 1])
                pat.type("?")
                try pat.wait(for: "others present with the presenter key:", key)
                // Without the notes the audience may see this screen.
                pat.type("?s")
                try pat.wait(without: "whisper one")
                pat.type("?")
                let help = try pat.wait(for: "others join with:")
                #expect(!help.lines.joined().contains(key))
                let keyFile = try fixture.write(key + "\n", to: "key")
                let present = [TerminalFixture.riffle, "present", fixture.deckPath, "--server", url]
                let stranger = try fixture.open(present, columns: 100)
                try stranger.wait(for: "page 1 of 6", "you are a member here")
                let bob = try fixture.open(
                    [TerminalFixture.riffle, "join", url, "--role", "presenter", "--notes", "--name", "Bob"],
                    columns: 100)
                try bob.wait(for: "page 1 of 6", "The apple falls.", "no notes")
                let cleo = try fixture.open(present + ["--token-file", keyFile, "--notes"], columns: 100)
                try cleo.wait(for: "page 1 of 6", "whisper one")
                cleo.type("2G")
                try cleo.wait(for: "page 2 of 6", "whisper two")
                try bob.wait(for: "page 2 of 6", "The boat floats.")
                #expect(!String(decoding: bob.bytesWritten, as: UTF8.self).contains("whisper"))
            }
        }

        @Test func aDeckIsACommandOfItsOwn() throws {
            try TerminalFixture.with { fixture in
                let pat = try fixture.open(
                    [TerminalFixture.riffle, fixture.deckPath, "--listen", "127.0.0.1:0"], columns: 100)
                try pat.wait(for: "page 1 of 6", "The apple falls.", "others join with: riffle join ws://127.0.0.1:")
                pat.type("q")
                #expect(try pat.exitCode() == 0)
            }
        }

        @Test func warningsOfTheDeckAreInTheStatusLine() throws {
            try TerminalFixture.with { fixture in
                let deck = try fixture.write("---\ncolour: dark\n---\n# One\n", to: "odd.md")
                let pat = try fixture.open(
                    [TerminalFixture.riffle, "present", deck, "--listen", "127.0.0.1:0"], columns: 200)
                try pat.wait(for: "1 warning: riffle check", "odd.md")
                pat.type("\u{1B}[200~qqq\u{1B}[201~")
                try pat.wait(for: "pasted text is ignored")
            }
        }
    }
}
