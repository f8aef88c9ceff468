import Foundation
import Glibc
import PagingEngine
import PagingRoom
import TestPeers
import Testing

@testable import riffle

extension CommandScenes {
    /// `riffle send` in hot-keys and scripts.
    @Suite struct SendTests {
        @Test func aPresenterBlanksTheScreens() throws {
            try EndToEndFixture.with { fixture in
                let ann = try fixture.join("ann")
                let url = fixture.server.url(of: "numbers")
                func blank(_ words: String...) throws -> Int32 {
                    try RunningProgram.run(["send", url, "blank"] + words).code
                }
                #expect(try blank("on") == 77, "a member may not")
                for (words, isDark) in [(["on"], true), (["on"], true), (["off"], false), ([], true), ([], false)] {
                    let result = try RunningProgram.run(["send", url, "blank"] + words + ["--role", "presenter"])
                    #expect(result.code == 0, "\(result.complaints)")
                    try ann.wait("the light") { $0.replica?.isBlank == isDark }
                }
                #expect(try blank("maybe") == 64)
            }
        }

        @Test func itPrintsTheCommittedEventAndLeaves() throws {
            try EndToEndFixture.with { fixture in
                let ann = try fixture.join("ann")
                let url = fixture.server.url(of: "numbers")
                let sent = try RunningProgram.run(["send", url, "goto", "5", "--name", "cue", "--json"])
                #expect(sent.code == 0 && sent.lines.count == 1)
                let result = try RawObject(line: try #require(sent.lines.first))
                let committed = Sequence(Int64(try #require(result.number("committed"))))
                let seen = try ann.wait("the goodbye") { $0.events.contains { $0.change.hasLeft("cue") } }
                let event = try #require(seen.events.first { $0.sequence == committed })
                #expect(event.change.word == "animation", "the last event the jump caused at once")
                #expect(!seen.events.contains { $0.change.isAway("cue") }, "it says goodbye")
                let refused = try RunningProgram.run(["send", url, "next", "--role", "viewer", "--json"])
                #expect(refused.code == 77 && refused.lines.isEmpty)
            }
        }

        @Test func aTimeoutEndsWithFailure() throws {
            try EndToEndFixture.with { fixture in
                let ann = try fixture.join("ann", role: .presenter)
                // Much longer than either command waits.
                try ann.achieve(.configure(.slow(milliseconds: 60_000)))
                let url = fixture.server.url(of: "numbers")
                let late = try RunningProgram.run(["send", url, "next", "--wait", "rest", "--timeout", "3s"])
                #expect(late.code == 1, "\(late.complaints)")
                let done = try RunningProgram.run(["send", url, "next", "--timeout", "50s"])
                #expect(done.code == 0, "done, although it still moves: \(done.complaints)")
                #expect(!ann.now.isAtRest, "neither waited for the rest")
            }
        }

        @Test func aServerThatDoesNotAnswerIsUnreachable() throws {
            let (listener, port) = try Loopback.listener()
            defer { close(listener) }
            let url = "ws://127.0.0.1:\(port)/rooms/a"
            let result = try RunningProgram.run(["send", url, "next", "--timeout", "500ms"])
            #expect(result.code == 69)
            #expect(result.complaints.contains("within 500ms"), "\(result.complaints)")
        }
    }
}

extension Event.Change {
    fileprivate func hasLeft(_ name: String) -> Bool {
        if case .member(let member, .left) = self { member.name == name } else { false }
    }

    fileprivate func isAway(_ name: String) -> Bool {
        if case .member(let member, .away) = self { member.name == name } else { false }
    }
}
