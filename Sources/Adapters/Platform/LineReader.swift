package import Foundation
import Glibc

/// Collects the lines of a pipe as they come, on its own thread. Foundation's readability handlers sometimes lose an event
/// of a descriptor whose number belonged to another file a moment before.
package final class LineReader: Sendable {
    private struct State {
        var lines: [String] = []
        var taken = 0
        var partial: [UInt8] = []
        var isEnded = false
        var take: (@Sendable (String) -> Void)?

        /// - Parameter bytes: empty at the end.
        mutating func add(_ bytes: ArraySlice<UInt8>) {
            isEnded = bytes.isEmpty
            partial += bytes
            while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: partial[..<end], as: UTF8.self)
                partial.removeSubrange(...end)
                lines.append(line)
                take?(line)
            }
        }
    }

    private let state = Locked(State())

    package init(_ handle: FileHandle) {
        NamedThread.start("lines") { [weak self] in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(handle.fileDescriptor, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                self?.state.change { $0.add(bytes[..<max(0, count)]) }
                guard count > 0 else { return }
            }
        }
    }

    /// Takes the next line; nil at the end of the pipe or of the time.
    package func next(before end: Date) -> String? {
        let line: String?? = state.wait(milliseconds: milliseconds(to: end)) { state in
            guard state.taken < state.lines.count else { return state.isEnded ? .some(nil) : nil }
            state.taken += 1
            return state.lines[state.taken - 1]
        }
        return line ?? nil
    }

    /// Waits until the pipe has ended and every line was passed on, or until `end`.
    package func waitForEnd(before end: Date? = nil) {
        _ = state.wait(milliseconds: end.map(milliseconds)) { $0.isEnded ? true : nil }
    }

    /// All lines so far.
    package var all: [String] { state.withLock { $0.lines } }

    /// Passes every line to `take`: at once those that have come already.
    package func forward(_ take: @escaping @Sendable (String) -> Void) {
        state.withLock { state in
            state.lines.forEach(take)
            state.take = take
        }
    }

    private func milliseconds(to date: Date) -> Int64 {
        Int64(max(0, min(date.timeIntervalSinceNow * 1_000, 1e12)).rounded(.up))
    }
}
