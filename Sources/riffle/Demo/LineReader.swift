import Foundation

/// Collects the lines of a pipe as they come.
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
        handle.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            self?.add(data)
        }
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

    /// Waits until the other end is closed and every line was handed on.
    func waitForEnd() {
        condition.withLock { while !isEnded { condition.wait() } }
    }

    var all: [String] { condition.withLock { lines } }

    /// Hands every line to `take`, those that have come already at once.
    func forward(_ take: @escaping (String) -> Void) {
        condition.withLock {
            lines.forEach(take)
            self.take = take
        }
    }

    private func add(_ data: Data) {
        condition.withLock {
            isEnded = data.isEmpty
            partial += data
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
