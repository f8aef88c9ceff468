package import Foundation
import Glibc

/// A process of this program or another: its standard streams, its end, and how it ended.
package final class ChildProcess: @unchecked Sendable {
    // Sendable because nothing changes after the start, and each part may be used from any thread.

    package enum Output {
        /// `nextLine` and `forward` read it, and standard error too.
        case lines
        /// The caller polls `descriptor`; standard error is shared with this process.
        case descriptor
    }

    /// The arguments as one text, for messages.
    package let words: String
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let lines: LineReader?
    private let errors: LineReader?

    /// Milliseconds from the request to end until the process is killed.
    private static let endMilliseconds: Int64 = 2_000
    /// Limit for the end of standard error after that of standard output.
    private static let lastWordsSeconds = 5.0

    /// Starts this program again with other arguments, or another `program`.
    package init(_ arguments: [String], of program: URL? = nil, output kind: Output = .lines) throws {
        words = arguments.joined(separator: " ")
        process.executableURL = program ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        (process.standardInput, process.standardOutput) = (input, output)
        guard kind == .lines else {
            (lines, errors) = (nil, nil)
            try process.start()
            return
        }
        let errorOutput = Pipe()
        process.standardError = errorOutput
        try process.start()
        lines = LineReader(output.fileHandleForReading)
        errors = LineReader(errorOutput.fileHandleForReading)
    }

    package var processID: Int32 { process.processIdentifier }

    // MARK: Streams

    /// The read end of its standard output.
    package var descriptor: Int32 { output.fileHandleForReading.fileDescriptor }

    /// The next line of its standard output; nil when the output or the time is over.
    package func nextLine(before end: Date) -> String? { lines?.next(before: end) }

    /// Passes every further line of its standard output to `take`, on another thread.
    package func forward(_ take: @escaping @Sendable (String) -> Void) { lines?.forward(take) }

    /// Passes every line of its standard error to `take`, on another thread; `complaints` still has them.
    package func forwardErrors(_ take: @escaping @Sendable (String) -> Void) { errors?.forward(take) }

    /// The last lines of its standard error.
    package var complaints: String { errors?.all.suffix(3).joined(separator: "; ") ?? "" }

    /// Writes a line to its standard input; a process that has ended loses it.
    package func say(_ line: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Writes bytes to its standard input; false for a process that has ended.
    package func say(_ bytes: [UInt8]) -> Bool {
        (try? input.fileHandleForWriting.write(contentsOf: Data(bytes))) != nil
    }

    /// The write end of its standard input.
    package var inputDescriptor: Int32 { input.fileHandleForWriting.fileDescriptor }

    package func closeInput() {
        try? input.fileHandleForWriting.close()
    }

    // MARK: End

    /// Waits until its standard output ends, and for a limited time until its standard error does: a process that it has
    /// started may hold that one open.
    package func waitForEnd() {
        lines?.waitForEnd()
        errors?.waitForEnd(before: Date(timeIntervalSinceNow: ChildProcess.lastWordsSeconds))
    }

    /// Closes its input and asks it to end; kills it when it does not.
    package func end() {
        closeInput()
        if process.isRunning { process.terminate() }
        waitForEnd(milliseconds: ChildProcess.endMilliseconds)
        kill()
        waitForEnd()
    }

    /// Waits until it has ended, for a limited time.
    package func waitForEnd(milliseconds: Int64) {
        let deadline = MonotonicClock.milliseconds + milliseconds
        while process.isRunning, MonotonicClock.milliseconds < deadline { usleep(10_000) }
    }

    package func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Waits for its end; whether it ended by itself with 0.
    package var hasSucceeded: Bool {
        process.waitUntilExit()
        return process.terminationReason == .exit && process.terminationStatus == 0
    }

    /// Waits for its end and describes it.
    package var ending: String {
        process.waitUntilExit()
        let number = process.terminationStatus
        return process.terminationReason == .exit ? "ended with \(number)" : "was ended by signal \(number)"
    }
}
