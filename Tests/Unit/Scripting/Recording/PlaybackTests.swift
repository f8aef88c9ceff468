import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import Scripting

/// A playback shows what the recording client saw.
@Suite struct PlaybackTests {
    private func played(seed: UInt64, milliseconds: Int64 = 8_000) throws -> (RecordedScene, Recording) {
        var scene = RecordedScene(seed: seed)
        scene.enter()
        scene.play(milliseconds: milliseconds)
        return (scene, try scene.recording())
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func everyMomentIsShownAsItWasSeen(seed: UInt64) throws {
        let (scene, recording) = try played(seed: seed)
        let end = recording.durationMilliseconds
        #expect(recording.lines.count > 60, "seed \(seed): something happened")
        var playback = Playback(recording)
        for glimpse in scene.glimpses where glimpse.milliseconds <= end {
            playback.seek(to: glimpse.milliseconds)
            #expect(playback.view.replica == glimpse.replica, "seed \(seed) at \(glimpse.milliseconds) ms")
            #expect(playback.view.replica?.position(at: playback.roomTime) == glimpse.position, "seed \(seed)")
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>) func anyWayToAPlaceShowsTheSame(seed: UInt64) throws {
        let (scene, recording) = try played(seed: seed, milliseconds: 30_000)
        #expect(recording.checkpoints.count > 2, "the way back has checkpoints")
        var dice = SplitMix(seed: seed)
        var playback = Playback(recording)
        for _ in 0..<400 {
            let glimpse = try #require(scene.glimpses.randomElement(using: &dice))
            playback.seek(to: glimpse.milliseconds)
            if glimpse.milliseconds <= recording.durationMilliseconds {
                #expect(playback.view.replica == glimpse.replica, "seed \(seed) at \(glimpse.milliseconds) ms")
            }
            if Bool.random(using: &dice) { playback.stepEvent(Bool.random(using: &dice) ? .forward : .back) }
        }
    }

    @Test func eventsAreSteppedThroughForwardAndBack() throws {
        let (_, recording) = try played(seed: 3)
        var playback = Playback(recording)
        var sequences: [Int64] = []
        while !playback.isAtEnd {
            sequences.append(try #require(playback.view.replica).sequence.number)
            let before = playback.milliseconds
            playback.stepEvent(.forward)
            #expect(playback.milliseconds >= before)
        }
        #expect(sequences.count > 30 && Set(sequences).count == sequences.count, "one event at a time")
        for sequence in sequences.reversed() {
            playback.stepEvent(.back)
            #expect(playback.view.replica?.sequence.number == sequence)
        }
        #expect(playback.milliseconds == 0)
    }

    @Test func pagesAndMarksAreJumpedTo() throws {
        var scene = RecordedScene(seed: 7)
        scene.enter()
        scene.play(milliseconds: 3_000)
        scene.mark("the \u{7}demo")
        scene.play(milliseconds: 9_000)
        let recording = try scene.recording()
        let mark = try #require(recording.marks.first { $0.text == "the demo" })
        let visits = recording.visits
        #expect(zip(visits, visits.dropFirst()).allSatisfy { $0.page != $1.page }, "a page arrives once a visit")
        #expect(recording.marks.count == Set(visits.map(\.page)).count + 1, "first visits are marks")
        var playback = Playback(recording)
        for visit in visits where visit.milliseconds > 0 {
            playback.stepPage(.forward)
            #expect(playback.milliseconds == visit.milliseconds)
            let replica = try #require(playback.view.replica)
            #expect(replica.window.first { $0.index == replica.settled }?.page.id == visit.page)
        }
        playback.seek(to: mark.milliseconds + 1_500)
        while playback.stepMark(.back) != mark { try #require(playback.milliseconds > 0) }
        #expect(playback.milliseconds == mark.milliseconds)
    }

    @Test func beyondTheEndsThereIsNothing() throws {
        let (_, recording) = try played(seed: 2, milliseconds: 500)
        var playback = Playback(recording)
        playback.seek(to: .max)
        #expect(playback.milliseconds == recording.durationMilliseconds && playback.isAtEnd)
        playback.stepEvent(.forward)
        #expect(playback.milliseconds == recording.durationMilliseconds)
        playback.seek(to: -5)
        #expect(playback.milliseconds == 0 && playback.view.replica != nil)
        var nothing = Playback(Recording(header: recording.header))
        nothing.stepEvent(.forward)
        nothing.stepEvent(.back)
        #expect(nothing.isAtEnd && nothing.view.replica == nil)
    }
}
