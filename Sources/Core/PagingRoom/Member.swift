package import PagingEngine

/// Somebody in a room, as the others know them.
package struct Member: Hashable, Sendable {
    /// Transitions: here ⇄ away; away → gone after ten seconds, here → gone at once on leaving.
    package enum Change: String, Hashable, Sendable, CaseIterable {
        case joined
        case away
        case back
        case left
    }

    package let id: MemberID
    package var name: String
    package var role: Role
    /// Whether the connection is lost and the member is still expected back.
    package var isAway: Bool

    package init(id: MemberID, name: String, role: Role, isAway: Bool = false) {
        self.id = id
        self.name = name
        self.role = role
        self.isAway = isAway
    }
}
