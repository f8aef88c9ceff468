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
