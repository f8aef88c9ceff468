/// Messages that a user receives later than they came, in the order in which they came.
struct DelayedMessages<Message: Sendable>: Sendable {
    struct DelayedBatch: Sendable {
        let due: LoadTime
        let messages: [Message]
        let bytes: Int
    }

    private var entries: [DelayedBatch] = []

    var isEmpty: Bool { entries.isEmpty }
    var firstDue: LoadTime? { entries.first?.due }

    /// Nothing overtakes an earlier message: with a shorter delay or none it waits behind the others.
    mutating func add(_ messages: [Message], bytes: Int, afterMicroseconds delay: Int64, at now: LoadTime) {
        entries.append(DelayedBatch(due: now.advanced(byMicroseconds: delay), messages: messages, bytes: bytes))
    }

    /// The first one, when its time has come.
    mutating func take(at now: LoadTime) -> DelayedBatch? {
        guard let first = entries.first, first.due <= now else { return nil }
        return entries.removeFirst()
    }

    mutating func takeAll() -> [DelayedBatch] {
        defer { entries = [] }
        return entries
    }
}
