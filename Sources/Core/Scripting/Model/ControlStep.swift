package import PagingRoom

/// An action on the baton or the policy.
package enum ControlStep: Hashable, Sendable {
    case request
    case release
    case take
    /// Grants the baton to the member of this name.
    case grant(to: String)
    case policy(Policy)

    /// The action for the room; nil when `members` has no member of that name.
    func action(among members: [Member]) -> ControlAction? {
        switch self {
        case .request: return .request
        case .release: return .release
        case .take: return .take
        case .policy(let policy): return .policy(policy)
        case .grant(let name):
            return members.first { $0.name == name }.map { .grant(to: $0.id) }
        }
    }
}
