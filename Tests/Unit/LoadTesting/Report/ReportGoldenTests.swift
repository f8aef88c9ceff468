import Foundation
import Testing

@testable import LoadTesting

/// Every text of a small run, compared with the files beside the tests. With `RECORD=1` the run writes the files again
/// and fails, so that somebody reads the difference.
@Suite struct ReportGoldenTests {
    @Test(arguments: [
        "summary.txt", "report.json", "report.csv", "report.hlog", "report.junit.xml", "report.tap", "report.markdown",
        "report.github",
    ])
    func isAsRecorded(name: String) throws {
        let report = try SampleRun.report()
        let texts = [
            "summary.txt": report.summary(), "report.json": report.json, "report.csv": report.csv,
            "report.hlog": report.histogramLog, "report.junit.xml": report.junit, "report.tap": report.tap,
            "report.markdown": report.markdown, "report.github": report.annotations,
        ]
        let text = try #require(texts[name])
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            try text.write(to: folder.appending(path: "Golden/\(name)"), atomically: true, encoding: .utf8)
            Issue.record("recorded \(name): read the difference, then run without RECORD")
            return
        }
        let file = try #require(
            Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Golden"),
            "no Golden/\(name): record it with RECORD=1")
        #expect(text == (try String(contentsOf: file, encoding: .utf8)), "Golden/\(name) differs")
    }
}
