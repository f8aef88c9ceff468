import Foundation
import Synchronization

/// Says how far the whole has come, on one line that is written over.
final class Progress: Sendable {
    private let game: Game
    private let total: UInt64
    private let state = Mutex<(done: UInt64, toldAt: ContinuousClock.Instant)>((0, .now))
    private let began = ContinuousClock.now

    /// Says nothing when the total is 0.
    init(of game: Game, total: UInt64 = 0) {
        self.game = game
        self.total = total
    }

    func add(_ count: UInt64) {
        guard total > 0 else { return }
        let line: String? = state.withLock { state in
            state.done += count
            guard state.toldAt.duration(to: .now) >= .seconds(1) || state.done == total else { return nil }
            state.toldAt = .now
            let seconds = max(1, began.duration(to: .now).components.seconds)
            return "\r\(state.done) of \(total) \(game.rawValue), \(state.done / UInt64(seconds)) a second"
        }
        if let line { FileHandle.standardError.write(Data(line.utf8)) }
    }

    func finish() {
        guard total > 0 else { return }
        FileHandle.standardError.write(Data("\n".utf8))
    }
}
