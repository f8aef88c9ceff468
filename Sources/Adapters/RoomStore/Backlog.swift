import Platform

/// Queue of writes between the threads that add them and the thread that commits them. `Locked` guards it.
struct Backlog {
    /// `open` → `closing` (by `close`) → `closed` (by the writer).
    enum Phase: Equatable {
        case open
        case closing
        /// With an `unsaved` error if writes were dropped.
        case closed(unsaved: RoomStoreError?)
    }

    private(set) var waiting: [StoreWrite] = []
    /// Writes of the running commit; they count as waiting until it succeeds.
    private(set) var committing: [StoreWrite] = []
    private(set) var lastPosition: JournalPosition
    /// Position of the last record that is committed to the disk.
    private(set) var safePosition: JournalPosition
    /// Second of the last commit since 1970; nil before the first.
    private(set) var lastCommit: Int64?
    /// Number of writes added since the start, and of those committed, which are the oldest.
    private(set) var addedCount = 0
    private(set) var committedCount = 0
    private var bytes = 0
    private let limitBytes: Int
    var phase = Phase.open
    var trouble: StoreTrouble?
    /// Why this process may no longer write the store; nil while it may.
    var ended: StoreTrouble?
    /// Whether the writer sleeps until a write is added.
    var isAwaited = false

    init(after position: JournalPosition, limitBytes: Int) {
        (lastPosition, safePosition) = (position, position)
        self.limitBytes = limitBytes
    }

    mutating func append(
        _ record: [UInt8], _ form: RecordForm, room: String, now: Int64
    ) throws(RoomStoreError) -> JournalPosition {
        let position = JournalPosition(lastPosition.number + 1)
        try add(StoreWrite(name: room, kind: .record(position, form, record), since: now))
        lastPosition = position
        return position
    }

    /// Whether the store has ended, and the writer has not reported it.
    var mustReportEnd: Bool { ended != nil && trouble != ended }

    mutating func add(_ write: StoreWrite) throws(RoomStoreError) {
        guard phase == .open else { throw .closed }
        // Removals and revocations are few and small, so they are always accepted.
        if write.position != nil, bytes + write.bytes > limitBytes { throw .backlogFull(trouble) }
        bytes += write.bytes
        addedCount += 1
        waiting.append(write)
    }

    /// Returns whether the caller, which has just added a write, must wake the writer.
    mutating func takeAwaited() -> Bool {
        defer { isAwaited = false }
        return isAwaited
    }

    /// Takes all waiting writes for one commit; empty when no write waits.
    mutating func take() -> [StoreWrite] {
        precondition(committing.isEmpty, "Expected one commit at a time, got a second.")
        swap(&waiting, &committing)
        return committing
    }

    /// Marks the first `count` writes of the running commit as committed at this second since 1970.
    mutating func committed(_ count: Int, at now: Int64) {
        lastCommit = now
        committedCount += count
        for write in committing[..<count] {
            bytes -= write.bytes
            safePosition = max(safePosition, write.position ?? safePosition)
        }
        if count == committing.count {
            committing.removeAll(keepingCapacity: true)
        } else {
            committing.removeFirst(count)
        }
        trouble = nil
    }

    func lag(now: Int64) -> StoreLag {
        let oldest = committing.first ?? waiting.first
        return StoreLag(
            writes: committing.count + waiting.count, bytes: bytes,
            oldestMilliseconds: oldest.map { max(0, now - $0.since) } ?? 0)
    }
}

/// One write that waits for the disk.
struct StoreWrite: Sendable {
    enum Kind: Sendable {
        case record(JournalPosition, RecordForm, [UInt8])
        case removal
        /// A revoked token, which expires at this second since 1970; nil when that is unknown.
        case revocation(expires: Int64?)
    }

    /// Name of the room; of a revocation, the identifier of the token.
    var name: String
    var kind: Kind
    /// Time of the call, in milliseconds of the monotonic clock.
    var since: Int64

    /// Size against the limit of the backlog: the content and a fixed overhead.
    var bytes: Int {
        let content =
            switch kind {
            case .record(_, _, let bytes): bytes.count
            case .removal, .revocation: 0
            }
        return StoreWrite.bytes(name: name, content: content)
    }

    /// Size of a write with so many bytes of content.
    static func bytes(name: String, content: Int) -> Int { content + name.utf8.count + 64 }

    /// Position that is committed together with this write.
    var position: JournalPosition? {
        switch kind {
        case .record(let position, _, _): position
        case .removal, .revocation: nil
        }
    }
}
