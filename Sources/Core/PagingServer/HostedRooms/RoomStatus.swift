package import PagingEngine
package import PagingRoom

/// The status of a room for operators; no page content.
package struct RoomStatus: Hashable, Sendable {
    package var name: String
    /// Members connected now.
    package var members: Int
    /// The last event's number.
    package var sequence: Sequence
    package var phase: Phase.Name

    package init(name: String, members: Int, sequence: Sequence, phase: Phase.Name) {
        self.name = name
        self.members = members
        self.sequence = sequence
        self.phase = phase
    }
}
