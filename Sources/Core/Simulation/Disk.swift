import PagingRoom

/// A store's disk with the lines of all loops to it, as `RoomStore` and the shell behave: records are committed in
/// groups and in order, a group wholly or not at all, and what does not fit waits with its loop.
struct Disk {
    struct Write {
        let room: String
        let loop: Int
        let number: RecordNumber
        let record: RoomRecord
        /// The room as it was left by the call this is the record of, where that is known.
        let left: Replica?
    }

    /// Committed writes, by room.
    private(set) var safe: [String: [Write]] = [:]
    private(set) var committing: [Write] = []
    private var waiting: [Write] = []
    /// Writes that a full store did not take.
    private var untaken: [Write] = []
    private let limit: Int
    private(set) var trouble: String?
    /// Milliseconds to the next attempt after one that failed.
    private(set) var pauseMilliseconds: Int64 = 50

    init(limit: Int) {
        self.limit = limit
    }

    var isIdle: Bool { committing.isEmpty }

    mutating func append(_ write: Write) {
        untaken.append(write)
        handIn()
    }

    private mutating func handIn() {
        let count = max(0, min(untaken.count, limit - waiting.count - committing.count))
        waiting += untaken.prefix(count)
        untaken.removeFirst(count)
    }

    /// Everything that waits becomes the group to be committed; false when nothing waits.
    mutating func begin() -> Bool {
        guard committing.isEmpty, !waiting.isEmpty else { return false }
        swap(&committing, &waiting)
        return true
    }

    /// Notes a failed attempt; true: the reason is new.
    mutating func failed(_ reason: String) -> Bool {
        pauseMilliseconds = min(2 * pauseMilliseconds, 2_000)
        defer { trouble = reason }
        return trouble != reason
    }

    /// Notes the commit of the group.
    mutating func committed() -> [Write] {
        defer {
            committing = []
            trouble = nil
            pauseMilliseconds = 50
            handIn()
        }
        for write in committing { keep(write) }
        return committing
    }

    private mutating func keep(_ write: Write) {
        // A whole record replaces all before it.
        if write.record.isWhole { safe[write.room] = [write] } else { safe[write.room]?.append(write) }
    }

    /// The process dies: of the records handed in and not committed, the first `count` are on the disk.
    mutating func crash(keeping count: Int) {
        for write in (committing + waiting).prefix(count) { keep(write) }
        (committing, waiting, untaken, trouble) = ([], [], [], nil)
        pauseMilliseconds = 50
    }

    /// Records handed in and not committed.
    var pendingCount: Int { committing.count + waiting.count }

    /// Forgets the newest committed record of every room that has more than one.
    mutating func loseNewest() {
        for room in safe.keys where safe[room]!.count > 1 { safe[room]!.removeLast() }
    }

    /// The sum of a room's records, as a server starts with.
    func sum(of room: String) -> RoomRecord? {
        guard let writes = safe[room], var sum = writes.first?.record else { return nil }
        for write in writes.dropFirst() { sum.add(write.record) }
        return sum
    }
}
