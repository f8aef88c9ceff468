/// How often something happened since the process began; it only rises.
public struct Counter: Hashable, Sendable {
    public private(set) var value: UInt64 = 0

    public init() {}

    /// Counts `amount` more. Wraps at 2⁶⁴, which a scraper takes for a restart.
    public mutating func add(_ amount: UInt64 = 1) {
        value &+= amount
    }

    /// Counts what another loop counted, too.
    public mutating func merge(_ other: Counter) {
        add(other.value)
    }
}
