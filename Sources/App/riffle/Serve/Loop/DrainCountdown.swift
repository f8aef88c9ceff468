import Platform

/// The loops that still have connections while the server drains.
final class DrainCountdown: Sendable {
    private let busy: Locked<Set<Int>>

    init(loops: Int) {
        busy = Locked(Set(0..<loops))
    }

    /// The loop has no connections. Calling it again does nothing.
    func noteEmpty(_ loop: Int) {
        busy.change { _ = $0.remove(loop) }
    }

    /// Waits until no loop has connections, at most `milliseconds`; returns whether that came true.
    func wait(milliseconds: Int64) -> Bool {
        busy.wait(milliseconds: milliseconds) { $0.isEmpty ? true : nil } ?? false
    }
}
