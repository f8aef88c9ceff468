package import PagingEngine
package import PagingRoom
package import PagingServer

/// An item of a link from an edge to the owner of a room. The room is the link's; an address is one of the edge's.
package enum UpItem: Sendable {
    case requestJoin(JoinRequest)
    /// The connection of a join is gone before the join was answered.
    case withdrawn(Address)
    case request(MemberID, Address, RequestID?, Request, FencingToken?)
    /// A request beside the room's order, for pages or files.
    case sideRequest(MemberID, Address, RequestID, SideRequest)
    case left(MemberID, Address, politely: Bool)
    case drawn([Drawn])
    /// The ring has moved past this connection's cursor.
    case resync(Address)
    /// A connection that the edge has kept from an earlier link.
    case reopen(ReopenRequest)
    /// All connections were named: other ones of this edge have ended.
    case reopened
    /// The viewers whom the edge has admitted.
    case tally(AudienceTally)
    /// The edge needs numbers for viewers.
    case wantsNumbers
    /// Sessions and tokens of viewers that were removed.
    case void([Credential])
    /// A viewer whom the edge has admitted asks for pages or files.
    case audienceRequest(Address, RequestID, SideRequest)
}
