import PagingWire

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

/// The name that separates clusters on one fabric: 1 to 32 of A–Z a–z 0–9 _ -
package struct ClusterName: Hashable, Sendable, CustomStringConvertible {
    static let maximumBytes = 32

    package let text: String

    package init?(_ text: String) {
        guard text.utf8.count <= ClusterName.maximumBytes, RoomName.isValid(text), !text.contains(".") else {
            return nil
        }
        self.text = text
    }

    package var description: String { text }
}

/// One ownership of a room. A larger one is later; the owner's id tells two histories of one number apart.
package struct RoomEpoch: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let number: UInt64
    package let owner: NodeID

    package init(number: UInt64, owner: NodeID) {
        self.number = number
        self.owner = owner
    }

    package static func < (left: RoomEpoch, right: RoomEpoch) -> Bool {
        (left.number, left.owner) < (right.number, right.owner)
    }

    package var description: String { "\(number)-\(owner)" }
}
