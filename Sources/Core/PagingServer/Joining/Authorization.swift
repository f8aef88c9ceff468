package import PagingRoom

/// The result of verifying a join's token.
package enum Authorization: Hashable, Sendable {
    /// The highest role allowed. `credential` is the token's identity, by which a removed member stays out. The token's name, if any, replaces the client's. `mayCreate`: the join may create a
    /// room that does not exist yet.
    case granted(Role, name: String?, mayCreate: Bool = false, credential: Credential? = nil)
    /// No token, or one that is invalid or expired: 4102.
    case unauthorized(reason: String)
    /// A valid token for something else: 4103.
    case forbidden(reason: String)
}
