public import PagingRoom

/// What a token is worth.
public enum Authorization: Hashable, Sendable {
    /// At most this role; the token's name, where it has one, counts instead of the client's own.
    case granted(Role, name: String?)
    /// No token, or one that is not or no longer good: 4102.
    case unauthorized(reason: String)
    /// A good token for something else: 4103.
    case forbidden(reason: String)
}

extension Role {
    /// The lesser of two roles: a presenter may also join as a viewer.
    func limited(to other: Role) -> Role {
        let order: [Role] = [.viewer, .member, .presenter]
        let rank = min(order.firstIndex(of: self) ?? 0, order.firstIndex(of: other) ?? 0)
        return order[rank]
    }
}
