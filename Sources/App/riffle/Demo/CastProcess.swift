import Foundation
import WebSocketLoop

/// One process of a scene: what it says line by line, and a way to speak to it.
final class CastProcess {
    let words: String
    private let process = Process()
    private let input = Pipe()
    private let output: LineReader
    private let errors: LineReader

    init(_ words: [String]) throws {
        self.words = words.joined(separator: " ")
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = words
        let (output, errors) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        try process.run()
        self.output = LineReader(output.fileHandleForReading)
        self.errors = LineReader(errors.fileHandleForReading)
    }

    var processID: Int32 { process.processIdentifier }

    /// The next line of its standard output, or nil when it ended or time was up.
    func nextLine(before end: Date) -> String? { output.next(before: end) }

    /// Hands on every further line of its standard output as it comes, on a thread of its own.
    func forward(_ take: @escaping (String) -> Void) {
        output.forward(take)
    }

    /// The same for its standard error, which `complaints` still remembers.
    func forwardErrors(_ take: @escaping (String) -> Void) {
        errors.forward(take)
    }

    /// Waits until it has ended, or at least says no more on standard output.
    func waitForEnd() { output.waitForEnd() }

    /// What it said on standard error.
    var complaints: String { errors.all.suffix(3).joined(separator: "; ") }

    func say(_ line: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Closes its input, asks it to end, and after two seconds no longer asks.
    func end() {
        try? input.fileHandleForWriting.close()
        if process.isRunning { process.terminate() }
        let patience = Date(timeIntervalSinceNow: 2)
        while process.isRunning, Date() < patience { usleep(10_000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        output.waitForEnd()
    }
}
