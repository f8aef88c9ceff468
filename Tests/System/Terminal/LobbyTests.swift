import Foundation
import Glibc
import TerminalView
import TestPeers
import Testing

extension TerminalScenes {
    /// The lobby, the short ways to a talk, and the list of talks.
    @Suite(.serialized) struct LobbyTests {
        @Test func aTalkBeginsInTheLobby() throws {
            try TerminalFixture.with { fixture in
                let words = ["--lobby", "--ssh", "127.0.0.1:2222"]
                let (pat, url) = try fixture.present(words, columns: 80)
                try pat.wait(
                    for: "A talk", "riffle join 127.0.0.1:", "nobody else is here yet", "Space begins the talk")
                try pat.wait(for: "ssh talk@127.0.0.1 -p 2222")
                try pat.wait("the code") { screen in screen.shows("████ ▄▄▄▄▄ █") }
                let bob = try fixture.join("Bob", at: url)
                // Members see the first page, and the lobby sees them.
                try bob.wait(for: "The apple falls.")
                try pat.wait(for: "2 people are here", "Bob").expect(missing: "The apple falls.")
                pat.type(" ")
                try pat.wait(for: "The apple falls.", "page 1 of 6").expect(missing: "people are here")
                pat.type(" ")
                try bob.wait(for: "The boat floats.", "page 2 of 6", "idle")
                pat.type("A")
                try pat.wait(for: "2 people are here")
                pat.type("A")
                try pat.wait(for: "The boat floats.")
                pat.type("?")
                try pat.wait(for: "ssh talk@127.0.0.1 -p 2222")
                pat.type("qq")
                #expect(try pat.exitCode() == 0)
            }
        }

        /// A projector that only watches shows it as well.
        @Test func aMemberShowsTheLobbyToo() throws {
            try TerminalFixture.with { fixture in
                let vera = try fixture.join("Vera", role: "viewer", columns: 60, rows: 18)
                vera.type("A")
                try vera.wait(for: "riffle join 127.0.0.1:", "nobody else is here yet", "a window of 55x20 or more")
                vera.resize(columns: 100, rows: 40)
                try vera.wait("the code") { screen in screen.lines.count { $0.contains("█") } > 10 }
                vera.type("q")
                try vera.wait(for: "The apple falls.")
                vera.type("q")
                #expect(try vera.exitCode() == 0)
            }
        }

        @Test func aDeckAloneIsPresented() throws {
            try TerminalFixture.with { fixture in
                let pat = try fixture.open([TerminalFixture.riffle, fixture.deckPath, "--listen", "127.0.0.1:0"])
                try pat.wait(for: "The apple falls.", "page 1 of 6")
                pat.type("q")
                #expect(try pat.exitCode() == 0)
            }
        }

        /// A stand-in for `avahi-browse` announces the room under a name of the network.
        @Test func joinWithoutAnAddressListsTalks() throws {
            try TerminalFixture.with { fixture in
                let line = #"=;lo;IPv4;talk;_riffle._tcp;local;box.local;127.0.0.1;\#(fixture.server.port);"room=talk""#
                let tool = fixture.path("avahi-browse")
                try ScriptProgram.write("echo '\(line)'", to: tool)
                let folder = URL(fileURLWithPath: tool).deletingLastPathComponent().path
                let path = ["PATH": "\(folder):/usr/bin:/bin"]
                let vera = try fixture.open([TerminalFixture.riffle, "join", "--name", "Vera"], environment: path)
                try vera.wait(for: "1  127.0.0.1:\(fixture.server.port)/talk  on this network", "Enter leaves")
                vera.type("7\r")
                try vera.wait(for: "expected a number from 1 to 1 or an address, got 7")
                vera.type("1\r")
                try vera.wait(for: "The apple falls.", "in step")
                vera.type("q")
                #expect(try vera.exitCode() == 0)
                // Now it was joined before, and is listed without Avahi too.
                let again = try fixture.open(
                    [TerminalFixture.riffle, "join"], columns: 100, environment: ["PATH": "/bin/nowhere"])
                try again.wait(for: "so talks on this network are not listed", "/talk  joined before")
                again.type("\r")
                #expect(try again.exitCode() == 0)
            }
        }

        /// The service file goes with the talk, also when the presenter is killed.
        @Test(arguments: [false, true]) func aTalkIsAnnouncedUntilItsEnd(isKilled: Bool) throws {
            try TerminalFixture.with { fixture in
                let folder = fixture.path("services")
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
                let port = try Loopback.freePort()
                let pat = try fixture.open(
                    [
                        TerminalFixture.riffle, "present", fixture.deckPath, "--listen", "0.0.0.0:\(port)", "--open",
                        "--announce-into", folder,
                    ], columns: 100)
                try pat.wait(for: "page 1 of 6")
                let names = try FileManager.default.contentsOfDirectory(atPath: folder)
                #expect(names == ["riffle-\(port)-talk.service"])
                let text = try String(contentsOfFile: "\(folder)/\(names[0])", encoding: .utf8)
                #expect(text.contains("<port>\(port)</port>") && text.contains("room=talk<"))
                if isKilled { pat.signal(SIGKILL) } else { pat.type("q") }
                #expect(try pat.exitCode() == (isKilled ? -SIGKILL : 0))
                try eventually("no file") { try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty }
            }
        }

        @Test func aTalkThatCannotBeAnnouncedSaysWhy() throws {
            try TerminalFixture.with { fixture in
                let end = try TerminalFixture.run([
                    "present", fixture.deckPath, "--listen", "0.0.0.0:0", "--open", "--announce-into", "/proc/nowhere",
                ])
                #expect(end.code == 1 && end.complaints.contains("got /proc/nowhere: No such file"), "\(end)")
                #expect(end.complaints.contains("avahi-publish -s talk _riffle._tcp"), "\(end)")
            }
        }

        @Test func theAddressIsPrintedWithACode() throws {
            let end = try TerminalFixture.run(["send", "http://192.0.2.7:7420/talk", "address"])
            #expect(end.code == 0, "\(end)")
            let words = ["http://192.0.2.7:7420/talk", "ws://192.0.2.7:7420/rooms/talk", "riffle join 192.0.2.7/talk"]
            #expect(Array(end.lines.prefix(3)) == words && end.lines.count == 3 + 17)
            try TerminalFixture.with { fixture in
                let words = [TerminalFixture.riffle, "send", "192.0.2.7/talk", "address"]
                let wide = try fixture.open(words, columns: 60, rows: 30)
                #expect(try wide.exitCode() == 0)
                let white = try wide.wait(for: "riffle join 192.0.2.7/talk").cells.count { $0.style.isSign }
                #expect(white == 33 * 17, "\(white)")
                let narrow = try fixture.open(words, columns: 28, rows: 30)
                #expect(try narrow.exitCode() == 0)
                try narrow.wait(for: "no QR code: exp", "ns or more, got 28")
            }
        }
    }
}
