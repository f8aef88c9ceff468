import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import Scripting

/// The lines that a client's effects become, also when its connection breaks.
@Suite struct TranscriptTests {
    private func words(_ lines: [RecordingLine]) -> [String] {
        lines.map { line in
            switch line.content {
            case .message(.snapshot): "snapshot"
            case .message(.event(let event)): "\(event.sequence.number)"
            case .message(.offset): "offset"
            case .message(.pages): "pages"
            case .message(.asset): "file"
            case .message(.notes): "notes"
            case .message: "another message"
            case .lost: "lost"
            case .resumed: "resumed"
            case .gap: "gap"
            case .mark: "mark"
            }
        }
    }

    @Test func eachFileIsRecordedOnce() throws {
        let names = try ["a", "b"].map { try #require(AssetName(String(repeating: $0, count: 64))) }
        let files = try names.map { try #require(Asset(name: $0, kind: .png, base64: Array("AAAA".utf8))) }
        var scene = RecordedScene(seed: 13)
        scene.enter()
        for file in [files[0], files[1], files[0]] { scene.receive(file) }
        scene.play(milliseconds: 1_000)
        scene.receive(files[1])
        #expect(words(scene.lines).filter { $0 == "file" }.count == 2)
        let recording = try scene.recording()
        #expect(recording.assets == [names[0]: files[0], names[1]: files[1]])
        #expect(recording.view.replica == scene.client.replica)
    }

    @Test func aLostConnectionThatResumesMissesNothing() throws {
        var scene = RecordedScene(seed: 11)
        scene.enter()
        scene.play(milliseconds: 2_000)
        scene.cut()
        let cutAt = scene.lines.count
        scene.play(milliseconds: 3_000)
        #expect(scene.lines.count == cutAt, "nothing is seen meanwhile")
        scene.comeBack()
        scene.play(milliseconds: 2_000)
        let seen = words(scene.lines)
        #expect(seen[0] == "snapshot" && seen[cutAt - 1] == "lost" && seen[cutAt] == "resumed")
        #expect(seen.count { $0 == "snapshot" } == 1)
        let numbers = seen.compactMap { Int64($0) }
        #expect(numbers == Array(numbers[0]...numbers[numbers.count - 1]), "every event once")
        let recording = try scene.recording()
        #expect(recording.view.replica == scene.client.replica)
        #expect(recording.gaps.isEmpty)
        #expect(recording.durationMilliseconds > 6_000)
        var playback = Playback(recording)
        playback.seek(to: scene.lines[cutAt - 1].milliseconds + 1_000)
        #expect(playback.view.isLost)
    }

    @Test func missedEventsAreRecordedAsAGap() throws {
        var scene = RecordedScene(seed: 12)
        scene.enter()
        scene.play(milliseconds: 2_000)
        scene.cut()
        scene.play(milliseconds: 3_000)
        scene.comeBack(epoch: "another life")
        scene.play(milliseconds: 2_000)
        let seen = words(scene.lines)
        let gap = try #require(seen.firstIndex(of: "gap"))
        #expect(seen[gap - 1] == "lost" && seen[gap + 1] == "snapshot" && !seen.contains("resumed"))
        let recording = try scene.recording()
        #expect(recording.view.replica == scene.client.replica)
        let hole = try #require(recording.gaps.first)
        #expect(hole.upperBound - hole.lowerBound >= 3_000, "the gap is as long as it was")
        #expect(recording.durationMilliseconds < 20_000, "another server's clock is no time that passed")
        var playback = Playback(recording)
        playback.seek(to: .max)
        let last = try #require(scene.lines.last)
        let rest = scene.now.milliseconds(since: playback.roomTime)
        #expect((0...500).contains(rest), "the new clock counts, \(rest) ms after \(last.milliseconds)")
    }

    @Test func aRecordingIsContinuedBehindItsEnd() throws {
        var first = RecordedScene(seed: 13)
        first.enter()
        first.play(milliseconds: 1_000)
        var recording = try first.recording()
        let end = recording.durationMilliseconds
        var transcript = Transcript(continuingAt: end, includesNotes: false)
        let lines = transcript.lines(for: .replaced, of: first.client, at: Instant(milliseconds: 90_000))
        #expect(words(lines) == ["gap", "snapshot"])
        #expect(lines.map(\.milliseconds) == [end, end])
        for line in lines { try recording.append(line) }
        #expect(recording.view.replica == first.client.replica)
    }

    @Test func notesStayOutUnlessTheyAreAskedFor() {
        for includesNotes in [false, true] {
            var scene = RecordedScene(seed: 14, includesNotes: includesNotes)
            scene.enter()
            scene.hearNotes()
            let told = String(describing: scene.lines)
            #expect(told.contains("say one") == includesNotes)
            #expect(words(scene.lines).contains("notes") == includesNotes)
            #expect(words(scene.lines).contains("pages"), "the pages themselves are for everybody")
        }
    }

    @Test func nothingIsRecordedBeforeTheRoomIsKnown() {
        var scene = RecordedScene(seed: 15)
        scene.mark("too early")
        #expect(scene.lines.isEmpty)
    }
}
