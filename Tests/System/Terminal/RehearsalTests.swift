import Foundation
import TestPeers
import Testing

extension TerminalScenes {
    /// A talk that is recorded, shown again, marked, and held again by its times.
    @Suite(.serialized) struct RehearsalTests {
        /// Presents with a recording: two pages, the first for at least so long, the second for so long.
        private func rehearse(
            _ fixture: TerminalFixture, firstMilliseconds: UInt32 = 0, milliseconds: UInt32
        ) throws -> String {
            let path = fixture.path("talk.riffle.jsonl")
            let pat = try fixture.present(["--notes", "--record", path], columns: 120, rows: 40).presenter
            try pat.wait(for: "whisper one")
            usleep(firstMilliseconds * 1_000)
            pat.type(" ")
            try pat.wait(for: "page 2 of 6, step 1 of 3", "The boat floats.", "idle")
            usleep(milliseconds * 1_000)
            pat.type(" ")
            try pat.wait(for: "page 2 of 6, step 2 of 3", "A second boat.", "idle")
            pat.type("q")
            #expect(try pat.exitCode() == 0)
            return path
        }

        @Test func aTalkIsRecordedAndItsTimesAreThePace() throws {
            try TerminalFixture.with { fixture in
                let path = try rehearse(fixture, milliseconds: 1_200)
                let text = try String(contentsOfFile: path, encoding: .utf8)
                #expect(text.hasPrefix(#"{"type":"recording","version":1,"room":"talk","#) && text.contains("A talk"))
                #expect(!text.contains("whisper"), "notes stay out")
                #expect(try #require(text.split(separator: "\n").last).contains(#""text":"end""#))
                let plain = try TerminalFixture.run(["replay", "--plain", path])
                #expect(plain.code == 0)
                #expect(
                    plain.lines.filter { $0.hasPrefix("page ") } == [
                        "page 1 of 6: Alpha", "page 2 of 6, step 1 of 3: Beta", "page 2 of 6, step 2 of 3: Beta",
                    ])
                #expect(plain.lines.count { $0 == "The boat floats." } == 1)
                let again = try fixture.open([TerminalFixture.riffle, "present", fixture.deckPath, "--record", path])
                let code = try again.exitCode()
                let words = String(decoding: again.bytesWritten, as: UTF8.self)
                #expect(
                    code == 64 && words.hasPrefix("Error: --record: expected a new file, got "), "\(code): \(words)")
                #expect(try String(contentsOfFile: path, encoding: .utf8) == text, "a recording is not written over")
                // In an hour the first page would have minutes; a presenter who leaves it at once is far ahead.
                let quick = try fixture.present(["--rehearsal", path, "--duration", "60m"], columns: 120).presenter
                quick.type(" t")
                try quick.wait(for: "page 2 of 6", " of 1:00:00 | ", " ahead")
                // The first page had a second or so, and its time runs out without a key.
                let slow = try fixture.present(["--rehearsal", path, "--notes"], columns: 120, rows: 40).presenter
                try slow.wait(for: "page 1 of 6", " behind")
            }
        }

        @Test func marksAreKeptBesideTheRecording() throws {
            try TerminalFixture.with { fixture in
                // A hundred times slower, the first page stands for longer than any wait of a test: until the first key.
                let path = try rehearse(
                    fixture, firstMilliseconds: UInt32(WaitLimit.milliseconds) / 100 + 100, milliseconds: 200)
                let replay = [TerminalFixture.riffle, "replay", path, "--speed", "0.01"]
                let before = try Data(contentsOf: URL(fileURLWithPath: path))
                let first = try fixture.open(replay, columns: 120)
                try first.wait(for: "page 1 of 6", "The apple falls.")
                first.type(" n")
                try first.wait(for: "page 2 of 6, step 1 of 3", "The boat floats.", "paused")
                first.type("m")
                try first.wait(for: "mark 1, Beta")
                first.type("g")
                try first.wait(for: "page 1 of 6")
                first.type("]")
                try first.wait(for: "page 2 of 6, step 1 of 3", "mark 1, Beta")
                first.type("q")
                #expect(try first.exitCode() == 0)
                #expect(first.settings == first.settingsBefore)
                let second = try fixture.open(replay, columns: 120)
                try second.wait(for: "page 1 of 6")
                second.type(" g]")
                try second.wait(for: "page 2 of 6, step 1 of 3", "mark 1, Beta", "paused")
                second.type("Gm")
                try second.wait(for: "mark 2, Beta", "step 2 of 3")
                let kept = try String(contentsOfFile: fixture.path("talk.marks.jsonl"), encoding: .utf8)
                #expect(kept.split(separator: "\n").count == 3)
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before, "the recording is as it was")
            }
        }
    }
}
