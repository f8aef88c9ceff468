public import PagingEngine
public import PagingRoom

/// The answer to a join: who the client now is and by what rules it lives.
public struct Welcome: Hashable, Sendable {
    public var id: RequestID
    /// Name and version of the server.
    public var server: String
    public var room: String
    public var member: MemberID
    public var session: Session
    public var role: Role
    public var epoch: Epoch
    public var sequence: Sequence
    public var now: Instant
    /// Whether exactly the missed events follow; otherwise a snapshot does.
    public var recovered: Bool
    public var limits: Limits
    public var retry: Retry

    public init(
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
public struct Retry: Hashable, Sendable {
    public var minimumMilliseconds: Int64
    public var maximumMilliseconds: Int64

    public init(minimumMilliseconds: Int64, maximumMilliseconds: Int64) {
        self.minimumMilliseconds = minimumMilliseconds
        self.maximumMilliseconds = maximumMilliseconds
    }
}
