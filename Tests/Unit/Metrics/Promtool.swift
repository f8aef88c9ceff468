import Foundation
import Platform
import TestSupport

/// Prometheus' own checker, where it is installed: on the PATH, or where `.ci/setup tests` puts it.
struct Promtool {
    static let installed: Promtool? =
        ((ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: String($0)) } + [Repository.file(".build/tools")])
        .map { $0.appendingPathComponent("promtool") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }.map(Promtool.init)

    let executable: URL

    /// Runs it with `input` on standard input, which is shorter than a pipe holds. Returns exit status and output.
    func run(_ arguments: [String], input text: String = "") throws -> (status: Int32, words: String) {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = executable
        process.arguments = arguments
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
        try process.start()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let words = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: words, as: UTF8.self))
    }
}
