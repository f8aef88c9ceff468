import Foundation
import Glibc
import TestPeers

typealias RunningProgram = TestPeers.RunningProgram

extension RunningProgram {
    struct Outcome {
        /// Negative by a signal.
        var code: Int32
        var output: [String]
        var errors: [String]

        var text: String { (output + errors).joined(separator: "\n") }
    }

    /// Plays to the end.
    static func run(_ arguments: [String]) throws -> Outcome { try RunningProgram(arguments: arguments).outcome() }

    func outcome() throws -> Outcome {
        do {
            let code = try exitCode()
            let errors = complaints.isEmpty ? [] : complaints.components(separatedBy: "\n")
            return Outcome(code: code, output: remainingLines(), errors: errors)
        } catch {
            signal(SIGKILL)
            throw error
        }
    }

    /// Processes it has started.
    var children: [Int32] {
        let path = "/proc/\(processID)/task/\(processID)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { Int32($0) }
    }

    /// Waits for a line of standard output that begins with `words`, and returns the rest of that line.
    func output(after words: String) throws -> String {
        var line: String?
        try wait(for: words) { lines in
            line = lines.first { $0.hasPrefix(words) }
            return line != nil || !isRunning
        }
        guard let line else { throw ExpectationError(words, instead: complaints) }
        return String(line.dropFirst(words.count))
    }
}
