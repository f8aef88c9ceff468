import PagingWire

/// The names that nodes may have.
package enum NodeName {
    /// Whether `name` may name a node: 1 to 64 of A–Z a–z 0–9 . _ -
    package static func isValid(_ name: String) -> Bool { RoomName.isValid(name) }
}
