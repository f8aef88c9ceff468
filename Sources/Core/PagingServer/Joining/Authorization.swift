package import PagingRoom

/// The result of verifying a join's token.
package enum Authorization: Hashable, Sendable {
    /// The join is allowed with this role at most.
    ///
    /// - Parameters:
    ///   - name: the token's name, which replaces the client's; nil when it has none.
    ///   - mayCreate: whether the join may create a room that does not exist yet.
    ///   - credential: the token's identity, by which a removed member stays out; nil without a token.
    ///   - token: what a revocation names; nil for a token without a `jti`.
    case granted(
        Role, name: String?, mayCreate: Bool = false, credential: Credential? = nil, token: VerifiedToken? = nil)
    /// No token, or one that is invalid or expired: 4102.
    case unauthorized(reason: String)
    /// A valid token for something else: 4103.
    case forbidden(reason: String)
}

/// A token that was verified, as it may be revoked later.
package struct VerifiedToken: Hashable, Sendable {
    /// The token's `jti`.
    package var id: String
    /// Second since 1970 from which the token is invalid in any case.
    package var expires: Int64

    package init(id: String, expires: Int64) {
        self.id = id
        self.expires = expires
    }
}
