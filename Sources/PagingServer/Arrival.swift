public import PagingRoom
public import PagingWire

/// A join on its way to the home of its room.
public struct Arrival: Sendable {
    public var address: Address
    public var id: RequestID
    public var join: Join
    /// Becomes the session of somebody new.
    public var secret: Session
    /// The most it may be, by its token or because none is asked for.
    public var limit: Role
    /// Whether the room is made for it if there is none.
    public var mayCreate: Bool
}
