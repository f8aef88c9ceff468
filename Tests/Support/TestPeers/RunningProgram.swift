package import Foundation
import Glibc
import Platform
import TestSupport

/// A process this test started, with its output line by line. The caller that starts one ends it, also when the test
/// fails.
///
/// `@unchecked Sendable`: the process is set up in `init` and only asked afterwards; `isEnded` is touched only while
/// `condition` is locked.
package final class RunningProgram: @unchecked Sendable {
    private let process = Process()
    private let output: LineReader
    private let errors: LineReader
    private let condition = NSCondition()
    private var isEnded = false

    /// - Parameter environment: variables in addition to those of the test.
    package init(
        _ executable: URL = ServedRooms.executable, arguments: [String], input: FileHandle = .nullDevice,
        folder: URL = Repository.root, environment: [String: String] = [:]
    ) throws {
        process.executableURL = executable
        // Pictures do not depend on where tests run, and on whose machine.
        let fixed = ["LC_ALL": "C", "XDG_CONFIG_HOME": "/nonexistent"]
        process.environment = ProcessInfo.processInfo.environment.merging(fixed) { $1 }
            .merging(environment) { $1 }
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let (output, errors) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        self.output = LineReader(output.fileHandleForReading)
        self.errors = LineReader(errors.fileHandleForReading)
        process.terminationHandler = { [weak self] process in
            // Foundation keeps a process for which nobody has waited, with its pipes. With more than 1,350 descriptors its
            // search for the highest one reads beyond a buffer, at times beyond all memory.
            process.waitUntilExit()
            self?.noteEnd()
        }
        try RunningProgram.withOpenEars { try process.start() }
    }

    /// A child inherits what the starting thread does not hear; threads of a pool hear no signals at all.
    private static func withOpenEars(_ start: () throws -> Void) rethrows {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try start()
    }

    private func noteEnd() {
        condition.withLock {
            isEnded = true
            condition.broadcast()
        }
    }

    /// The next line of its standard output.
    package func nextLine() throws -> String {
        guard let line = output.next(before: WaitLimit.deadline) else {
            throw ExpectationError("a line of \(words)", instead: "an end, with \(complaints)")
        }
        return line
    }

    /// Waits until what it has said on standard output is as wanted; the lines are still to be taken.
    package func wait(for what: String, until isWanted: ([String]) -> Bool) throws {
        try eventually("\(what) of \(words)", instead: "\(output.all.suffix(9))") { isWanted(output.all) }
    }

    /// Whether a line of its standard output has this text; the lines are still to be taken.
    package func hasPrinted(_ text: String) -> Bool { output.all.contains { $0.contains(text) } }

    /// Waits until it has said `sentence` on standard error, so often.
    package func waitForComplaint(_ sentence: String, times count: Int = 1) throws {
        try eventually("\(sentence) of \(words)", instead: complaints) {
            complaints.components(separatedBy: sentence).count > count
        }
    }

    /// Reads the remaining lines of standard output, to the end.
    package func remainingLines() -> [String] {
        let deadline = WaitLimit.deadline
        return Array(sequence(state: ()) { _ in self.output.next(before: deadline) })
    }

    /// The text on standard error so far; all of it once `exitCode` has been asked for.
    package var complaints: String { errors.all.joined(separator: "\n") }

    /// How it ended; negative by a signal.
    package func exitCode(withinSeconds seconds: Double = WaitLimit.seconds) throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: seconds)
        let hasEnded = condition.withLock {
            while !isEnded {
                guard condition.wait(until: deadline) else { return isEnded }
            }
            return true
        }
        guard hasEnded else { throw ExpectationError("the end of \(words) within \(seconds) s", instead: complaints) }
        // Its last words may still be on their way; a child of its own may keep the pipe open.
        errors.waitForEnd(before: Date(timeIntervalSinceNow: 20))
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    package func signal(_ number: Int32) {
        if process.isRunning { kill(process.processIdentifier, number) }
    }

    package var isRunning: Bool { process.isRunning }

    package var processID: Int32 { process.processIdentifier }

    /// Ends it if it still runs.
    package func end() {
        signal(SIGTERM)
        if (try? exitCode(withinSeconds: 5)) == nil {
            signal(SIGKILL)
            _ = try? exitCode(withinSeconds: 5)
        }
    }

    private var words: String {
        ([process.executableURL?.lastPathComponent ?? ""] + (process.arguments ?? [])).joined(separator: " ")
    }
}
