package import PagingRoom

/// The result of verifying a join's token.
package enum Authorization: Hashable, Sendable {
    /// The join is allowed with this role at most.
    ///
    /// - Parameters:
    ///   - name: the token's name, which replaces the client's; nil when it has none.
    ///   - mayCreate: whether the join may create a room that does not exist yet.
    ///   - credential: the token's identity, by which a removed member stays out; nil without a token.
    case granted(Role, name: String?, mayCreate: Bool = false, credential: Credential? = nil)
    /// No token, or one that is invalid or expired: 4102.
    case unauthorized(reason: String)
    /// A valid token for something else: 4103.
    case forbidden(reason: String)
}
