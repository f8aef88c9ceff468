import Foundation
import Glibc
import Platform

/// A worker, as the process that started it sees it.
final class WorkerProcess {
    let number: Int
    private let process: ChildProcess
    private var partial: [UInt8] = []
    /// How far `partial` has been searched for the end of a line.
    private var searched = 0
    private(set) var hasEnded = false

    /// Starts a worker and gives it its order.
    init(number: Int, order: LoadOrder) throws {
        self.number = number
        process = try ChildProcess([LoadWorker.word], output: .descriptor)
        say(String(decoding: try JSONEncoder().encode(order), as: UTF8.self))
    }

    var processID: Int32 { process.processID }

    /// Its output, to poll before `take`.
    var descriptor: Int32 { process.descriptor }

    func say(_ line: String) {
        process.say(line)
    }

    /// Lets its users leave.
    func stop() {
        process.closeInput()
    }

    /// The whole lines that have come; `hasEnded` is true when there will be no more.
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

    /// Waits for its end and describes it.
    var ending: String { process.ending }

    func kill() {
        process.kill()
    }
}
