package import PagingContent
package import PagingEngine
package import PagingRoom

/// One object from the server (Protocol/README.md).
package enum ServerMessage: Hashable, Sendable {
    case welcome(Welcome)
    case snapshot(Snapshot)
    case answer(Answer)
    case pong(RequestID, now: Instant)
    case pages(RequestID, [WindowPage])
    /// A file that pages refer to, as asked for.
    case asset(RequestID, Asset)
    /// Notes of the window's pages that have notes. They replace all earlier notes; to presenters only.
    case notes([PageNotes])
    /// Count of members that show the room's current picture; to presenters only.
    case inStep(InStep)
    case notice(Notice)
    case closing(CloseCode, reason: String, withinMilliseconds: Int64)
    case event(Event)
    /// An object of a type that this version does not know, with a sequence number: perhaps an event.
    case unknown(Sequence)
    case offset(Offset)
}

/// Answer to a join: the client's member, session, role and limits.
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
    /// Whether exactly the missed events follow; otherwise a snapshot follows.
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

/// Range of the delay before a reconnect, in milliseconds; the client picks a random value in it (full jitter).
package struct Retry: Hashable, Sendable {
    package var minimumMilliseconds: Int64
    package var maximumMilliseconds: Int64

    package init(minimumMilliseconds: Int64, maximumMilliseconds: Int64) {
        self.minimumMilliseconds = minimumMilliseconds
        self.maximumMilliseconds = maximumMilliseconds
    }
}

/// Whole state of a room at the moment of sending.
package struct Snapshot: Hashable, Sendable {
    package var epoch: Epoch
    package var now: Instant
    package var replica: Replica
    package var digest: Digest

    package init(epoch: Epoch, now: Instant, replica: Replica, digest: Digest) {
        self.epoch = epoch
        self.now = now
        self.replica = replica
        self.digest = digest
    }
}

/// Sentence from the server for the user of the terminal.
package struct Notice: Hashable, Sendable {
    package enum Level: String, Hashable, Sendable, CaseIterable {
        case info
        case warning
    }

    package var level: Level
    package var text: String

    package init(level: Level, text: String) {
        self.level = level
        self.text = text
    }
}
