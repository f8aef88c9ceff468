package import PagingEngine
package import PagingRoom

/// The answer to a join: who the client now is and by what rules it lives.
package struct Welcome: Hashable, Sendable {
    package var id: RequestID
    /// Name and version of the server.
    package var server: String
    package var room: String
    package var member: MemberID
    package var session: Session
    package var role: Role
    package var epoch: Epoch
    package var sequence: Sequence
    package var now: Instant
    /// Whether exactly the missed events follow; otherwise a snapshot does.
    package var recovered: Bool
    package var limits: Limits
    package var retry: Retry

    package init(
        id: RequestID, server: String, room: String, member: MemberID, session: Session, role: Role, epoch: Epoch,
        sequence: Sequence, now: Instant, recovered: Bool, limits: Limits, retry: Retry
    ) {
        self.id = id
        self.server = server
        self.room = room
        self.member = member
        self.session = session
        self.role = role
        self.epoch = epoch
        self.sequence = sequence
        self.now = now
        self.recovered = recovered
        self.limits = limits
        self.retry = retry
    }
}

/// The bounds, in milliseconds, between which a client waits before it comes back (full jitter).
package struct Retry: Hashable, Sendable {
    package var minimumMilliseconds: Int64
    package var maximumMilliseconds: Int64

    package init(minimumMilliseconds: Int64, maximumMilliseconds: Int64) {
        self.minimumMilliseconds = minimumMilliseconds
        self.maximumMilliseconds = maximumMilliseconds
    }
}
