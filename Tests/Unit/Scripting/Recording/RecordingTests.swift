import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import Scripting

/// A recording takes only lines that can stand where they stand.
@Suite struct RecordingTests {
    private let header = RecordingHeader(room: "room", date: "today", recorder: "test")

    private func target(_ sequence: Int64) -> RecordingLine.Content {
        .message(
            .event(Event(sequence: Sequence(sequence), change: .target(from: PageIndex(0), to: PageIndex(sequence)))))
    }

    private func begun() throws -> (Recording, Sequence) {
        var scene = RecordedScene(seed: 1)
        scene.enter()
        let recording = try scene.recording()
        return (recording, try #require(recording.view.replica).sequence)
    }

    @Test func somethingHappensOnlyInARoom() throws {
        var recording = Recording(header: header)
        try recording.append(RecordingLine(milliseconds: 0, .mark("before")))
        #expect(throws: RecordingFault.noSnapshot) {
            try recording.append(RecordingLine(milliseconds: 0, target(1)))
        }
    }

    @Test func timeGoesForward() throws {
        var (recording, _) = try begun()
        try recording.append(RecordingLine(milliseconds: 50, .mark("a")))
        #expect(throws: RecordingFault.backInTime(from: 50, to: 49)) {
            try recording.append(RecordingLine(milliseconds: 49, .mark("b")))
        }
    }

    @Test func aMissingEventIsNoticedUnlessAnUnknownLineMayHaveBeenIt() throws {
        var (recording, sequence) = try begun()
        let later = Sequence(sequence.number + 2)
        #expect(throws: RecordingFault.missingEvents(after: sequence, before: later)) {
            try recording.append(RecordingLine(milliseconds: 9, target(later.number)))
        }
        recording.passOver()
        try recording.append(RecordingLine(milliseconds: 9, target(later.number)))
        #expect(recording.view.replica?.sequence == later)
        #expect(throws: RecordingFault.self) {
            try recording.append(RecordingLine(milliseconds: 9, target(later.number + 2)))
        }
        var playback = Playback(recording)
        playback.seek(to: 9)
        #expect(playback.view.replica?.sequence == later)
    }
}
