import PagingEngine
import PagingWire
import Scripting
import Testing

@testable import riffle

/// Keys and time move a recording; the tests use virtual time.
@Suite struct RecordingPlayerTests {
    private func player(
        _ range: ClosedRange<Int64> = 0...Int64.max, speed: Double = 1, loops: Bool = false
    ) throws -> RecordingPlayer {
        var recording = Recording(header: RecordingHeader(room: "talk", date: "today", recorder: "test"))
        for line in try RecordedTalk.lines() { try recording.append(line) }
        return RecordingPlayer(recording, range: range, speed: speed, loops: loops)
    }

    private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: 500_000 + milliseconds) }

    @Test(arguments: [0.5, 1, 2, 8]) func playbackFollowsTheSpeed(speed: Double) throws {
        var player = try player(speed: speed)
        for moment in stride(from: Int64(0), through: 900, by: 7) { player.tick(at: at(moment)) }
        let place = player.playback.milliseconds
        #expect(abs(Double(place) - 896 * speed) <= 1, "\(place)")
    }

    @Test func pausedPlaybackContinuesFromItsPosition() throws {
        var player = try player()
        player.tick(at: at(0))
        player.tick(at: at(1_300))
        player.perform(.pause, at: at(1_300))
        #expect(player.isPaused && player.nextDeadline(at: at(1_300), frameMilliseconds: 33) == nil)
        player.tick(at: at(60_000))
        #expect(player.playback.milliseconds == 1_300)
        #expect(player.caption == "0:01.300 of 0:08, paused")
        player.perform(.pause, at: at(60_000))
        player.tick(at: at(60_100))
        #expect(player.playback.milliseconds == 1_400)
    }

    @Test func playbackEndsOrLoops() throws {
        var once = try player(1_000...3_000)
        once.tick(at: at(0))
        once.tick(at: at(9_000))
        #expect(once.isAtEnd && once.isPaused && once.playback.milliseconds == 3_000)
        #expect(once.caption.hasSuffix(", end"))
        once.perform(.pause, at: at(9_000))
        #expect(!once.isPaused && once.playback.milliseconds == 1_000, "once more from the beginning")
        var loop = try player(1_000...3_000, loops: true)
        loop.tick(at: at(0))
        loop.tick(at: at(2_001))
        loop.tick(at: at(2_501))
        #expect(!loop.isPaused && loop.playback.milliseconds == 1_500)
    }

    @Test func keysMoveThePosition() throws {
        var player = try player()
        player.tick(at: at(0))
        player.perform(.nextPage, at: at(0))
        #expect(player.playback.milliseconds == 2_000)
        player.perform(.forward, at: at(0))
        #expect(player.isAtEnd)
        player.perform(.backward, at: at(0))
        #expect(player.playback.milliseconds == 0)
        player.perform(.nextMark, at: at(0))
        #expect(player.playback.milliseconds == 2_000 && player.caption.hasSuffix("Two"))
        player.perform(.lastEvent, at: at(0))
        #expect(player.isPaused)
        player.perform(.faster, at: at(0))
        player.perform(.faster, at: at(0))
        player.perform(.slower, at: at(0))
        #expect(player.speed == 2 && player.caption.contains("x2"))
    }

    @Test func theNextDeadlineIsTheNextChange() throws {
        var player = try player()
        player.tick(at: at(0))
        // Nothing happens before the second is over; then the page turns, frame by frame.
        #expect(player.nextDeadline(at: at(0), frameMilliseconds: 33) == at(1_000))
        player.tick(at: at(1_010))
        #expect(player.nextDeadline(at: at(1_010), frameMilliseconds: 33) == at(1_043))
        player.tick(at: at(2_500))
        #expect(player.nextDeadline(at: at(2_500), frameMilliseconds: 33) == at(3_000))
    }

    @Test(
        arguments: [
            ("2:30", 150_000), ("0:05", 5_000), ("1:02:03.5", 3_723_500), ("90s", 90_000), ("1500ms", 1_500),
            ("0:00", 0),
        ] as [(String, Int64)])
    func timesAreRead(text: String, milliseconds: Int64) {
        #expect(ClockTime(argument: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: ["", "5", "1:60", "1:-1", "a:00", "1:2:3:4", "::", "1:nan", "-1:00", "1:inf"])
    func otherTimesAreNot(text: String) {
        #expect(ClockTime(argument: text) == nil)
    }
}
