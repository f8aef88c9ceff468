import Foundation
import Glibc
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Scripting
import TestPeers
import Testing
import WebSocketLoop

@testable import riffle

extension CommandScenes {
    /// `riffle record` writes all events, also when server, connection or recorder fail.
    @Suite struct RecordCommandTests {
        /// Starts a recorder and waits until it has joined.
        private func recorder(_ fixture: EndToEndFixture, _ words: [String], port: UInt16? = nil) throws
            -> RunningProgram
        {
            let url = "ws://127.0.0.1:\(port ?? fixture.server.port)/rooms/numbers"
            return try RunningProgram(arguments: ["record", url] + words)
        }

        private func recording(_ folder: ScratchFolder, _ name: String = "a.riffle.jsonl") throws -> Recording {
            let file = try RecordingFile(path: folder.path(name))
            #expect(file.warnings.isEmpty, "\(file.warnings)")
            return file.recording
        }

        private func event(_ sequence: PagingRoom.Sequence) -> String { "\"seq\":\(sequence.number)," }

        private func numbers(_ recording: Recording) -> [Int64] {
            recording.lines.compactMap { line in
                guard case .message(.event(let event)) = line.content else { return nil }
                return event.sequence.number
            }
        }

        /// A recording with notes is for its owner only.
        @Test func aRecordingWithNotesIsPrivate() throws {
            let folder = try ScratchFolder()
            let header = RecordingHeader(room: "a", title: nil, date: Date())
            func mode(_ path: String, _ mode: RecordingSink.Mode, isPrivate: Bool) throws -> Int? {
                _ = try RecordingSink(path: path, mode: mode, header: header, isPrivate: isPrivate)
                return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            #expect(try mode(folder.path("a.riffle.jsonl"), .refuse, isPrivate: true) == 0o600)
            #expect(try mode(folder.path("b.riffle.jsonl"), .refuse, isPrivate: false) != 0o600)
            #expect(try mode(folder.write("", to: "c.riffle.jsonl"), .overwrite, isPrivate: true) == 0o600)
        }

        @Test func everyEventAndEveryOffsetIsRecorded() throws {
            try EndToEndFixture.with { fixture in
                let folder = try ScratchFolder()
                let ben = try fixture.join("ben", role: .viewer)
                let program = try recorder(fixture, ["-o", folder.path("a.riffle.jsonl"), "--title", "A scene"])
                defer { program.end() }
                let start = try ben.wait("the recorder") { $0.sees("recorder", away: false) }.sequence
                let ann = try fixture.join("ann")
                try ann.achieve(.step(.forward, from: PageIndex(0)))
                try ann.wait("rest") { $0.isAtRest && $0.replica?.origin == PageIndex(1) }
                try ann.achieve(.dragBegan(DragID(1), viewport: nil))
                var recorded = 0
                let samples = (1...20).map { Distance(units: $0 * 2_000) }
                for (index, sample) in samples.enumerated() {
                    try ann.play([.dragMoved(DragID(1), by: sample)], everyMilliseconds: 16)
                    // A slow recorder gets only the newest offset, so the drag waits for it at every fourth sample.
                    guard index % 4 == 3 else { continue }
                    let before = recorded
                    try eventually("more than \(before) offsets in the recording") {
                        let text = try String(contentsOfFile: folder.path("a.riffle.jsonl"), encoding: .utf8)
                        recorded = text.split(separator: "\n").count { $0.contains(#""type":"offset""#) }
                        return recorded > before
                    }
                }
                let end = try ann.achieve(.dragEnded(DragID(1), by: Distance(units: 40_000), velocity: .zero))
                let last = try ben.wait("rest") { $0.isAtRest && $0.sequence > end }
                _ = try folder.contents(of: "a.riffle.jsonl", with: event(last.sequence))
                program.signal(SIGINT)
                #expect(try program.exitCode() == 130)
                let recording = try recording(folder)
                #expect(recording.header.title == "A scene" && recording.header.room == "numbers")
                let written = recording.lines.compactMap { line in
                    if case .message(.event(let event)) = line.content { event } else { nil }
                }
                let seen = last.events(after: start)
                #expect(written.filter { $0.sequence > start && $0.sequence <= last.sequence } == seen)
                let places = recording.lines.compactMap { line -> Position? in
                    if case .message(.offset(let offset)) = line.content { offset.position } else { nil }
                }
                let positions = samples.map { Position(page: PageIndex(1)) + $0 }
                #expect(places.count >= samples.count / 4, "\(places)")
                #expect(Set(places).isSubset(of: Set(positions + last.offsets.map(\.position))), "\(places)")
                #expect(recording.view.replica?.digest == last.replica?.digest)
            }
        }

        @Test func aKilledRecorderLosesNothing() throws {
            try EndToEndFixture.with { fixture in
                let folder = try ScratchFolder()
                let program = try recorder(fixture, ["-o", folder.path("a.riffle.jsonl")])
                defer { program.end() }
                let ann = try fixture.join("ann")
                _ = try folder.contents(of: "a.riffle.jsonl", with: "snapshot")
                let end = try ann.achieve(.jump(PageIndex(7), animated: false))
                _ = try folder.contents(of: "a.riffle.jsonl", with: event(end))
                program.signal(SIGKILL)
                _ = try program.exitCode()
                #expect(try recording(folder).view.replica?.settled == PageIndex(7))
            }
        }

        @Test func aLostMessageIsRecovered() throws {
            try EndToEndFixture.with { fixture in
                let folder = try ScratchFolder()
                let proxy = try Proxy(before: fixture.server.port)
                defer { proxy.end() }
                let program = try recorder(fixture, ["-o", folder.path("a.riffle.jsonl")], port: proxy.port)
                defer { program.end() }
                let ann = try fixture.join("ann")
                _ = try folder.contents(of: "a.riffle.jsonl", with: "snapshot")
                proxy.loseMessage(with: #""type":"animation""#)
                let end = try ann.achieve(.step(.forward, from: PageIndex(0)))
                let text = try folder.contents(of: "a.riffle.jsonl", with: event(end))
                #expect(proxy.losses == 1 && text.contains(#""type":"lost""#) && text.contains(#""type":"resumed""#))
                let rest = try ann.wait("rest") { $0.isAtRest && $0.sequence > end }
                _ = try folder.contents(of: "a.riffle.jsonl", with: event(rest.sequence))
                program.signal(SIGTERM)
                #expect(try program.exitCode() == 143)
                let recording = try recording(folder)
                let all = numbers(recording)
                let (earliest, latest) = (try #require(all.first), try #require(all.last))
                #expect(all == Array(earliest...latest), "every event once")
                #expect(recording.view.replica?.settled == PageIndex(1))
                #expect(recording.lines.count { if case .message(.snapshot) = $0.content { true } else { false } } == 1)
            }
        }

        @Test func anotherEpochIsAGapAndASnapshot() throws {
            try EndToEndFixture.with { fixture in
                let folder = try ScratchFolder()
                let program = try recorder(fixture, ["-o", folder.path("a.riffle.jsonl")])
                defer { program.end() }
                _ = try folder.contents(of: "a.riffle.jsonl", with: "snapshot")
                try fixture.killServer()
                _ = try folder.contents(of: "a.riffle.jsonl", with: #""type":"lost""#)
                try fixture.restartServer()
                _ = try folder.contents(of: "a.riffle.jsonl", with: #""type":"gap""#)
                let ann = try fixture.join("ann")
                let end = try ann.achieve(.jump(PageIndex(3), animated: false))
                _ = try folder.contents(of: "a.riffle.jsonl", with: event(end))
                program.signal(SIGINT)
                #expect(try program.exitCode() == 130)
                let recording = try recording(folder)
                #expect(recording.view.replica?.settled == PageIndex(3))
                let words = recording.lines.compactMap { line -> String? in
                    switch line.content {
                    case .lost: "lost"
                    case .gap: "gap"
                    case .resumed: "resumed"
                    case .message(.snapshot): "snapshot"
                    default: nil
                    }
                }
                #expect(words == ["snapshot", "lost", "gap", "snapshot"])
            }
        }

        @Test func anExistingFileIsContinuedOrReplacedOnRequest() throws {
            try EndToEndFixture.with(rooms: [EndToEndFixture.numbers, "other=threePage:numbers"]) { fixture in
                let folder = try ScratchFolder()
                let path = folder.path("a.riffle.jsonl")
                let url = fixture.server.url(of: "numbers")
                func record(_ words: String..., until text: String = "snapshot") throws -> Int32 {
                    let program = try RunningProgram(arguments: ["record", url, "-o", path] + words)
                    defer { program.end() }
                    let before = try? String(contentsOfFile: path, encoding: .utf8)
                    try eventually("\(text) in \(path), or the end") {
                        let now = try? String(contentsOfFile: path, encoding: .utf8)
                        return now != before && now?.contains(text) == true || !program.isRunning
                    }
                    program.signal(SIGINT)
                    return try program.exitCode()
                }
                #expect(try record() == 130)
                let first = try String(contentsOfFile: path, encoding: .utf8)
                #expect(try record() == 64)
                #expect(try String(contentsOfFile: path, encoding: .utf8) == first, "it is left alone")
                // What the end of a recorder cut off in the middle goes before the recording is continued.
                try (first + #"{"time":9,"type":"tar"#).write(toFile: path, atomically: true, encoding: .utf8)
                #expect(try record("--append") == 130)
                let longer = try recording(folder)
                #expect(longer.lines.count { if case .gap = $0.content { true } else { false } } == 1)
                let other = fixture.server.url(of: "other")
                let elsewhere = try RunningProgram.run(["record", other, "-o", path, "--append"])
                #expect(elsewhere.code == 64 && elsewhere.complaints.contains("the room numbers"))
                #expect(try record("--overwrite") == 130)
                #expect(!(try String(contentsOfFile: path, encoding: .utf8).contains("gap")))
                let nowhere = folder.path("b.riffle.jsonl")
                #expect(try RunningProgram.run(["record", fixture.server.url(of: "no"), "-o", nowhere]).code == 77)
                #expect(!FileManager.default.fileExists(atPath: nowhere), "nothing was recorded")
                #expect(try RunningProgram.run(["record", url, "-o", folder.path("no/such/file")]).code == 1)
                #expect(try RunningProgram.run(["record", url, "-o", nowhere, "--notes"]).code == 64)
            }
        }

        @Test(arguments: [false, true]) func notesAreRecordedOnRequest(notes: Bool) throws {
            let folder = try ScratchFolder()
            let pages = (1...4).map { "# Page \($0)\n\nBody \($0).\n\n<!-- notes: whisper \($0) -->\n" }
            let deck = try folder.write(pages.joined(separator: "---\n"), to: "deck.md")
            try EndToEndFixture.with(rooms: ["numbers=\(deck)"]) { fixture in
                let words = ["--role", "presenter"] + (notes ? ["--notes"] : [])
                let program = try recorder(fixture, ["-o", folder.path("a.riffle.jsonl")] + words)
                defer { program.end() }
                let ann = try fixture.join("ann")
                _ = try folder.contents(of: "a.riffle.jsonl", with: "snapshot")
                for page in [3, 0, 2] {
                    let end = try ann.achieve(.jump(PageIndex(Int64(page)), animated: true))
                    let rest = try ann.wait("rest") { $0.isAtRest && $0.sequence > end }
                    _ = try folder.contents(of: "a.riffle.jsonl", with: event(rest.sequence))
                }
                program.signal(SIGINT)
                #expect(try program.exitCode() == 130)
                let text = try String(contentsOfFile: folder.path("a.riffle.jsonl"), encoding: .utf8)
                #expect(text.contains("Body 4"))
                #expect(text.contains("whisper") == notes)
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a.riffle.jsonl"))
                #expect((attributes[.posixPermissions] as? Int == 0o600) == notes, "the notes are for the owner only")
            }
        }

        @Test func aPipeGetsTheLinesAndInputSetsMarks() throws {
            try EndToEndFixture.with { fixture in
                let url = fixture.server.url(of: "numbers")
                let input = Pipe()
                let program = try RunningProgram(
                    arguments: ["record", url, "-o", "-", "--marks", "--quiet"], input: input.fileHandleForReading)
                defer { program.end() }
                #expect(try program.nextLine().hasPrefix(#"{"type":"recording","version":1,"room":"numbers","#))
                #expect(try program.nextLine().contains(#""type":"snapshot""#))
                try input.fileHandleForWriting.write(contentsOf: Data("here\n".utf8))
                var line = try program.nextLine()
                while !line.contains("mark") { line = try program.nextLine() }
                #expect(line.hasSuffix(#","type":"mark","text":"here"}"#))
            }
        }
    }
}
