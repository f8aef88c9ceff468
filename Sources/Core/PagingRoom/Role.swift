/// What a member may do: viewers watch, members move the pager, presenters also change pages and settings.
package enum Role: String, Hashable, Sendable, CaseIterable {
    case presenter
    case member
    case viewer
}

extension Role {
    /// The lesser of two roles: a presenter may also join as a viewer.
    package func limited(to other: Role) -> Role {
        let order: [Role] = [.viewer, .member, .presenter]
        let rank = min(order.firstIndex(of: self) ?? 0, order.firstIndex(of: other) ?? 0)
        return order[rank]
    }
}
