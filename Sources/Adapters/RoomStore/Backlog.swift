import Platform

/// The writes between the threads that hand them in and the one that commits them. A value: `Locked` guards it.
struct Backlog {
    /// `open` → `closing` by `close` → `closed` by the writer.
    enum Phase: Equatable {
        case open
        case closing
        /// With the writes that were given up, if any.
        case closed(unsaved: RoomStoreError?)
    }

    private(set) var waiting: [StoreWrite] = []
    /// The writes of the commit that runs; they count until it succeeds.
    private(set) var committing: [StoreWrite] = []
    private(set) var lastPosition: JournalPosition
    /// Every record up to this one is on the disk.
    private(set) var safePosition: JournalPosition
    private var bytes = 0
    private let limitBytes: Int
    var phase = Phase.open
    var trouble: StoreTrouble?
    /// Whether the writer sleeps until something is handed in.
    var isAwaited = false

    init(after position: JournalPosition, limitBytes: Int) {
        (lastPosition, safePosition) = (position, position)
        self.limitBytes = limitBytes
    }

    mutating func append(_ record: [UInt8], room: String, now: Int64) throws(RoomStoreError) -> JournalPosition {
        let position = JournalPosition(lastPosition.number + 1)
        try add(StoreWrite(room: room, kind: .record(position, record), since: now))
        lastPosition = position
        return position
    }

    mutating func add(_ write: StoreWrite) throws(RoomStoreError) {
        guard phase == .open else { throw .closed }
        // A removal makes room and is small: it is always taken.
        if write.position != nil, bytes + write.bytes > limitBytes { throw .backlogFull(trouble) }
        bytes += write.bytes
        waiting.append(write)
    }

    /// Whether whoever has just handed something in must wake the writer.
    mutating func takeAwaited() -> Bool {
        defer { isAwaited = false }
        return isAwaited
    }

    /// Everything that waits, for one commit; nothing while nothing waits.
    mutating func take() -> [StoreWrite] {
        precondition(committing.isEmpty, "The writer commits one group at a time.")
        swap(&waiting, &committing)
        return committing
    }

    /// The group that was taken is on the disk.
    mutating func committed() {
        bytes -= committing.reduce(0) { $0 + $1.bytes }
        safePosition = committing.reduce(safePosition) { max($0, $1.position ?? $0) }
        committing.removeAll(keepingCapacity: true)
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
        case record(JournalPosition, [UInt8])
        case snapshot(JournalPosition, [UInt8])
        case removal
    }

    var room: String
    var kind: Kind
    /// When it was handed in, in milliseconds of the monotonic clock.
    var since: Int64

    /// What it counts against the backlog: its content, and what a write costs besides.
    var bytes: Int {
        let content =
            switch kind {
            case .record(_, let bytes), .snapshot(_, let bytes): bytes.count
            case .removal: 0
            }
        return content + room.utf8.count + 64
    }

    /// The position that is safe once this write is.
    var position: JournalPosition? {
        switch kind {
        case .record(let position, _), .snapshot(let position, _): position
        case .removal: nil
        }
    }
}
