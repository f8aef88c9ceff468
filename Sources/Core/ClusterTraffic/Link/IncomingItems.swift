/// The items of a link as they arrive: each is passed on once and in order.
struct IncomingItems: Sendable {
    /// All items up to this one were passed on.
    private(set) var acknowledged: UInt64 = 0
    /// Items that came before an earlier one, by number.
    private var early: [UInt64: [UInt8]] = [:]
    private(set) var earlyBytes = 0

    var earlyCount: Int { early.count }

    /// Adds consecutive items and returns those whose turn has come. Items that do not fit are dropped; their sender
    /// sends them again.
    mutating func take(_ items: [[UInt8]], first: UInt64) -> [[UInt8]] {
        var delivered: [[UInt8]] = []
        for (offset, item) in items.enumerated() {
            let number = first + UInt64(offset)
            if number == acknowledged + 1 {
                acknowledged = number
                delivered.append(item)
                deliverEarly(into: &delivered)
            } else if number > acknowledged {
                keep(item, number)
            }
        }
        return delivered
    }

    private mutating func keep(_ item: [UInt8], _ number: UInt64) {
        guard number - acknowledged <= LinkLimits.items, earlyBytes + item.count <= LinkLimits.bytes,
            early[number] == nil
        else { return }
        early[number] = item
        earlyBytes += item.count
    }

    private mutating func deliverEarly(into delivered: inout [[UInt8]]) {
        while let item = early.removeValue(forKey: acknowledged + 1) {
            acknowledged += 1
            earlyBytes -= item.count
            delivered.append(item)
        }
    }
}
