import Foundation
import TestPeers
import TestSupport
import Testing

extension CommandScenes {
    /// `riffle export`: texts, pages for browsers (in Chromium: `page_tests.py`) and recordings for asciinema.
    @Suite struct ExportTests {
        private static let recording = Repository.file("Protocol/vectors/recording.riffle.jsonl").path

        @Test func aRecordingPlaysInATerminalAsItIsReplayed() throws {
            let folder = try ScratchFolder()
            let path = folder.path("talk.cast")
            let size = ["--size", "60x12"]
            let end = try RunningProgram.run(["export", Self.recording, "-o", path] + size)
            #expect(end.code == 0, "\(end)")
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            let header = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
            #expect(header["version"] as? Int == 2 && header["width"] as? Int == 60 && header["height"] as? Int == 12)
            var terminal = ModelTerminal(freshWithColumns: 60, rows: 12)
            var last = 0.0
            var marks: [String] = []
            for line in lines.dropFirst() {
                let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
                let time = try #require(event[0] as? Double)
                let text = try #require(event[2] as? String)
                #expect(time >= last)
                last = time
                if event[1] as? String == "o" { terminal.write(Array(text.utf8)) } else { marks.append(text) }
            }
            #expect(terminal.failures == [])
            let frames = try RunningProgram.run(["replay", Self.recording, "--frames", "--unicode"] + size).lines
            #expect(terminal.lines == Array(frames.suffix(13).prefix(12)))
            #expect(marks.count > 1 && marks.contains("Two"), "\(marks)")
        }

        @Test func aRecordingIsShownInAnotherTheme() throws {
            let folder = try ScratchFolder()
            let (own, other) = (folder.path("own.cast"), folder.path("other.cast"))
            #expect(try RunningProgram.run(["export", Self.recording, "-o", own]).code == 0)
            #expect(try RunningProgram.run(["export", Self.recording, "-o", other, "--theme", "gruvbox"]).code == 0)
            let (plain, themed) = (
                try String(contentsOfFile: own, encoding: .utf8), try String(contentsOfFile: other, encoding: .utf8)
            )
            // The ground of gruvbox.
            #expect(!plain.contains("48;2;40;40;40") && themed.contains("48;2;40;40;40"))
        }

        @Test func aDeckBecomesText() throws {
            let folder = try ScratchFolder()
            let deck = folder.path("talk.md")
            let text = """
                # One
                a
                <!-- pause -->
                b
                <!-- notes: whisper -->
                ---
                # Two
                <!-- column_layout: [1, 1] -->
                <!-- column: 0 -->
                left
                <!-- column: 1 -->
                right
                """
            try text.write(toFile: deck, atomically: true, encoding: .utf8)
            let (plain, noted) = (folder.path("a.txt"), folder.path("b.txt"))
            #expect(try RunningProgram.run(["export", deck, "-o", plain]).code == 0)
            #expect(
                try String(contentsOfFile: plain, encoding: .utf8)
                    == "page 1 of 2: One\na\n\nb\n\npage 2 of 2: Two\nleft\n\nright\n\n")
            #expect(try RunningProgram.run(["export", deck, "-o", noted, "--notes"]).code == 0)
            #expect(try String(contentsOfFile: noted, encoding: .utf8).contains("b\n\nnotes: whisper\n\npage 2"))
            let again = try RunningProgram.run(["export", deck, "-o", plain])
            #expect(again.code == 64 && again.complaints.contains("--overwrite replaces it"), "\(again)")
            let odd = try RunningProgram.run(["export", deck, "-o", folder.path("a.cast")])
            #expect(
                odd.code == 64 && odd.complaints.contains("expected a name that ends in .pdf, .html, .txt or /"),
                "\(odd)")
            let bad = try RunningProgram.run(["export", Self.recording, "-o", folder.path("a.html")])
            #expect(bad.code == 64 && bad.complaints.contains("ends in .cast"), "\(bad)")
        }
    }
}
