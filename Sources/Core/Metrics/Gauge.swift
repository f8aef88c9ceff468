/// A present amount. Over several loops it is the sum, or the largest where a sum means nothing.
package struct Gauge: Hashable, Sendable {
    /// The way in which the values of several loops become one.
    package enum Merging: Hashable, Sendable {
        /// Connections, rooms: each loop has its own.
        case sum
        /// Ages and lags: the largest matters.
        case largest
    }

    package let merging: Merging
    package var value: Int64 = 0

    package init(merging: Merging = .sum) {
        self.merging = merging
    }

    package mutating func add(_ amount: Int64) {
        value &+= amount
    }

    package mutating func merge(_ other: Gauge) {
        precondition(merging == other.merging, "One gauge merges in one way, on every loop.")
        switch merging {
        case .sum: add(other.value)
        case .largest: value = max(value, other.value)
        }
    }
}
