/// Why somebody who asks to come in stays outside.
package enum JoinDenial: Hashable, Sendable {
    /// A presenter has removed the member of this session.
    case removed
    case locked
    case full

    /// A sentence for people.
    package var reason: String {
        switch self {
        case .removed: "a presenter removed this member"
        case .locked: "the room is locked"
        case .full: "the room is full"
        }
    }
}
