import Platform

/// A figure that is costly to find: found again only when it is older than a given time. Any thread.
final class RecentFigure: Sendable {
    private let milliseconds: Int64
    private let find: @Sendable () -> Int
    private let newest = Locked<(value: Int, until: Int64)?>(nil)

    init(milliseconds: Int64, _ find: @escaping @Sendable () -> Int) {
        self.milliseconds = milliseconds
        self.find = find
    }

    /// The figure, at most `milliseconds` old at `now`.
    func value(atMilliseconds now: Int64) -> Int {
        newest.withLock { newest in
            if let newest, now < newest.until { return newest.value }
            let value = find()
            newest = (value, now + milliseconds)
            return value
        }
    }
}
