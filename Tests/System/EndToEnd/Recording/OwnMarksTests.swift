import Foundation
import PagingWire
import Scripting
import Testing

@testable import riffle

/// Marks in a file beside their recording.
@Suite struct OwnMarksTests {
    private let header = RecordingHeader(room: "talk", date: "2026-11-21T20:00:00Z", recorder: "test")

    private func mark(_ milliseconds: Int64, _ text: String) -> Recording.Mark {
        Recording.Mark(milliseconds: milliseconds, text: text)
    }

    @Test func theFileIsNamedAfterTheRecording() {
        #expect(OwnMarks.path(of: "a/talk.riffle.jsonl") == "a/talk.marks.jsonl")
        #expect(OwnMarks.path(of: "talk.jsonl") == "talk.marks.jsonl")
        #expect(OwnMarks.path(of: "talk") == "talk.marks.jsonl")
    }

    @Test func marksAreReadAgain() throws {
        let folder = try ScratchFolder()
        let path = folder.path("talk.riffle.jsonl")
        var marks = OwnMarks(of: header, recording: path)
        #expect(marks.marks.isEmpty && marks.warning == nil)
        #expect(!FileManager.default.fileExists(atPath: marks.path), "nothing is made without need")
        try marks.add(mark(4_000, "two, \"Ünï\""))
        var again = OwnMarks(of: header, recording: path)
        try again.add(mark(1_000, "one"))
        let all = OwnMarks(of: header, recording: path)
        #expect(all.marks == [mark(4_000, "two, \"Ünï\""), mark(1_000, "one")] && all.warning == nil)
    }

    @Test func marksOfAnotherRecordingAreNotOverwritten() throws {
        let folder = try ScratchFolder()
        let path = folder.path("talk.riffle.jsonl")
        var old = OwnMarks(of: RecordingHeader(room: "talk", date: "before", recorder: "test"), recording: path)
        try old.add(mark(1, "old"))
        var marks = OwnMarks(of: header, recording: path)
        #expect(marks.marks.isEmpty && marks.warning?.contains("another recording") == true)
        let before = try Data(contentsOf: URL(fileURLWithPath: marks.path))
        #expect(throws: FileError.self) { try marks.add(mark(2, "new")) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: marks.path)) == before)
        #expect(marks.marks == [mark(2, "new")], "it is there until the end of the show")
    }

    @Test(arguments: ["", "no marks", "{\"type\":\"mark\"}\n"])
    func aFileWithoutMarksIsReported(text: String) throws {
        let folder = try ScratchFolder()
        _ = try folder.write(text, to: "talk.marks.jsonl")
        var marks = OwnMarks(of: header, recording: folder.path("talk.riffle.jsonl"))
        #expect(marks.warning?.contains("talk.marks.jsonl") == true)
        #expect(throws: FileError.self) { try marks.add(mark(2, "new")) }
        #expect(try String(contentsOfFile: marks.path, encoding: .utf8) == text)
    }

    @Test func aReadOnlyFolderIsAnError() {
        var marks = OwnMarks(of: header, recording: "/proc/talk.riffle.jsonl")
        #expect(throws: FileError.self) { try marks.add(mark(2, "new")) }
    }

    @Test func aPlayerVisitsMarksInOrder() throws {
        var recording = Recording(header: header)
        for line in try RecordedTalk.lines() { try recording.append(line) }
        let marks = [mark(6_000, "six"), mark(3_000, "three"), mark(99_000, "far")]
        var player = RecordingPlayer(recording, marks: marks, range: 0...Int64.max, speed: 1, loops: false)
        let before = recording.marks.map(\.milliseconds)
        var seen: [Int64] = []
        for _ in 0..<(before.count + marks.count) {
            player.perform(.nextMark, at: .init(milliseconds: 0))
            if seen.last != player.playback.milliseconds { seen.append(player.playback.milliseconds) }
        }
        #expect(seen.contains(3_000) && seen.contains(6_000) && seen.last == 8_000 && seen == seen.sorted())
        player.perform(.beginning, at: .init(milliseconds: 0))
        let new = player.setMark(number: 4)
        #expect(new == mark(0, "mark 4, One") && player.caption.hasSuffix("mark 4, One"))
    }
}
