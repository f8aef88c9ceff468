import Foundation
import Glibc
import PagingContent
import PagingEngine
import PagingRoom
import Testing

extension EndToEnd {
    /// `join` into a pipe: what a script or a screen reader gets of a talk.
    @Suite struct JoinOutputTests {
        private static let pages = (1...12).map { number in
            number == 4
                ? "# Four\n\nFirst.\n\n<!-- pause -->\nSecond.\n\n<!-- pause -->\nThird.\n"
                : "# Page \(number)\n\nBody \(number).\n"
        }

        /// Somebody goes through the talk, people come and go, and readers at pipes get it, each with words of its own.
        private func lines(_ readers: [[String]]) throws -> [[String]] {
            let folder = try ScratchFolder()
            let deck = try folder.write(Self.pages.joined(separator: "---\n"), to: "deck.md")
            var lines: [[String]] = []
            try Stage.with(rooms: ["numbers=\(deck)"]) { stage in
                let ann = try stage.join("ann", role: .presenter)
                let url = stage.server.url(of: "numbers")
                let pipes = try readers.enumerated().map { number, words in
                    try RunningProgram(arguments: ["join", url, "--name", "pipe \(number)"] + words)
                }
                defer { for pipe in pipes { pipe.end() } }
                for number in readers.indices {
                    try ann.wait("the reader") { $0.sees("pipe \(number)", away: false) }
                }
                try talk(ann, stage)
                for pipe in pipes { pipe.signal(SIGTERM) }
                for pipe in pipes { #expect(try pipe.exitCode() == 143) }
                lines = pipes.map { $0.remainingLines() }
            }
            return lines
        }

        private func talk(_ ann: TestMember, _ stage: Stage) throws {
            usleep(300_000)
            try go(ann, .jump(PageIndex(3), animated: true))
            try go(ann, .step(.forward, from: PageIndex(3), shown: 0))
            // Nobody needs to hear of this.
            _ = try stage.join("bob")
            try go(ann, .blank(true))
            try go(ann, .blank(false))
            try go(ann, .step(.forward, from: PageIndex(3), shown: 1))
            try go(ann, .dragBegan(DragID(1), viewport: nil))
            try ann.play(
                (1...10).map { .dragMoved(DragID(1), by: Distance(units: $0 * 6_000)) }, everyMilliseconds: 16)
            try go(ann, .dragEnded(DragID(1), by: Distance(units: 60_000), velocity: .zero))
        }

        /// Does it, and gives the readers the time to hear of it.
        private func go(_ member: TestMember, _ request: Request) throws {
            let end = try member.achieve(request)
            if case .dragBegan = request { return }
            try member.wait("rest") { $0.isAtRest && $0.sequence >= end }
            usleep(300_000)
        }

        @Test func eachFormTellsTheTalk() throws {
            let all = try lines([["--plain"], ["--json"], ["--frames", "--size", "60x8"]])
            checkPlain(all[0])
            try checkJSON(all[1])
            try checkFrames(all[2])
        }

        /// Pages and steps, whole and once.
        private func checkPlain(_ lines: [String]) {
            #expect(
                lines == [
                    "page 1 of 12: Page 1", "Body 1.", "",
                    "page 4 of 12, step 1 of 3: Four", "First.", "",
                    "page 4 of 12, step 2 of 3: Four", "Second.", "",
                    "page 4 of 12, step 3 of 3: Four", "Third.", "",
                    "page 5 of 12: Page 5", "Body 5.", "",
                ])
        }

        /// An object for each page and step.
        private func checkJSON(_ lines: [String]) throws {
            let objects = try lines.map { try RawObject(line: $0) }
            #expect(objects.map { $0.number("page") } == [1, 4, 4, 4, 5])
            #expect(objects.map { $0.number("step") } == [nil, 1, 2, 3, nil])
            #expect(objects.map { $0.number("steps") } == [nil, 3, 3, 3, nil])
            #expect(objects.map { $0.text("title") } == ["Page 1", "Four", "Four", "Four", "Page 5"])
            for object in objects {
                #expect(object.number("pages") == 12 && object.text("phase") == "idle")
                #expect(object.text("name") == "numbers")
                #expect(object.text("digest")?.isEmpty == false && object.number("seq") != nil)
            }
            #expect(objects.dropFirst().first?.text("id") == "four")
        }

        /// Whole ones, and the last one is the room's.
        private func checkFrames(_ lines: [String]) throws {
            #expect(lines.count.isMultiple(of: 9), "eight rows and an empty line")
            let frames = stride(from: 0, to: lines.count, by: 9).map { first in
                lines[first..<min(first + 8, lines.count)].joined(separator: "\n")
            }
            for frame in frames {
                #expect(frame.split(separator: "\n").last?.contains("page ") == true, "\(frame)")
            }
            #expect(frames.contains { $0.contains("dragging +") }, "movements, too")
            let last = try #require(frames.last)
            #expect(last.contains("page 5 of 12") && last.contains("Body 5.") && last.contains("in step"))
            #expect(!frames.contains { $0.contains("reconnecting") || $0.contains("offline") }, "nothing was lost")
        }
    }
}
