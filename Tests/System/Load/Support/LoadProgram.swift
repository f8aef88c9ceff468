import Foundation
import Glibc
import Platform
import TestPeers

@testable import riffle

/// A `riffle` under test. The caller that starts one waits for its end.
///
/// `@unchecked Sendable`: the process is set up in `init` and only asked afterwards.
final class LoadProgram: @unchecked Sendable {
    private let process = Process()
    private let output: LineReader
    private let errors: LineReader
    private let ended = DispatchSemaphore(value: 0)

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: [String]) throws {
        process.executableURL = ServedRooms.executable
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, output, errors)
        self.output = LineReader(output.fileHandleForReading)
        self.errors = LineReader(errors.fileHandleForReading)
        process.terminationHandler = { [ended] _ in ended.signal() }
        // A child inherits what the starting thread does not hear.
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    /// Plays to the end.
    static func run(_ arguments: [String]) throws -> Outcome {
        try LoadProgram(arguments).outcome()
    }

    struct Outcome {
        /// Negative by a signal.
        var code: Int32
        var output: [String]
        var errors: [String]

        var text: String { (output + errors).joined(separator: "\n") }
    }

    func outcome() throws -> Outcome {
        guard ended.wait(timeout: .now() + WaitLimit.seconds) == .success else {
            signal(SIGKILL)
            throw Failure(description: "it did not end: \(process.arguments ?? []), \(errors.all)")
        }
        output.waitForEnd(before: Date(timeIntervalSinceNow: 20))
        errors.waitForEnd(before: Date(timeIntervalSinceNow: 20))
        let status = process.terminationStatus
        return Outcome(
            code: process.terminationReason == .exit ? status : -status, output: output.all, errors: errors.all)
    }

    func signal(_ number: Int32) {
        if process.isRunning { kill(process.processIdentifier, number) }
    }

    var processID: Int32 { process.processIdentifier }

    /// Processes it has started.
    var children: [Int32] {
        let path = "/proc/\(processID)/task/\(processID)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { Int32($0) }
    }

    /// Waits for a line of standard output that begins with `words`, and returns the rest of that line.
    func output(after words: String) throws -> String {
        var line: String?
        try eventually("\(words)", instead: "\(output.all), \(errors.all)") {
            line = output.all.first { $0.hasPrefix(words) }
            return line != nil || !process.isRunning
        }
        guard let line else { throw Failure(description: "no \(words): \(output.all), \(errors.all)") }
        return String(line.dropFirst(words.count))
    }
}
