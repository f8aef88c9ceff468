import FoundationEssentials
import Glibc
import Platform

/// A worker process, seen from its parent process.
final class WorkerProcess {
    let number: Int
    private let process: ChildProcess
    private var partial: [UInt8] = []
    /// Number of bytes of `partial` without an end of line.
    private var searched = 0
    /// Bytes that the worker's input has not taken yet. Writing never waits: a worker that writes its result reads nothing, and
    /// both would wait for ever.
    private var unsent: [UInt8] = []
    private var isOpen = true
    private(set) var hasEnded = false

    /// Starts a worker and sends its order.
    init(number: Int, order: LoadOrder) throws {
        self.number = number
        process = try ChildProcess([LoadWorker.name], output: .descriptor)
        process.say(String(decoding: try JSONEncoder().encode(order), as: UTF8.self))
        let descriptor = process.inputDescriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    var processID: Int32 { process.processID }

    /// Output of the worker, and room for lines that it has not read yet, to poll for.
    var queries: [pollfd] {
        let output = pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0)
        let input = pollfd(fd: isBehind ? process.inputDescriptor : -1, events: Int16(POLLOUT), revents: 0)
        return [output, input]
    }

    /// Whether earlier lines wait for the worker to read.
    var isBehind: Bool { !unsent.isEmpty }

    func send(_ line: String) { send(Array((line + "\n").utf8)) }

    /// Sends bytes of lines.
    func send(_ bytes: [UInt8]) {
        guard isOpen else { return }
        unsent += bytes
        sendRest()
    }

    /// Writes as much as the worker's input takes.
    func sendRest() {
        guard isBehind else { return }
        let count = write(process.inputDescriptor, unsent, unsent.count)
        if count >= 0 {
            unsent.removeFirst(count)
        } else if errno != EAGAIN, errno != EINTR {
            // The worker has ended.
            unsent = []
        }
    }

    /// Lets the worker's users leave.
    func stop() {
        (isOpen, unsent) = (false, [])
        process.closeInput()
    }

    /// The complete lines received. Sets `hasEnded` at the end of the output.
    func take() -> [[UInt8]] {
        var bytes = [UInt8](repeating: 0, count: 262_144)
        let count = read(process.descriptor, &bytes, bytes.count)
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
    var processEnding: String { process.ending }

    func kill() {
        process.kill()
    }
}
