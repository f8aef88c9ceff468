import Foundation
import Testing

@testable import riffle

extension CommandScenes {
    /// `riffle convert` on the command line.
    @Suite struct ConvertTests {
        private static let recording = Program.root.appendingPathComponent("Protocol/vectors/recording.riffle.jsonl")
            .path

        /// Ann turned a page with a button, left, joined again and dragged it back.
        @Test func aRecordingBecomesAScriptThatPlays() throws {
            let folder = try ScratchFolder()
            let path = folder.path("a.riffle.yaml")
            let converted = try RunningProgram.run(["convert", Self.recording, "-o", path])
            #expect(converted.code == 0, "\(converted.complaints)")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            for words in [
                "title: Two pages", "id: one, title: One", "- step: forward", "- leave", "[110ms, -0.699997]",
            ] {
                #expect(text.contains(words), "\(words) in\n\(text)")
            }
            #expect(try RunningProgram.run(["check", path]).code == 0)
            let played = try RunningProgram.run(["replay", path, "--quiet"])
            #expect(played.code == 0, "\(played.complaints)")
            #expect(text.hasSuffix("- wait: rest\n      - expect: {page: 1}\n      - leave\n"), "\(text)")
            let again = try RunningProgram.run(["convert", Self.recording, "-o", path])
            #expect(again.code == 64)
            #expect(again.complaints.contains("exists already; --overwrite replaces it"))
            #expect(try RunningProgram.run(["convert", Self.recording, "-o", path, "--overwrite"]).code == 0)
        }

        @Test func followersAreForLoadRuns() throws {
            let folder = try ScratchFolder()
            let printed = try RunningProgram.run(["convert", Self.recording, "--followers", "500"])
            #expect(printed.code == 0, "\(printed.complaints)")
            #expect(printed.lines.contains("    users: 500"))
            let path = try folder.write(printed.lines.joined(separator: "\n") + "\n", to: "load.riffle.yaml")
            #expect(try RunningProgram.run(["check", path]).code == 0)
            let refused = try RunningProgram.run(["replay", path])
            #expect(refused.code == 64)
            #expect(refused.complaints.contains("has `users`, which only a load run supports: riffle load \(path)"))
        }

        @Test func anInvalidRecordingIsReported() throws {
            let folder = try ScratchFolder()
            let path = try folder.write("{\"type\":\"snapshot\"}\n", to: "a.riffle.jsonl")
            let broken = try RunningProgram.run(["convert", path])
            #expect(broken.code == 65)
            #expect(broken.complaints.hasPrefix("riffle convert: \(path):1: "))
            #expect(try RunningProgram.run(["convert", folder.path("none.jsonl")]).code == 1)
        }
    }
}
