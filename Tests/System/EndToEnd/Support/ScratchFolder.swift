import Foundation
import TestPeers

/// A folder for the files of one test; it goes with the test.
final class ScratchFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }

    /// Waits until the file contains `text` and returns its contents.
    func contents(of name: String, with text: String) throws -> String {
        var all: String?
        try eventually("\(text) in \(name)", instead: all.map { String($0.suffix(500)) } ?? "no file") {
            all = try? String(contentsOfFile: path(name), encoding: .utf8)
            return all?.contains(text) == true
        }
        return all ?? ""
    }
}

extension RunningProgram {
    /// Runs `riffle` to its end.
    static func run(_ words: [String]) throws -> (code: Int32, lines: [String], complaints: String) {
        let program = try RunningProgram(arguments: words)
        defer { program.end() }
        let code = try program.exitCode()
        return (code, program.remainingLines(), program.complaints)
    }
}
