/// Identifier of a token that operators have revoked.
package struct RevokedToken: Hashable, Sendable {
    /// The token's `jti`.
    package var id: String
    /// Second since 1970 from which the token is invalid in any case; nil until the server has seen the token.
    package var expires: Int64?

    package init(id: String, expires: Int64? = nil) {
        self.id = id
        self.expires = expires
    }
}
