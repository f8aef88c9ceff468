import Foundation
import Glibc
import JSONCodec
import PagingEngine
import PagingRoom
import PagingWire
import Scripting
import TerminalView
import Testing

@testable import riffle

extension CommandScenes {
    /// `riffle replay` of recordings: frames, text, times and errors.
    @Suite struct RecordingReplayTests {
        /// A live member and the recording print the same frames.
        @Test func restingFramesEqualThoseOfALiveMember() throws {
            try EndToEndFixture.with { fixture in
                let folder = try ScratchFolder()
                let path = folder.path("a.riffle.jsonl")
                let url = fixture.server.url(of: "numbers")
                let ann = try fixture.join("ann")
                let window = ["--size", "60x9"]
                let live = try RunningProgram(
                    arguments: ["join", url, "--name", "eve", "--frames", "--status", "full"] + window)
                defer { live.end() }
                let program = try RunningProgram(arguments: ["record", url, "-o", path])
                defer { program.end() }
                try ann.wait("both") { $0.sees("eve", away: false) && $0.sees("recorder", away: false) }
                _ = try folder.contents(of: "a.riffle.jsonl", with: "snapshot")
                var last: PagingRoom.Sequence?
                for page in [1, 2, 9, 8] as [Int64] {
                    let end = try ann.achieve(.jump(PageIndex(page), animated: true))
                    last = try ann.wait("rest") { $0.isAtRest && $0.sequence > end }.sequence
                    try live.wait(for: "page \(page)") { lines in
                        lines.contains { $0.contains("| page \(page) | idle | 3 members | in step") }
                    }
                }
                _ = try folder.contents(of: "a.riffle.jsonl", with: "\"seq\":\(try #require(last).number),")
                for ending in [live, program] {
                    ending.signal(SIGINT)
                    _ = try ending.exitCode()
                }
                let replayed = try RunningProgram.run(["replay", path, "--frames", "--every", "5ms"] + window)
                #expect(replayed.code == 0, "\(replayed.complaints)")
                let (seen, shown) = (resting(live.remainingLines()), resting(replayed.lines))
                #expect(seen.count == 4, "\(seen)")
                #expect(seen == shown)
            }
        }

        /// The frames of pages at rest from page 1 on with all three members, each once.
        private func resting(_ lines: [String]) -> [String] {
            var frames: [String] = []
            for frame in lines.joined(separator: "\n").components(separatedBy: "\n\n") {
                // The round trip is the live member's own.
                let frame = frame.trimmingCharacters(in: .newlines).replacing(/\ \| \d+ ms$/, with: "")
                let isResting = frame.contains("| idle | 3 members | in step") && !frame.contains("| page 0 |")
                if isResting, !frames.contains(frame) { frames.append(frame) }
            }
            return frames
        }

        private func recording(_ folder: ScratchFolder) throws -> String {
            let path = folder.path("talk.riffle.jsonl")
            var bytes: [UInt8] = []
            let header = RecordingHeader(room: "talk", date: "2026-11-21T20:00:00Z", recorder: "test")
            RecordingWriter.encode(header, into: &bytes)
            for line in try RecordedTalk.lines() { RecordingWriter.encode(line, into: &bytes) }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return path
        }

        @Test func framesComeAtTheRequestedInterval() throws {
            let folder = try ScratchFolder()
            let path = try recording(folder)
            // The pager goes from page 0 to page 1 between 1,000 and 2,000 ms.
            let words = ["replay", path, "--size", "60x8", "--every", "250ms"]
            let frames = try RunningProgram.run(words + ["--seek", "1s", "--until", "0:02"])
            let text = frames.lines.joined(separator: "\n")
            let percents = [0, 25, 50, 75].map { "settling \($0)%" }
            for percent in percents { #expect(text.contains(percent), "\(percent) of\n\(text)") }
            #expect(text.components(separatedBy: "\n\n").filter { $0.contains("talk |") }.count == 5)
            let plain = try RunningProgram.run(["replay", path, "--plain"])
            #expect(plain.lines.filter { $0.hasPrefix("page ") } == ["page 1 of 2: One", "page 2 of 2: Two"])
            let json = try RunningProgram.run(["replay", path, "--json", "--seek", "1500ms"])
            #expect(try RawObject(line: try #require(json.lines.last)).number("page") == 2)
        }

        @Test func timesAreATable() throws {
            let folder = try ScratchFolder()
            let times = try RunningProgram.run(["replay", "--times", try recording(folder)])
            #expect(times.code == 0)
            #expect(
                times.lines == [
                    "page            time",
                    "   1  One       0:02  ########",
                    "   2  Two       0:06  ########################",
                    "                0:08",
                ])
        }

        @Test(arguments: [
            (2, #"{"time":0,"type":"target","seq":1,"from":0,"to":1}"#, "2: expected a snapshot"),
            (4, #"{"time":1}"#, "4: type: missing"), (4, #"{"time":0,"type":"gap"}"#, "4: expected a time of at least"),
        ])
        func whatIsWrongIsNamedWithItsPlace(line: Int, text: String, complaint: String) throws {
            let folder = try ScratchFolder()
            let path = try recording(folder)
            var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
            lines.insert(text, at: line - 1)
            let broken = try folder.write(lines.joined(separator: "\n") + "\n", to: "broken.riffle.jsonl")
            let result = try RunningProgram.run(["replay", broken])
            #expect(result.code == 65)
            #expect(result.complaints.contains("broken.riffle.jsonl:\(complaint)"), "\(result.complaints)")
        }

        @Test func cutAndUnknownLinesAreIgnored() throws {
            let folder = try ScratchFolder()
            let text = try String(contentsOfFile: try recording(folder), encoding: .utf8)
            let strange = text + #"{"time":9000,"type":"confetti"}"# + "\n" + #"{"time":9000,"ty"#
            let path = try folder.write(strange, to: "strange.riffle.jsonl")
            let result = try RunningProgram.run(["replay", path, "--plain"])
            #expect(result.code == 0)
            #expect(result.complaints.contains("the last line is cut off"), "\(result.complaints)")
            #expect(result.complaints.contains("1 lines of unknown kinds"))
            #expect(try RunningProgram.run(["replay", folder.path("none.riffle.jsonl")]).code == 1)
            for words in [
                ["--into", "ws://127.0.0.1:1/rooms/a"], ["--seek", "0:75"], ["--until", "1s", "--seek", "2s"],
            ] {
                #expect(try RunningProgram.run(["replay", path] + words).code == 64, "\(words)")
            }
        }
    }
}
