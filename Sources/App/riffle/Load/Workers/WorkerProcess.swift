import Foundation
import Glibc
import Platform

/// A worker process, seen from its parent process.
final class WorkerProcess {
    let number: Int
    private let process: ChildProcess
    private var partial: [UInt8] = []
    /// Number of bytes of `partial` without an end of line.
    private var searched = 0
    private(set) var hasEnded = false

    /// Starts a worker and sends its order.
    init(number: Int, order: LoadOrder) throws {
        self.number = number
        process = try ChildProcess([LoadWorker.name], output: .descriptor)
        send(String(decoding: try JSONEncoder().encode(order), as: UTF8.self))
    }

    var processID: Int32 { process.processID }

    /// Descriptor of the worker's output, to poll before `take`.
    var descriptor: Int32 { process.descriptor }

    func send(_ line: String) {
        process.say(line)
    }

    /// Sends a line unless the worker's input is full: a worker that writes its result reads nothing, and waiting for it
    /// could make both wait for ever. The line has to be shorter than 4,096 bytes.
    func sendIfPossible(_ line: String) {
        if process.canSay { process.say(line) }
    }

    /// Lets the worker's users leave.
    func stop() {
        process.closeInput()
    }

    /// The complete lines received. Sets `hasEnded` at the end of the output.
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

    /// Waits for the end of the process and describes it.
    var ending: String { process.ending }

    func kill() {
        process.kill()
    }
}
