/// The number of one life of a node: random, from 1 to 2^63 − 1.
package struct NodeID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let number: UInt64

    package init?(_ number: UInt64) {
        guard (1...UInt64(Int64.max)).contains(number) else { return nil }
        self.number = number
    }

    private init(within number: UInt64) { self.number = number }

    package static func random(using generator: inout some RandomNumberGenerator) -> NodeID {
        NodeID(within: UInt64.random(in: 1...UInt64(Int64.max), using: &generator))
    }

    package static func < (left: NodeID, right: NodeID) -> Bool { left.number < right.number }

    package var description: String { String(number) }
}
