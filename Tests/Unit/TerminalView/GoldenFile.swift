import Foundation
import Testing

@testable import TerminalView

/// Frames compared with files beside the tests. With `RECORD=1` in the environment the files are written again and
/// the run fails, so that somebody reads the difference.
enum GoldenFile {
    static func compare(
        _ scene: Scene, _ name: String, columns: Int = 80, rows: Int = 24,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let drawn = FrameText.text(of: scene.draw(columns: columns, rows: rows))
        try compare(drawn, name, sourceLocation: sourceLocation)
    }

    static func compare(
        _ drawn: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).txt")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try drawn.write(to: file, atomically: true, encoding: .utf8)
            let text: Comment = "recorded \(name).txt: read the difference, then run without RECORD"
            Issue.record(text, sourceLocation: sourceLocation)
            return
        }
        let file = try #require(
            Bundle.module.url(forResource: name, withExtension: "txt", subdirectory: "Golden"),
            "no Golden/\(name).txt: record it with RECORD=1", sourceLocation: sourceLocation)
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(drawn == expected, "Golden/\(name).txt differs", sourceLocation: sourceLocation)
    }
}
