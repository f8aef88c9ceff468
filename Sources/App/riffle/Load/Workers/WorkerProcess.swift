import Foundation
import Glibc

/// One worker, seen from the process that started it.
final class WorkerProcess {
    let number: Int
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var partial: [UInt8] = []
    /// How far `partial` has been searched for the end of a line.
    private var searched = 0
    private(set) var hasEnded = false

    /// Starts a worker and gives it its order.
    init(number: Int, order: LoadOrder) throws {
        self.number = number
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [LoadWorker.word]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        say(String(decoding: try JSONEncoder().encode(order), as: UTF8.self))
    }

    var processID: Int32 { process.processIdentifier }

    /// What it says, to be polled and then `take`n.
    var descriptor: Int32 { output.fileHandleForReading.fileDescriptor }

    func say(_ line: String) {
        StandardStreams.write(Array((line + "\n").utf8), to: input.fileHandleForWriting.fileDescriptor)
    }

    /// Lets its users leave.
    func stop() {
        try? input.fileHandleForWriting.close()
    }

    /// Whole lines that have come; `hasEnded` once there will be no more.
    func take() -> [[UInt8]] {
        var bytes = [UInt8](repeating: 0, count: 262_144)
        let count = read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR { return [] }
        guard count > 0 else {
            hasEnded = true
            return []
        }
        partial += bytes[..<count]
        var lines: [[UInt8]] = []
        while let end = partial[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Array(partial[..<end]))
            partial.removeSubrange(...end)
            searched = 0
        }
        searched = partial.count
        return lines
    }

    /// How it ended, in words for people; waits until it has.
    var ending: String {
        process.waitUntilExit()
        let number = process.terminationStatus
        return process.terminationReason == .exit ? "ended with \(number)" : "was ended by signal \(number)"
    }

    /// Ends it for good.
    func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}
