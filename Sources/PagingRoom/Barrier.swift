/// Why somebody who asks to come in stays outside.
public enum Barrier: Hashable, Sendable {
    /// A presenter has removed the member of this session.
    case removed
    case locked
    case full

    /// A sentence for people.
    public var reason: String {
        switch self {
        case .removed: "a presenter removed this member"
        case .locked: "the room is locked"
        case .full: "the room is full"
        }
    }
}
