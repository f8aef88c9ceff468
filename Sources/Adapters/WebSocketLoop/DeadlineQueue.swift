/// Connections with a deadline. All get the same length of time, so the oldest is always in front and no sorting is
/// needed. Entries are not removed early: the caller checks whether a connection still misses its deadline.
struct DeadlineQueue {
    private var entries: [(atMilliseconds: Int64, connection: ConnectionID)] = []
    private var head = 0

    var firstMilliseconds: Int64? { head < entries.count ? entries[head].atMilliseconds : nil }

    mutating func append(_ connection: ConnectionID, atMilliseconds: Int64) {
        entries.append((atMilliseconds, connection))
    }

    /// The next connection whose time has come.
    mutating func popDue(nowMilliseconds: Int64) -> ConnectionID? {
        guard head < entries.count, entries[head].atMilliseconds <= nowMilliseconds else { return nil }
        defer {
            head += 1
            if head == entries.count || head > 1_024 {
                entries.removeFirst(head)
                head = 0
            }
        }
        return entries[head].connection
    }
}
