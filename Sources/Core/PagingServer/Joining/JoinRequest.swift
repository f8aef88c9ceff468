package import PagingEngine
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
    /// The connection's identity, if it may outlive the process of the home.
    package var connection: ConnectionKey?
    /// The opening of the connection, in a cluster, where a join may wait at one node while a later one of the same client is
    /// granted at another.
    package var openedAt: Instant?

    package init(
        address: Address, id: RequestID, join: Join, secret: Session, limit: Role, credential: Credential? = nil,
        passesLock: Bool, mayCreate: Bool, connection: ConnectionKey? = nil, openedAt: Instant? = nil
    ) {
        self.address = address
        self.id = id
        self.join = join
        self.secret = secret
        self.limit = limit
        self.credential = credential
        self.passesLock = passesLock
        self.mayCreate = mayCreate
        self.connection = connection
        self.openedAt = openedAt
    }
}

extension JoinRequest {
    /// Makes the member in `room`, or finds it: by the session of the client, or by `secret` where an earlier owner of
    /// the room made the member for this very request, and its answer was lost.
    func join(
        _ room: inout Room, at now: Instant, into effects: inout [RoomEffect]
    ) throws(JoinDenial) -> (member: MemberID, session: Session) {
        for session in [join.session, secret].compactMap(\.self) {
            let known = room.rejoin(
                session, name: join.name, atMost: limit, credential: credential, connection: connection, at: now,
                into: &effects)
            if let known { return (known, session) }
        }
        let denial = room.barrier(to: join.session, secret, credential: credential, passesLock: passesLock)
        if let denial { throw denial }
        let member = room.join(
            name: join.name, role: join.role, session: secret, credential: credential, connection: connection, at: now,
            into: &effects)
        return (member, secret)
    }
}
