import Platform

/// Messages from any thread to one loop: push and wake on the outside, swap and drain on the loop.
///
/// Messages of one thread keep their order.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Locked<[Message]>([])
    private let waker: Waker?

    /// With a waker, a push into an empty mailbox wakes the loop; without one, the caller wakes when `push` says so.
    package init(waker: Waker? = nil) {
        self.waker = waker
    }

    /// Appends from any thread. Returns whether the mailbox was empty, which is when the loop needs waking.
    @discardableResult
    package func push(_ message: Message) -> Bool {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if wasEmpty { waker?.wake() }
        return wasEmpty
    }

    /// Takes everything, oldest first; call it from `woken`.
    package func drain() -> [Message] {
        messages.withLock { messages in
            var drained: [Message] = []
            swap(&drained, &messages)
            return drained
        }
    }
}
