import ClusterTraffic
import Platform

/// Commands from any thread to the thread of a fabric, in order, and its counts.
final class NATSInbox: Sendable {
    private struct State {
        var commands: [FabricCommand] = []
        var bytes = 0
        /// Whether messages were lost because too much waits.
        var hasOverflowed = false
        var isClosed = false
        var isEnded = false
        var counts = NATSFabric.Counts()
    }

    let wake: NATSWake
    private let state = Locked(State())

    init(wake: NATSWake) {
        self.wake = wake
    }

    var counts: NATSFabric.Counts { state.withLock { $0.counts } }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func add(_ commands: [FabricCommand]) {
        let wasEmpty = state.withLock { state in
            let wasEmpty = state.commands.isEmpty
            for command in commands {
                if case .publish(let bytes, _) = command {
                    guard bytes.count <= Envelope.maximumBytes, state.bytes + bytes.count <= NATSFabric.waitingBytes
                    else {
                        state.counts.lost += 1
                        state.hasOverflowed = state.hasOverflowed || bytes.count <= Envelope.maximumBytes
                        continue
                    }
                    state.bytes += bytes.count
                }
                state.commands.append(command)
            }
            return wasEmpty
        }
        if wasEmpty { wake.wake() }
    }

    func take() -> (commands: [FabricCommand], hasOverflowed: Bool) {
        state.withLock { state in
            defer { (state.commands, state.bytes, state.hasOverflowed) = ([], 0, false) }
            return (state.commands, state.hasOverflowed)
        }
    }

    func count(_ body: (inout NATSFabric.Counts) -> Void) {
        state.withLock { body(&$0.counts) }
    }

    // MARK: End

    func close() {
        state.withLock { $0.isClosed = true }
        wake.wake()
    }

    func end() {
        state.change { $0.isEnded = true }
    }

    func waitForEnd() {
        _ = state.wait { $0.isEnded ? true : nil }
    }
}
