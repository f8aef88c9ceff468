import PagingEngine

/// The items of a link that the other end has not acknowledged.
struct OutgoingItems: Sendable {
    private struct Item {
        let bytes: [UInt8]
        var addedAt: Instant
    }

    private var items: [Item] = []
    /// The number of the first of `items`.
    private var firstNumber: UInt64 = 1
    /// How many of `items` were sent, and need no `takeUnsent`.
    private var sentCount = 0
    /// The highest number that was ever sent.
    private var lastSent: UInt64 = 0
    private(set) var bytes = 0
    private var resendAt: Instant?
    private var resendMilliseconds = LinkLimits.firstResendMilliseconds

    var count: Int { items.count }

    /// The next time at which `takeResend` or `isExpired` has something to say.
    var nextDeadline: Instant? { earliest(resendAt, expiresAt) }

    /// The time at which the oldest item has waited for its acknowledgement for too long.
    var expiresAt: Instant? { items.first?.addedAt.advanced(byMilliseconds: LinkLimits.milliseconds) }

    func isExpired(at now: Instant) -> Bool { expiresAt.map { $0 <= now } ?? false }

    mutating func append(_ item: [UInt8], at now: Instant) {
        items.append(Item(bytes: item, addedAt: now))
        bytes += item.count
    }

    /// Removes the items up to `number`. Returns false when they were never sent.
    mutating func acknowledge(_ number: UInt64, at now: Instant) -> Bool {
        guard number <= lastSent else { return false }
        guard number >= firstNumber else { return true }
        let count = Int(number - firstNumber) + 1
        bytes -= items[..<count].reduce(0) { $0 + $1.bytes.count }
        items.removeFirst(count)
        firstNumber += UInt64(count)
        sentCount = max(0, sentCount - count)
        resendMilliseconds = LinkLimits.firstResendMilliseconds
        resendAt = sentCount == 0 ? nil : now.advanced(byMilliseconds: resendMilliseconds)
        return true
    }

    /// Runs of items for one frame each: those that were never sent.
    mutating func takeUnsent(at now: Instant) -> [(first: UInt64, items: [[UInt8]])] {
        let runs = runs(of: sentCount..<items.count, limit: LinkLimits.frameBytes)
        if !runs.isEmpty, resendAt == nil { resendAt = now.advanced(byMilliseconds: resendMilliseconds) }
        sentCount = items.count
        lastSent = firstNumber + UInt64(sentCount) - 1
        return runs
    }

    /// The first unacknowledged items, when it is time to send them again.
    mutating func takeResend(at now: Instant) -> (first: UInt64, items: [[UInt8]])? {
        guard let resendAt, resendAt <= now else { return nil }
        resendMilliseconds = min(2 * resendMilliseconds, LinkLimits.longestResendMilliseconds)
        self.resendAt = now.advanced(byMilliseconds: resendMilliseconds)
        return runs(of: 0..<sentCount, limit: LinkLimits.resendBytes).first
    }

    /// Counts the age of all items from `now`.
    mutating func restart(at now: Instant) {
        for place in items.indices { items[place].addedAt = now }
    }

    /// Counts all items as never sent.
    mutating func sendAllAgain() {
        sentCount = 0
        resendAt = nil
        resendMilliseconds = LinkLimits.firstResendMilliseconds
    }

    private func runs(of range: Range<Int>, limit: Int) -> [(first: UInt64, items: [[UInt8]])] {
        var runs: [(first: UInt64, items: [[UInt8]])] = []
        var room = 0
        for place in range {
            let size = items[place].bytes.count + LinkFrame.bytesPerItem
            if runs.isEmpty || size > room {
                runs.append((firstNumber + UInt64(place), []))
                room = limit
            }
            runs[runs.count - 1].items.append(items[place].bytes)
            room -= size
        }
        return runs
    }
}
