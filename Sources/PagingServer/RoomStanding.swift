public import PagingEngine
public import PagingRoom

/// How a room stands, for who watches the server from outside; nothing of its pages.
public struct RoomStanding: Hashable, Sendable {
    public var name: String
    /// Members connected now.
    public var members: Int
    /// The last event's number.
    public var sequence: Sequence
    public var phase: Phase.Name

    public init(name: String, members: Int, sequence: Sequence, phase: Phase.Name) {
        self.name = name
        self.members = members
        self.sequence = sequence
        self.phase = phase
    }
}
