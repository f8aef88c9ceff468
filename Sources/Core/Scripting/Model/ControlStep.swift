package import PagingRoom

/// What an actor does about the baton, and about who moves the pager.
package enum ControlStep: Hashable, Sendable {
    case request
    case release
    case take
    /// To whom, by the name the room knows.
    case grant(to: String)
    case policy(Policy)

    /// As the room wants it; nil when `members` has nobody of that name.
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
