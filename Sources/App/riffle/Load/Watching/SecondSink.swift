import Platform

/// Hands the seconds of runs to one thread that may wait, so that a slow reader never delays a run.
///
/// Its memory is bounded: beyond it seconds are left out, and counted.
final class SecondSink<Item: Sendable>: Sendable {
    private struct SinkState {
        var waiting: [Item] = []
        /// Items that the thread is taking.
        var inHand = 0
        var leftOut = 0
        var isClosed = false
    }

    private let state = Locked(SinkState())
    private let ended = OneShot<Void>()

    /// Items that wait for the thread; more come in a simulation than a slow disk takes.
    private static var waitingAtMost: Int { 10_000 }

    /// - Parameters:
    ///   - name: of the thread.
    ///   - take: called on the thread with the next items, in order.
    init(_ name: String, take: @escaping @Sendable ([Item]) -> Void) {
        NamedThread.start(name) { [state, ended] in
            while true {
                let next = state.wait { state -> [Item]? in
                    guard state.waiting.isEmpty, !state.isClosed else {
                        let next = state.waiting
                        (state.inHand, state.waiting) = (next.count, [])
                        return next
                    }
                    return nil
                }
                guard let next, !next.isEmpty else { break }
                take(next)
            }
            ended.give(())
        }
    }

    func add(_ item: Item) {
        state.change { state in
            if state.waiting.count < SecondSink.waitingAtMost { state.waiting.append(item) } else { state.leftOut += 1 }
        }
    }

    /// Waits until the thread has taken everything, at most so long. Call it once.
    ///
    /// - Returns: how many items were left out or not taken.
    func close(milliseconds: Int64) -> Int {
        state.change { $0.isClosed = true }
        _ = ended.wait(milliseconds: milliseconds)
        return state.withLock { $0.leftOut + $0.inHand + $0.waiting.count }
    }
}
