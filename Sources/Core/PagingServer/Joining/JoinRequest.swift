package import PagingRoom
package import PagingWire

/// A join on its way to the home of its room.
package struct JoinRequest: Sendable {
    package var address: Address
    package var id: RequestID
    package var join: Join
    /// Becomes the session of a new member.
    package var secret: Session
    /// The highest role allowed, by the token or because the server is open.
    package var limit: Role
    /// The token's identity, if there was a token.
    package var credential: Credential?
    /// Whether a lock does not count, because a token has proved a presenter.
    package var passesLock: Bool
    /// Whether the room is created if it does not exist.
    package var mayCreate: Bool
}
