/// A count since the process started; it only rises.
package struct Counter: Hashable, Sendable {
    package private(set) var value: UInt64 = 0

    package init() {}

    /// Adds `amount`. Wraps at 2⁶⁴, which a scraper takes for a restart.
    package mutating func add(_ amount: UInt64 = 1) {
        value &+= amount
    }

    /// Adds the count of another loop.
    package mutating func merge(_ other: Counter) {
        add(other.value)
    }
}
