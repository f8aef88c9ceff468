public import PagingEngine

/// Somebody in a room, as the others know them.
public struct Member: Hashable, Sendable {
    /// Transitions: here ⇄ away; away → gone after ten seconds, here → gone at once on leaving.
    public enum Change: String, Hashable, Sendable, CaseIterable {
        case joined
        case away
        case back
        case left
    }

    public let id: MemberID
    public var name: String
    public var role: Role
    /// Whether the connection is lost and the member is still expected back.
    public var isAway: Bool

    public init(id: MemberID, name: String, role: Role, isAway: Bool = false) {
        self.id = id
        self.name = name
        self.role = role
        self.isAway = isAway
    }
}
