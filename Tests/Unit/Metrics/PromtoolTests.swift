import Foundation
import Testing

@testable import Metrics

/// The judgement of Prometheus' own tool, where it is installed (Debian package `prometheus`).
@Suite struct PromtoolTests {
    private static let promtool: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: String($0)).appendingPathComponent("promtool") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    /// The exit status and output of `promtool check metrics`.
    private func check(_ text: String, with promtool: URL) throws -> (status: Int32, words: String) {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = promtool
        process.arguments = ["check", "metrics"]
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
        try process.run()
        // Shorter than a pipe holds, so it need not be read meanwhile.
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let words = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: words, as: UTF8.self))
    }

    @Test(.enabled(if: promtool != nil, "promtool is not installed")) func acceptsWhatAServerWrites() throws {
        let promtool = try #require(Self.promtool)
        var metrics = ServerMetrics()
        for kind in InputLabel.Kind.allCases {
            for outcome in InputLabel.Outcome.allCases { metrics.record(InputLabel(kind, outcome)) }
        }
        metrics.connectionOpened()
        metrics.connectionClosed(CloseLabel(code: nil, by: .peer))
        metrics.record(loopLagMicroseconds: 250)
        metrics.set(journalPending: 1, lagMilliseconds: 12)
        let verdict = try check(metrics.text, with: promtool)
        #expect(verdict.status == 0 && verdict.words.isEmpty, "\(verdict.words)")
        let wrong = try check(metrics.text + "# TYPE riffle_x counter\nriffle_x 1\n", with: promtool)
        #expect(wrong.status != 0, "it would see a counter without help and ending")
    }
}
