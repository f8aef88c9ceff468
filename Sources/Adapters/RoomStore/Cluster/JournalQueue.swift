/// Record that waits for the journal connection.
struct JournalWrite: Sendable {
    let room: String
    /// Number of the ownership in which it was made.
    let epoch: Int64
    /// Number that the caller has given it.
    let number: Int64
    let isWhole: Bool
    let record: [UInt8]
    /// Time of the call, in milliseconds of the monotonic clock.
    let since: Int64

    var bytes: Int { StoreWrite.bytes(name: room, content: record.count) }
}

/// Work of the journal connection, from any thread: statements, removals and records. `Locked` guards it.
struct JournalQueue {
    /// `open` → `closing` (by `close`) → `closed` (by the thread).
    enum Phase: Equatable {
        case open
        case closing
        /// With an `unsaved` error if records were dropped.
        case closed(unsaved: RoomStoreError?)
    }

    enum Step {
        case statement(QueuedStatement<NodeRooms>)
        /// Removals and records.
        case write
        case end
    }

    /// Room to remove, in the order of the calls.
    struct Removal {
        let room: String
        let epoch: Int64
    }

    /// Records of the batch that was sent, until its outcome is known.
    private struct SentBatch {
        var count = 0
        var bytes = 0
        var since: Int64?
    }

    var phase = Phase.open
    /// Second of the last commit since 1970; nil before the first.
    private(set) var lastCommit: Int64?
    private(set) var removals: [Removal] = []
    private var statements: [QueuedStatement<NodeRooms>] = []
    private var writes: [JournalWrite] = []
    private var waitingBytes = 0
    private var sent = SentBatch()
    /// Whether the thread sleeps until there is work.
    private var isAwaited = false
    private let limitBytes: Int

    init(limitBytes: Int) {
        self.limitBytes = limitBytes
    }

    // MARK: Callers

    mutating func add(_ statement: QueuedStatement<NodeRooms>) throws(RoomStoreError) {
        guard phase == .open else { throw .closed }
        statements.append(statement)
    }

    mutating func add(_ write: JournalWrite, trouble: StoreTrouble?) throws(RoomStoreError) {
        guard phase == .open else { throw .closed }
        if waitingBytes + sent.bytes + write.bytes > limitBytes { throw .backlogFull(trouble) }
        waitingBytes += write.bytes
        writes.append(write)
    }

    mutating func add(_ removal: Removal) throws(RoomStoreError) {
        guard phase == .open else { throw .closed }
        removals.append(removal)
    }

    /// Returns whether the caller, which has just added work, must wake the thread.
    mutating func takeAwaited() -> Bool {
        defer { isAwaited = false }
        return isAwaited
    }

    func lag(now: Int64) -> StoreLag {
        let oldest = sent.since ?? writes.first?.since
        return StoreLag(
            writes: sent.count + writes.count + removals.count, bytes: waitingBytes + sent.bytes,
            oldestMilliseconds: oldest.map { max(0, now - $0) } ?? 0)
    }

    // MARK: Thread

    var hasStatement: Bool { !statements.isEmpty }
    var hasWrites: Bool { !writes.isEmpty || !removals.isEmpty }

    /// The next work; nil while there is none. Statements go before records, which may have to wait for one.
    mutating func next(canWrite: Bool, isAppending: Bool) -> Step? {
        if !statements.isEmpty { return .statement(statements.removeFirst()) }
        if canWrite, hasWrites || isAppending { return .write }
        if phase == .closing { return .end }
        isAwaited = true
        return nil
    }

    /// Offers records to `add`, in order, until one finds no space. Those that were added count as sent.
    mutating func take(_ add: (JournalWrite) -> NodeRooms.RecordAddition) {
        var count = 0
        for write in writes {
            let addition = add(write)
            guard addition != .full else { break }
            count += 1
            waitingBytes -= write.bytes
            guard addition == .added else { continue }
            sent.count += 1
            sent.bytes += write.bytes
            sent.since = sent.since ?? write.since
        }
        writes.removeFirst(count)
    }

    /// Marks the batch as done, at this second since 1970 if something was committed.
    mutating func finish(at second: Int64? = nil) {
        sent = SentBatch()
        lastCommit = second ?? lastCommit
    }

    mutating func removed() { removals.removeFirst() }
}
