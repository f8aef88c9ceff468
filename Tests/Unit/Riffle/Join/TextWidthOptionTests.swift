import PagingEngine
import PagingWire
import Scripting
import Testing

@testable import riffle

/// The width of running text in commands that draw rooms.
@Suite struct TextWidthOptionTests {
    @Test func aGateHasIt() throws {
        let words = ["gate", "--server", "ws://127.0.0.1:7420"]
        let gate = try #require(try Riffle.parseAsRoot(words + ["--width", "60"]) as? Gate)
        #expect(try gate.settings().session.measure == 60)
        let usual = try #require(try Riffle.parseAsRoot(words) as? Gate)
        #expect(try usual.settings().session.measure == nil)
        #expect(throws: (any Error).self) { try Riffle.parseAsRoot(words + ["--width", "39"]) }
    }

    @Test func aReplayHasIt() throws {
        let replay = try #require(try Riffle.parseAsRoot(["replay", "a.riffle.jsonl", "--width", "60"]) as? Replay)
        let recording = Recording(header: RecordingHeader(room: "r", date: "today", recorder: "test"))
        #expect(replay.picture(of: recording, .letters).measure == 60 && replay.offlineShow.measure == 60)
        let usual = try #require(try Riffle.parseAsRoot(["replay", "a.riffle.jsonl"]) as? Replay)
        #expect(usual.picture(of: recording, .letters).measure == nil && usual.offlineShow.measure == nil)
    }
}
