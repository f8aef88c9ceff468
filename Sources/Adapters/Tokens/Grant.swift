package import PagingRoom

/// What a token allows its bearer.
package struct Grant: Hashable, Sendable {
    /// Claim `room`.
    package var room: RoomPattern
    /// Claim `role`: what the bearer may be in the room.
    package var role: Role
    /// Claim `name`: the name the bearer goes by, where the issuer fixed it.
    package var name: String?
    /// Claim `create`: may open a room that does not exist yet.
    package var mayCreate: Bool
    /// Claim `exp`: from then on the token is worth nothing.
    package var expires: UnixTime
    /// Claim `iat`.
    package var issued: UnixTime?
    /// Claim `nbf`: before then the token is worth nothing.
    package var notBefore: UnixTime?
    /// Claim `jti`: tells this token from every other.
    package var id: String?

    package init(
        room: RoomPattern, role: Role, name: String? = nil, mayCreate: Bool = false, expires: UnixTime,
        issued: UnixTime? = nil, notBefore: UnixTime? = nil, id: String? = nil
    ) {
        self.room = room
        self.role = role
        self.name = name
        self.mayCreate = mayCreate
        self.expires = expires
        self.issued = issued
        self.notBefore = notBefore
        self.id = id
    }
}
