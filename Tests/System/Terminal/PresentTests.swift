import Foundation
import Glibc
import TestPeers
import Testing

extension TerminalScenes {
    /// Decks brought to rooms: by a server of one's own, or to one that runs already.
    @Suite(.serialized) struct PresentTests {
        @Test func presentServesAndPrintsHowToJoin() throws {
            try TerminalFixture.with { fixture in
                let (pat, url) = try fixture.present(["--notes"])
                try pat.wait(for: "whisper one")
                let bob = try fixture.join("Bob", at: url)
                try bob.wait(for: "page 1 of 6", "The apple falls.")
                pat.type("  ")
                try bob.wait(for: "page 2 of 6, step 2 of 3", "A second boat.")
                pat.type("q")
                #expect(try pat.exitCode() == 0)
                #expect(pat.settings == pat.settingsBefore)
                try pat.wait(for: "riffle present: talk: 6 pages, ", "2 people at most")
                try bob.wait(for: "the presentation has ended; q leaves", "A second boat.")
                bob.type(" ")
                try bob.wait(for: "A second boat.")
                bob.type("q")
                #expect(try bob.exitCode() == 0)
            }
        }

        /// The end of a talk is a success for commands that follow it, with a plain line.
        @Test func whoFollowsATalkWithoutAWindowEndsWithIt() throws {
            try TerminalFixture.with { fixture in
                let (pat, url) = try fixture.present()
                let plain = try fixture.open([TerminalFixture.riffle, "join", url, "--plain"])
                let recorder = try fixture.open(
                    [TerminalFixture.riffle, "record", url, "-o", fixture.path("a.riffle.jsonl")])
                try plain.wait(for: "The apple falls.")
                try recorder.wait(for: "riffle record: recording")
                pat.type("q")
                #expect(try plain.exitCode() == 0 && recorder.exitCode() == 0)
                try plain.wait(for: "riffle join: the presentation has ended")
                try recorder.wait(for: "riffle record: the presentation has ended")
            }
        }

        /// A presenter that is killed leaves no server behind, and nothing of the deck.
        @Test func theServerOfAPresenterThatIsKilledEnds() throws {
            try TerminalFixture.with { fixture in
                let scratch = fixture.path("scratch")
                try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: false)
                let (pat, url) = try fixture.present(environment: ["TMPDIR": scratch])
                let folder = try #require(try FileManager.default.contentsOfDirectory(atPath: scratch).first)
                var status = stat()
                #expect(stat("\(scratch)/\(folder)", &status) == 0 && status.st_mode & 0o077 == 0, "its owner's alone")
                let bob = try fixture.open([TerminalFixture.riffle, "join", url, "--name", "Bob", "--attempts", "2"])
                try bob.wait(for: "page 1 of 6")
                pat.signal(SIGKILL)
                #expect(try pat.exitCode() == -SIGKILL)
                #expect(try bob.exitCode() == 69, "the server has ended")
                #expect(bob.settings == bob.settingsBefore)
                try eventually("an empty folder") {
                    try FileManager.default.contentsOfDirectory(atPath: scratch).isEmpty
                }
            }
        }

        /// The file may be anything meanwhile; the room is what it was, and nobody has touched a key.
        @Test func aServerThatDiesIsStartedAgain() throws {
            try TerminalFixture.with { fixture in
                let (pat, url) = try fixture.present()
                let bob = try fixture.join("Bob", at: url)
                let vera = try fixture.open(
                    [TerminalFixture.riffle, "join", url, "--name", "Vera"], columns: 60, rows: 14)
                pat.type("  ")
                for terminal in [pat, bob, vera] {
                    try terminal.wait(for: "page 2 of 6, step 2 of 3", "A second boat.", "idle")
                }
                try fixture.write("\0")
                try pat.wait(for: "talk.md:1:1")
                let server = try #require(pat.children.first)
                let lookout = bob.lookout()
                try TerminalFixture.awaitLoss(on: [pat, bob, vera]) { kill(server, SIGKILL) }
                try lookout.wait(for: "connection lost", "A second boat.")
                for terminal in [bob, pat, vera] {
                    try terminal.wait("the way back") { screen in
                        screen.shows("in step") && screen.shows("page 2 of 6, step 2 of 3")
                            && screen.shows("A second boat.") && !screen.shows("connection lost")
                    }
                }
                let next = try #require(pat.children.first)
                #expect(next != server && pat.children.count == 1)
                bob.type(" ")
                for terminal in [pat, vera] { try terminal.wait(for: "step 3 of 3", "A third boat.", "idle") }
                // Again, in good order, and the presenter's own hand this time.
                try TerminalFixture.awaitLoss(on: [pat, bob, vera]) { kill(next, SIGTERM) }
                for terminal in [pat, bob, vera] {
                    try terminal.wait(for: "in step", "3 members").expect(missing: "connection lost")
                }
                pat.type("5G")
                for terminal in [bob, vera] { try terminal.wait(for: "page 5 of 6", "The elk stands.", "idle") }
                pat.type("q")
                #expect(try pat.exitCode() == 0)
                try pat.wait(for: "was restarted (2 times)")
                #expect(kill(next, 0) != 0)
            }
        }

        /// Pages of the file are in the room again even if they changed while there was no server.
        @Test func anEditMeanwhileIsNotLost() throws {
            try TerminalFixture.with { fixture in
                let (pat, url) = try fixture.present()
                let bob = try fixture.join("Bob", at: url)
                let server = try #require(pat.children.first)
                // Stopped, it answers nobody; what is sent to it is lost when it is killed.
                kill(server, SIGSTOP)
                try fixture.write(
                    TerminalFixture.talk.replacingOccurrences(of: "The zebra runs.", with: "The zebra sleeps."))
                // On a busy machine the silence of the server may be seen before the deck is read.
                try pat.wait("a reload or a silent server") {
                    $0.shows("reloading the deck") || $0.shows("connection lost")
                }
                try TerminalFixture.awaitLoss(on: [pat, bob]) { kill(server, SIGKILL) }
                try bob.wait(for: "in step", "2 members").expect(missing: "connection lost")
                bob.type("G")
                try bob.wait(for: "page 6 of 6", "The zebra sleeps.", "idle")
            }
        }

        @Test func aServerThatRunsAlreadyGetsTheDeck() throws {
            try TerminalFixture.with(server: ["--create", "any"]) { fixture in
                let deck = try fixture.write("# One\nThe first.\n---\n# Two\nThe second.\n", to: "other.md")
                let server = "ws://127.0.0.1:\(fixture.server.port)"
                let bob = try fixture.join("Bob")
                // A room that shows something else.
                let pat = try fixture.open(
                    [TerminalFixture.riffle, "present", deck, "--server", fixture.url], columns: 100)
                for terminal in [pat, bob] { try terminal.wait(for: "page 1 of 2", "The first.", "idle") }
                pat.type("q")
                #expect(try pat.exitCode() == 0)
                bob.type(" ")
                try bob.wait(for: "page 2 of 2", "The second.")
                // A room that is not there yet, named after the file.
                let pam = try fixture.open(
                    [TerminalFixture.riffle, "present", deck, "--server", server + "/"], columns: 100)
                try pam.wait(for: "page 1 of 2", "The first.", "others join with: riffle join \(server)/rooms/other")
                let cleo = try fixture.join("Cleo", at: "\(server)/rooms/other")
                pam.type(" ")
                try cleo.wait(for: "page 2 of 2", "The second.", "idle")
                try cleo.wait("two") { $0.shows("2 members") }
                #expect(pam.children.isEmpty, "somebody else serves")
            }
        }

        /// A presenter changes a room of another preset to the preset of the deck.
        @Test func thePresetOfTheDeckComesWithIt() throws {
            try TerminalFixture.with { fixture in
                let deck = try fixture.write("---\npreset: tabs\n---\n# One\nA\n---\n# Two\nB\n", to: "other.md")
                let pat = try fixture.open(
                    [TerminalFixture.riffle, "present", deck, "--server", fixture.url], columns: 100)
                try pat.wait(for: "[ One ]", "Two", "page 1 of 2", "idle")
                pat.type("h")
                try pat.wait(for: "[ Two ]", "page 2 of 2", "idle")
            }
        }

        @Test func aClosedServerWantsATokenAndTLSItsAuthority() throws {
            let authority = try TestAuthority()
            let pair = try authority.issue()
            let secret = authority.path("secret")
            #expect(try TerminalFixture.run(["token", "new-secret", secret]).code == 0)
            let words = ["--tls-cert", pair.certificate, "--tls-key", pair.key, "--secret-file", secret]
            try TerminalFixture.with(server: words) { fixture in
                let token = try TerminalFixture.run([
                    "token", "--secret-file", secret, "--room", "talk", "--role", "presenter", "--expires", "1h",
                ])
                let tokenFile = try fixture.write(try #require(token.lines.first), to: "token")
                let url = "wss://127.0.0.1:\(fixture.server.port)/rooms/talk"
                let present = [TerminalFixture.riffle, "present", fixture.deckPath, "--server", url]
                let trusting = ["--tls-ca", authority.certificate]
                let pat = try fixture.open(present + trusting + ["--token-file", tokenFile], columns: 100)
                try pat.wait(for: "page 1 of 6", "The apple falls.", "others join with: riffle join \(url)")
                pat.type(" ")
                try pat.wait(for: "page 2 of 6, step 1 of 3", "idle")
                let stranger = try fixture.open(present + trusting)
                #expect(try stranger.exitCode() == 77)
                #expect(stranger.screen.shows("a token is required"))
                let careful = try fixture.open(present + ["--token-file", tokenFile])
                #expect(try careful.exitCode() == 77)
                #expect(careful.screen.shows("--tls-ca FILE"))
            }
        }

        /// With a secret everybody but the presenter needs a token, also when the server has been started again.
        @Test func anOwnServerMayBeClosed() throws {
            try TerminalFixture.with { fixture in
                let secret = fixture.path("secret")
                #expect(try TerminalFixture.run(["token", "new-secret", secret]).code == 0)
                let (pat, url) = try fixture.present(["--secret-file", secret])
                #expect(String(decoding: pat.bytesWritten, as: UTF8.self).contains("\(url) --token-file TOKEN"))
                let stranger = try fixture.open([TerminalFixture.riffle, "join", url])
                #expect(try stranger.exitCode() == 77)
                let token = try TerminalFixture.run([
                    "token", "--secret-file", secret, "--room", "talk", "--role", "viewer", "--expires", "1h",
                ])
                let tokenFile = try fixture.write(try #require(token.lines.first), to: "token")
                let vera = try fixture.open([TerminalFixture.riffle, "join", url, "--token-file", tokenFile])
                try vera.wait(for: "page 1 of 6", "The apple falls.")
                let server = try #require(pat.children.first)
                try TerminalFixture.awaitLoss(on: [pat, vera]) { kill(server, SIGKILL) }
                for terminal in [pat, vera] {
                    try terminal.wait(for: "in step", "2 members").expect(missing: "connection lost")
                }
                pat.type(" ")
                try vera.wait(for: "page 2 of 6", "The boat floats.")
            }
        }

        /// The presenter trusts its own server's certificate without an option; the others need its authority.
        @Test func anOwnServerMaySpeakTLS() throws {
            let authority = try TestAuthority()
            let pair = try authority.issue(days: 30)
            try TerminalFixture.with { fixture in
                let (pat, url) = try fixture.present(["--tls-cert", pair.certificate, "--tls-key", pair.key])
                #expect(url.hasPrefix("wss://127.0.0.1:"))
                let bob = try fixture.join("Bob", at: url, more: ["--tls-ca", authority.certificate])
                let named = url.replacing("127.0.0.1", with: "localhost")
                let vera = try fixture.join("Vera", at: named, more: ["--tls-ca", authority.certificate])
                pat.type("  ")
                try TerminalFixture.wait(on: [pat, bob, vera], for: "page 2 of 6, step 2 of 3", "A second boat.")
                bob.type("5G")
                for terminal in [pat, vera] { try terminal.wait(for: "page 5 of 6", "The elk stands.", "idle") }
                let stranger = try fixture.open([TerminalFixture.riffle, "join", url])
                #expect(try stranger.exitCode() == 77)
                #expect(stranger.screen.shows("--tls-ca FILE"))
                let plain = url.replacing("wss", with: "ws")
                let deaf = try fixture.open([TerminalFixture.riffle, "join", plain, "--attempts", "1"])
                #expect(try deaf.exitCode() == 69)
                let server = try #require(pat.children.first)
                try TerminalFixture.awaitLoss(on: [bob, pat, vera]) { kill(server, SIGKILL) }
                for terminal in [bob, pat, vera] {
                    try terminal.wait(for: "in step", "3 members").expect(missing: "connection lost")
                }
                pat.type("h")
                for terminal in [bob, vera] { try terminal.wait(for: "page 4 of 6", "The dog barks.", "idle") }
            }
        }
    }
}
