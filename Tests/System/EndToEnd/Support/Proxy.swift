import Foundation
import TestPeers

/// A proxy before a server that can lose one message or hold everything back.
final class Proxy {
    /// `@unchecked Sendable`: everything mutable is touched only while `condition` is locked.
    private final class State: @unchecked Sendable {
        let condition = NSCondition()
        var loss: String?
        var lost = 0
        var isPaused = false

        /// Waits while paused, then passes a message on or loses it.
        func pass(_ lines: [String]) -> [String] {
            condition.withLock {
                while isPaused { condition.wait() }
                guard let loss, lines.contains(where: { $0.contains(loss) }) else { return lines }
                self.loss = nil
                lost += 1
                return []
            }
        }
    }

    private let state = State()
    private let proxy: TamperingProxy

    var port: UInt16 { proxy.port }

    /// - Parameter narrow: with small buffers toward the server, so that it soon feels that nobody reads.
    init(before server: UInt16, narrow: Bool = false) throws {
        proxy = try TamperingProxy(before: server, narrow: narrow) { [state] _ in state.pass }
    }

    /// Loses the next message of the server that contains `text`.
    func loseMessage(with text: String) {
        state.condition.withLock { state.loss = text }
    }

    /// Messages lost.
    var losses: Int { state.condition.withLock { state.lost } }

    /// Stops reading what the server says, or goes on.
    func pause(_ on: Bool) {
        state.condition.withLock {
            state.isPaused = on
            state.condition.broadcast()
        }
    }

    func end() {
        pause(false)
        proxy.end()
    }
}
