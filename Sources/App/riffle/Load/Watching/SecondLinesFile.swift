import Glibc
import LoadTesting
import Platform

/// The file of `--out jsonl=FILE`: a line for each second, as soon as it is over.
final class SecondLinesFile: Sendable {
    private struct LinesState {
        var failures = 0
        var reason: String?
    }

    private let path: String
    private let sink: SecondSink<SecondLine>
    private let state: Locked<LinesState>

    /// Time for a slow reader after the end of the last run.
    private static let closeMilliseconds: Int64 = 5_000

    /// Makes the file empty.
    ///
    /// - Parameter path: `-` is standard output.
    init(_ path: String) throws(CommandFailure) {
        let isStandardOutput = path == "-"
        let descriptor = isStandardOutput ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw CommandFailure(description: "\(path): \(String(cString: strerror(errno)))")
        }
        self.path = path
        let state = Locked(LinesState())
        self.state = state
        sink = SecondSink("load lines") { lines in
            for line in lines where state.withLock({ $0.failures }) == 0 {
                guard !StandardStreams.write(Array((line.text + "\n").utf8), to: descriptor) else { continue }
                let reason = String(cString: strerror(errno))
                state.withLock { ($0.failures, $0.reason) = ($0.failures + 1, reason) }
            }
        }
    }

    func add(_ line: SecondLine) { sink.add(line) }

    /// Waits for the last lines. Returns a sentence about a failure; nil without any.
    func close() -> String? {
        let leftOut = sink.close(milliseconds: SecondLinesFile.closeMilliseconds)
        if let reason = state.withLock(\.reason) { return "\(path): the seconds are not complete: \(reason)" }
        return leftOut > 0 ? "\(path): \(leftOut) seconds are missing, because its reader was too slow" : nil
    }
}
