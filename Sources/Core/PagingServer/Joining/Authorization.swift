package import PagingRoom

/// What a token is worth.
package enum Authorization: Hashable, Sendable {
    /// At most this role; the token's name, where it has one, counts instead of the client's own. `mayCreate`: it says
    /// that its bearer may open a room that does not exist yet.
    case granted(Role, name: String?, mayCreate: Bool = false)
    /// No token, or one that is not or no longer good: 4102.
    case unauthorized(reason: String)
    /// A good token for something else: 4103.
    case forbidden(reason: String)
}
