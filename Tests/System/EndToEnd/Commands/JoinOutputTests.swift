import Foundation
import Glibc
import PagingContent
import PagingEngine
import PagingRoom
import Testing

extension CommandScenes {
    /// `join` into a pipe: the output for scripts and screen readers.
    @Suite struct JoinOutputTests {
        private static let pages = (1...12).map { number in
            number == 4
                ? "# Four\n\nFirst.\n\n<!-- pause -->\nSecond.\n\n<!-- pause -->\nThird.\n"
                : "# Page \(number)\n\nBody \(number).\n"
        }

        /// The output for a page at rest.
        private enum Form: String, CaseIterable {
            case plain, json, frames

            var words: [String] { ["--\(rawValue)"] + (self == .frames ? ["--size", "60x8", "--status", "full"] : []) }

            /// Whether the last output is this page, with its step if it has steps.
            func shows(_ page: Int, _ step: Int?, in lines: [String]) -> Bool {
                let place = "page \(page) of 12" + (step.map { ", step \($0) of 3" } ?? "")
                switch self {
                case .plain: return lines.last { $0.hasPrefix("page ") }?.hasPrefix(place + ":") == true
                case .frames: return lines.last { $0.contains("| page ") }?.contains("| \(place) | idle |") == true
                case .json:
                    guard let last = lines.last.flatMap({ try? RawObject(line: $0) }) else { return false }
                    return last.number("page") == page && last.number("step") == step
                }
            }
        }

        private struct DetachedReader {
            let form: Form
            let program: RunningProgram
        }

        /// A presenter goes through the talk, members join and leave, and each output format is checked.
        private func lines() throws -> [Form: [String]] {
            let folder = try ScratchFolder()
            let deck = try folder.write(Self.pages.joined(separator: "---\n"), to: "deck.md")
            var lines: [Form: [String]] = [:]
            try EndToEndFixture.with(rooms: ["numbers=\(deck)"]) { fixture in
                let ann = try fixture.join("ann", role: .presenter)
                let readers = try Form.allCases.map { form in
                    let words = ["join", fixture.server.url(of: "numbers"), "--name", form.rawValue] + form.words
                    return DetachedReader(form: form, program: try RunningProgram(arguments: words))
                }
                defer { for reader in readers { reader.program.end() } }
                for form in Form.allCases { try ann.wait("the reader") { $0.sees(form.rawValue, away: false) } }
                try talk(ann, fixture, readers)
                for reader in readers { reader.program.signal(SIGTERM) }
                for reader in readers { #expect(try reader.program.exitCode() == 143) }
                for reader in readers { lines[reader.form] = reader.program.remainingLines() }
            }
            return lines
        }

        private func talk(_ ann: TestMember, _ fixture: EndToEndFixture, _ readers: [DetachedReader]) throws {
            func hear(_ page: Int, step: Int? = nil) throws {
                for reader in readers {
                    try reader.program.wait(for: "page \(page)") { reader.form.shows(page, step, in: $0) }
                }
            }
            try hear(1)
            try ann.achieve(.jump(PageIndex(3), animated: true))
            try hear(4, step: 1)
            try ann.achieve(.step(.forward, from: PageIndex(3), shown: 0))
            try hear(4, step: 2)
            // Nobody needs to hear of this.
            _ = try fixture.join("bob")
            try ann.achieve(.blank(true))
            try ann.achieve(.blank(false))
            try ann.achieve(.step(.forward, from: PageIndex(3), shown: 1))
            try hear(4, step: 3)
            try ann.achieve(.dragBegan(DragID(1), viewport: nil))
            try ann.play(
                (1...10).map { .dragMoved(DragID(1), by: Distance(units: $0 * 6_000)) }, everyMilliseconds: 16)
            try readers[2].program.wait(for: "the hand") { $0.contains { $0.contains("dragging +") } }
            try ann.achieve(.dragEnded(DragID(1), by: Distance(units: 60_000), velocity: .zero))
            try hear(5)
        }

        @Test func eachFormatPrintsTheTalk() throws {
            let lines = try lines()
            checkPlain(lines[.plain, default: []])
            try checkJSON(lines[.json, default: []])
            try checkFrames(lines[.frames, default: []])
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

        /// One object for each page and step.
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

        /// Complete frames; the last one shows the room.
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
