package import PagingRoom
package import PagingWire

/// A connection that an edge has kept while the owner of its room changed, or while the link to the owner was made again.
package struct ReopenRequest: Sendable {
    package var address: Address
    package var connection: ConnectionKey
    package var session: Session
    package var offsets: Join.Offsets
    /// The newest request id up to which the connection has all its answers. A refusal because the disk does not keep
    /// up is none. The edge sends the later requests again, in order, right after this one.
    package var answered: RequestID

    package init(
        address: Address, connection: ConnectionKey, session: Session, offsets: Join.Offsets, answered: RequestID
    ) {
        self.address = address
        self.connection = connection
        self.session = session
        self.offsets = offsets
        self.answered = answered
    }
}
