import Foundation
import Glibc
import PagingEngine
import PagingRoom
import TestPeers
import Testing

extension EndToEnd {
    /// Commands that know several addresses of a room.
    @Suite struct AddressTests {
        /// The URL of a room on a port where nobody listens.
        private func deadURL() throws -> String { "ws://127.0.0.1:\(try Loopback.freePort())/rooms/numbers" }

        /// Plays with the fixture's server and another one that has a room of the same name.
        private func withTwoServers(_ play: (EndToEndFixture, RunningServer) throws -> Void) throws {
            try EndToEndFixture.with { fixture in
                let other = try RunningServer(rooms: [EndToEndFixture.numbers], loops: 1)
                defer { other.end() }
                try play(fixture, other)
            }
        }

        @Test func aMemberWhoseServerIsKilledAppearsAtTheNext() throws {
            try withTwoServers { fixture, other in
                let ann = try fixture.join("ann")
                let bob = try fixture.join("bob", port: other.port)
                let urls = [fixture.server.url(of: "numbers"), other.url(of: "numbers")]
                let reader = try RunningProgram(arguments: ["join"] + urls + ["--name", "reader"])
                defer { reader.end() }
                try ann.wait("the reader") { $0.sees("reader", away: false) }
                #expect(!bob.now.sees("reader", away: false))
                try fixture.killServer()
                try bob.wait("the reader") { $0.sees("reader", away: false) }
                try reader.waitForComplaint("riffle join: connected to 127.0.0.1:\(other.port)")
                // The pages go on where that server is.
                try bob.achieve(.jump(PageIndex(3), animated: true))
                try reader.wait(for: "page 3") { $0.contains { $0.hasPrefix("page 3") } }
            }
        }

        @Test func whenTheLastAddressIsLostTheFirstIsNext() throws {
            try withTwoServers { fixture, other in
                let ann = try fixture.join("ann")
                let urls = [fixture.server.url(of: "numbers"), other.url(of: "numbers")]
                let bob = try fixture.join("bob", port: other.port)
                let dead = try deadURL()
                let reader = try RunningProgram(
                    arguments: ["join", dead, urls[1], dead, urls[0], "--name", "reader"])
                defer { reader.end() }
                try bob.wait("the reader") { $0.sees("reader", away: false) }
                try reader.waitForComplaint("connected to 127.0.0.1:\(other.port)")
                try bob.achieve(.jump(PageIndex(2), animated: true))
                other.end()
                try ann.wait("the reader") { $0.sees("reader", away: false) }
                try reader.waitForComplaint("connected to 127.0.0.1:\(fixture.server.port)")
            }
        }

        @Test func sendAndRecordPassOverADeadAddress() throws {
            let folder = try ScratchFolder()
            try EndToEndFixture.with { fixture in
                let ann = try fixture.join("ann")
                let url = fixture.server.url(of: "numbers")
                let dead = try deadURL()
                let sent = try RunningProgram.run(["send", dead, url, "goto", "5", "--name", "cue"])
                #expect(sent.code == 0, "\(sent.complaints)")
                try ann.wait("the page") { $0.replica?.target == PageIndex(5) }
                let file = folder.path("talk.riffle.jsonl")
                let recorder = try RunningProgram(arguments: ["record", dead, url, "-o", file])
                defer { recorder.end() }
                try recorder.waitForComplaint("riffle record: connected to 127.0.0.1:\(fixture.server.port)")
                try recorder.waitForComplaint("riffle record: recording")
                recorder.signal(SIGINT)
                #expect(try recorder.exitCode() == 130)
            }
        }

        @Test func presentPassesOverADeadServer() throws {
            let folder = try ScratchFolder()
            let deck = try folder.write("# One\n\nText.\n", to: "deck.md")
            try EndToEndFixture.with { fixture in
                let ann = try fixture.join("ann")
                let servers = ["--server", try deadURL(), "--server", fixture.server.url(of: "numbers")]
                let talk = try RunningProgram(arguments: ["present", deck, "--name", "pat"] + servers)
                defer { talk.end() }
                try ann.wait("the deck") { $0.replica?.window.first?.page.title == "One" }
                try talk.waitForComplaint("riffle present: connected to 127.0.0.1:\(fixture.server.port)")
            }
        }

        @Test func whenNoAddressAnswersTheRoundsAreCounted() throws {
            let words = ["join", try deadURL(), try deadURL(), "--attempts", "2"]
            let result = try RunningProgram.run(words)
            #expect(result.code == 69)
            #expect(result.complaints.contains("(2 attempts)"), "\(result.complaints)")
        }

        @Test(arguments: ["join", "send", "record", "present"])
        func theURLsNameOneRoom(command: String) throws {
            let urls = ["ws://127.0.0.1:1/rooms/one", "ws://127.0.0.1:2/rooms/two"]
            let words: [String] =
                switch command {
                case "send": urls + ["next"]
                case "record": urls + ["-o", "-"]
                case "present": ["Examples/decks/tour.md"] + urls.flatMap { ["--server", $0] }
                default: urls
                }
            let result = try RunningProgram.run([command] + words)
            #expect(result.code == 64)
            let expected = "expected the room one, got two, at ws://127.0.0.1:2/rooms/two"
            #expect(result.complaints.contains(expected), "\(result.complaints)")
        }
    }
}
