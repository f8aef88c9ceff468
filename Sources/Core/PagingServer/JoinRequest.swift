package import PagingRoom
package import PagingWire

/// A join on its way to the home of its room.
package struct JoinRequest: Sendable {
    package var address: Address
    package var id: RequestID
    package var join: Join
    /// Becomes the session of somebody new.
    package var secret: Session
    /// The most it may be, by its token or because none is asked for.
    package var limit: Role
    /// Whether the room is made for it if there is none.
    package var mayCreate: Bool
}
