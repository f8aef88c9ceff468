import Foundation
import Glibc

/// Collects the lines of a pipe as they come, on a thread of its own: the library's handlers for readable files now and
/// then lose one whose number was another's a moment ago.
///
/// `@unchecked Sendable`: everything below `condition` is touched only while it is locked.
final class LineReader: @unchecked Sendable {
    private let condition = NSCondition()
    private var lines: [String] = []
    private var taken = 0
    private var partial: [UInt8] = []
    private var isEnded = false
    private var take: ((String) -> Void)?

    init(_ handle: FileHandle) {
        let thread = Thread { [weak self] in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(handle.fileDescriptor, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                self?.add(bytes[..<max(0, count)])
                guard count > 0 else { return }
            }
        }
        thread.name = "lines"
        thread.start()
    }

    /// The next line nobody has taken, or nil at the end of the pipe or of the time.
    func next(before end: Date) -> String? {
        condition.withLock {
            while taken >= lines.count, !isEnded {
                guard condition.wait(until: end) else { return nil }
            }
            guard taken < lines.count else { return nil }
            taken += 1
            return lines[taken - 1]
        }
    }

    /// Waits until the other end is closed and every line was handed on, or time is up.
    ///
    /// - Parameter end: nil waits as long as it takes; the library traps at times as distant as `Date.distantFuture`.
    func waitForEnd(before end: Date? = nil) {
        condition.withLock {
            while !isEnded {
                guard let end else {
                    condition.wait()
                    continue
                }
                guard condition.wait(until: end) else { return }
            }
        }
    }

    var all: [String] { condition.withLock { lines } }

    /// Hands every line to `take`, those that have come already at once.
    func forward(_ take: @escaping (String) -> Void) {
        condition.withLock {
            lines.forEach(take)
            self.take = take
        }
    }

    /// - Parameter bytes: none at the end.
    private func add(_ bytes: ArraySlice<UInt8>) {
        condition.withLock {
            isEnded = bytes.isEmpty
            partial += bytes
            while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: partial[..<end], as: UTF8.self)
                partial.removeSubrange(...end)
                lines.append(line)
                take?(line)
            }
            condition.broadcast()
        }
    }
}
