/// How often something happened since the process began; it only rises.
package struct Counter: Hashable, Sendable {
    package private(set) var value: UInt64 = 0

    package init() {}

    /// Counts `amount` more. Wraps at 2⁶⁴, which a scraper takes for a restart.
    package mutating func add(_ amount: UInt64 = 1) {
        value &+= amount
    }

    /// Counts what another loop counted, too.
    package mutating func merge(_ other: Counter) {
        add(other.value)
    }
}
