package import PagingEngine

/// Joins the parts of messages, in bounded memory: what does not become complete soon enough is dropped.
package struct PartJoiner: Sendable {
    package struct Limits: Hashable, Sendable {
        /// Bytes of incomplete messages of one sender, and of all.
        package var senderBytes = 32 << 20
        package var totalBytes = 64 << 20
        /// Incomplete messages of one sender.
        package var incompleteMessages = 4
        /// Senders of parts that are remembered.
        package var senders = 256
        /// Time since the newest part after which an incomplete message is dropped.
        package var milliseconds: Int64 = 2_000

        package init() {}
    }

    private struct Incomplete {
        let number: UInt64
        let totalBytes: Int
        var parts: [[UInt8]?]
        var missing: Int
        var heldBytes = 0
        var newestAt: Instant

        init(of part: Part, at now: Instant) {
            number = part.number
            totalBytes = part.totalBytes
            missing = Part.count(part.totalBytes)
            parts = Array(repeating: nil, count: missing)
            newestAt = now
        }
    }

    private struct Sender {
        var incomplete: [Incomplete] = []
        /// Numbers of the last messages that are complete or were given up, oldest first.
        var finished: [UInt64] = []
        var newestAt: Instant
        var heldBytes: Int { incomplete.reduce(0) { $0 + $1.heldBytes } }
        /// The newest part of the message that was without one for the longest time.
        var oldestAt: Instant { incomplete.map(\.newestAt).min() ?? newestAt }

        /// Notes that no further part of this message counts.
        mutating func finish(_ number: UInt64) {
            if finished.count == PartJoiner.rememberedMessages { finished.removeFirst() }
            finished.append(number)
        }
    }

    private static let rememberedMessages = 16

    private let limits: Limits
    private var senders: [NodeID: Sender] = [:]
    /// Bytes of all incomplete messages.
    package private(set) var heldBytes = 0

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// The next time at which `expire` drops something.
    package var nextDeadline: Instant? {
        senders.values.map { $0.oldestAt.advanced(byMilliseconds: limits.milliseconds) }.min()
    }

    package func heldBytes(of sender: NodeID) -> Int { senders[sender]?.heldBytes ?? 0 }

    package var senderCount: Int { senders.count }

    /// Adds a part and returns the payload that it completes.
    package mutating func add(
        _ part: Part, from sender: NodeID, at now: Instant, dropping drops: inout DropCounts
    ) -> [UInt8]? {
        if senders[sender] == nil { makeRoomForSender(dropping: &drops) }
        var state = senders.removeValue(forKey: sender) ?? Sender(newestAt: now)
        heldBytes -= state.heldBytes
        defer {
            heldBytes += state.heldBytes
            senders[sender] = state
            limitTotal(dropping: &drops)
        }
        state.newestAt = now
        guard !state.finished.contains(part.number) else {
            drops.add(.duplicate)
            return nil
        }
        return place(part, in: &state, at: now, dropping: &drops)
    }

    private func place(
        _ part: Part, in state: inout Sender, at now: Instant, dropping drops: inout DropCounts
    ) -> [UInt8]? {
        var message = Incomplete(of: part, at: now)
        if let place = state.incomplete.firstIndex(where: { $0.number == part.number }) {
            message = state.incomplete.remove(at: place)
        }
        if message.totalBytes != part.totalBytes {
            drops.add(.conflict)
        } else if message.parts[part.index] != nil {
            drops.add(.duplicate)
        } else {
            message.parts[part.index] = part.bytes
            message.missing -= 1
            message.heldBytes += part.bytes.count
            message.newestAt = now
        }
        guard message.missing > 0 else {
            state.finish(part.number)
            return message.parts.reduce(into: []) { $0 += $1 ?? [] }
        }
        state.incomplete.append(message)
        while state.incomplete.count > limits.incompleteMessages || state.heldBytes > limits.senderBytes {
            giveUpOldest(of: &state)
            drops.add(.overflow)
        }
        return nil
    }

    /// Drops incomplete messages that got no part for too long, and forgets senders that have none.
    package mutating func expire(at now: Instant, dropping drops: inout DropCounts) {
        for (sender, var state) in senders {
            let old = state.incomplete.filter { now.milliseconds(since: $0.newestAt) >= limits.milliseconds }
            for message in old {
                state.finish(message.number)
                heldBytes -= message.heldBytes
                drops.add(.expired)
            }
            state.incomplete.removeAll { message in old.contains { $0.number == message.number } }
            let isIdle = now.milliseconds(since: state.newestAt) >= limits.milliseconds
            senders[sender] = isIdle && state.incomplete.isEmpty ? nil : state
        }
    }

    private func giveUpOldest(of state: inout Sender) {
        guard
            let place = state.incomplete.indices.min(by: {
                state.incomplete[$0].newestAt < state.incomplete[$1].newestAt
            })
        else { return }
        state.finish(state.incomplete.remove(at: place).number)
    }

    /// The sender that was silent for the longest time, the smaller id of two.
    private func oldestSender(where condition: (Sender) -> Bool) -> NodeID? {
        senders.filter { condition($0.value) }.min { ($0.value.newestAt, $0.key) < ($1.value.newestAt, $1.key) }?.key
    }

    private mutating func makeRoomForSender(dropping drops: inout DropCounts) {
        guard senders.count >= limits.senders, let oldest = oldestSender(where: { _ in true }),
            let state = senders.removeValue(forKey: oldest)
        else { return }
        heldBytes -= state.heldBytes
        drops.add(.overflow, state.incomplete.count)
    }

    private mutating func limitTotal(dropping drops: inout DropCounts) {
        while heldBytes > limits.totalBytes, let oldest = oldestSender(where: { !$0.incomplete.isEmpty }),
            var state = senders[oldest]
        {
            heldBytes -= state.heldBytes
            giveUpOldest(of: &state)
            heldBytes += state.heldBytes
            senders[oldest] = state
            drops.add(.overflow)
        }
    }
}
