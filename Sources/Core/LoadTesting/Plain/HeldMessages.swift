/// What a user will receive later than it came, in the order in which it came.
struct HeldMessages: Sendable {
    struct Entry: Hashable, Sendable {
        let due: LoadTime
        let messages: [PlainMessage]
        let bytes: Int
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var firstDue: LoadTime? { entries.first?.due }

    /// Nothing overtakes what came before it: be its own delay shorter or none, it waits behind the others.
    mutating func add(_ messages: [PlainMessage], bytes: Int, afterMicroseconds delay: Int64, at now: LoadTime) {
        entries.append(Entry(due: now.advanced(byMicroseconds: delay), messages: messages, bytes: bytes))
    }

    /// The first one, when it is due.
    mutating func take(at now: LoadTime) -> Entry? {
        guard let first = entries.first, first.due <= now else { return nil }
        return entries.removeFirst()
    }
}
