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
    /// Whether new members are refused.
    package var isLocked: Bool
    /// The damage of its stored records, because of which nobody can join it; nil for a sound room.
    package var damage: String?

    package init(
        name: String, members: Int, sequence: Sequence, phase: Phase.Name, isLocked: Bool = false, damage: String? = nil
    ) {
        self.name = name
        self.members = members
        self.sequence = sequence
        self.phase = phase
        self.isLocked = isLocked
        self.damage = damage
    }
}

extension Home {
    /// Members and viewers connected now, at any node.
    var memberCount: Int { connections.count + room.distantViewers }

    var status: RoomStatus {
        RoomStatus(
            name: room.name, members: memberCount, sequence: room.sequence, phase: room.pager.phase.name,
            isLocked: room.control.isLocked)
    }
}
