import Platform

/// The memory of a server: per room a snapshot and the journal after it, in one SQLite file.
///
/// It knows bytes and numbers, never a page. Writes may come from any thread and return at once; one thread of its own
/// commits them in groups, in the order they were handed in, and tells what is safe. Safe means: synchronised with the
/// disk, so that it is still there after the process was killed or the power failed. While the disk fails, writes are
/// kept, up to a limit, and tried again; nothing is reported safe before it is.
package final class RoomStore: Sendable {
    private let path: String
    let file: StoreFile
    private let backlog: Locked<Backlog>
    private let limits: StoreLimits

    /// Opens the store at `path`, or makes it, readable by its owner only.
    ///
    /// `tell` is called on the writer thread: hand over and return, and never call `close` from it.
    package init(
        path: String, limits: StoreLimits = .standard, tell: @escaping @Sendable (StoreEvent) -> Void
    ) throws(RoomStoreError) {
        self.path = path
        self.limits = limits
        file = try StoreFile(path: path)
        do {
            backlog = Locked(Backlog(after: try file.lastPosition(), limitBytes: limits.backlogBytes))
        } catch {
            throw RoomStoreError(error, path: path)
        }
        Writer(file: file, backlog: backlog, limits: limits, tell: tell).begin()
    }

    deinit {
        // Whoever forgot to close still gets everything written; the writer ends by itself.
        backlog.change { backlog in
            if backlog.phase == .open { backlog.phase = .closing }
        }
    }

    /// Everything that is safe, by room name. Call it once, before the first write.
    package func load() throws(RoomStoreError) -> [StoredRoom] {
        do {
            return try file.rooms()
        } catch {
            throw RoomStoreError(error, path: path)
        }
    }

    /// Puts `record` at the end of the journal of `room` and returns its position; safe once `committed` says so.
    ///
    /// Throws `backlogFull` or `closed`, and then nothing was taken.
    package func append(room: String, record: [UInt8]) throws(RoomStoreError) -> JournalPosition {
        try handIn { backlog throws(RoomStoreError) in
            try backlog.append(record, room: room, now: MonotonicClock.milliseconds)
        }
    }

    /// Replaces the snapshot of `room` by `bytes`, which include everything up to `position`, and drops the journal up
    /// to there; both or none. A position before the present snapshot's changes nothing.
    ///
    /// Throws `backlogFull` or `closed`, and then nothing was taken: the older snapshot and the journal still stand.
    package func snapshot(room: String, at position: JournalPosition, bytes: [UInt8]) throws(RoomStoreError) {
        try handIn { backlog throws(RoomStoreError) in
            precondition(position <= backlog.lastPosition, "A snapshot includes only records that were appended.")
            let now = MonotonicClock.milliseconds
            try backlog.add(StoreWrite(room: room, kind: .snapshot(position, bytes), since: now))
        }
    }

    /// Forgets `room`; whatever is written for the name afterwards is a new room. Throws `closed`.
    package func remove(room: String) throws(RoomStoreError) {
        try handIn { backlog throws(RoomStoreError) in
            try backlog.add(StoreWrite(room: room, kind: .removal, since: MonotonicClock.milliseconds))
        }
    }

    /// Wakes the writer only where it sleeps for lack of anything to write, and then with the lock free.
    private func handIn<Result>(
        _ body: (inout Backlog) throws(RoomStoreError) -> Result
    ) throws(RoomStoreError) -> Result {
        let (result, isAwaited) = try backlog.withLock { backlog throws(RoomStoreError) in
            let result = try body(&backlog)
            return (result, backlog.takeAwaited())
        }
        if isAwaited { backlog.wake() }
        return result
    }

    /// Whether writes reach the disk. A disk that hangs can only be seen here, as nothing returns to tell of it: ask
    /// about once a second.
    package var health: StoreHealth {
        let now = MonotonicClock.milliseconds
        let (trouble, lag) = backlog.withLock { ($0.trouble, $0.lag(now: now)) }
        if let trouble { return .failing(trouble) }
        let isSlow = lag.oldestMilliseconds > limits.slowAfterMilliseconds
        return isSlow ? .failing(.slow(milliseconds: lag.oldestMilliseconds)) : .healthy
    }

    /// What waits for the disk.
    package var lag: StoreLag {
        let now = MonotonicClock.milliseconds
        return backlog.withLock { $0.lag(now: now) }
    }

    /// Takes no more writes, commits what waits, tells of it, and lets go of the file.
    ///
    /// Throws `unsaved` when the disk fails and one more attempt did not help. Waits as long as the disk hangs. Closing
    /// twice is harmless.
    package func close() throws(RoomStoreError) {
        backlog.change { backlog in
            if backlog.phase == .open { backlog.phase = .closing }
        }
        let unsaved: RoomStoreError?? = backlog.wait { backlog in
            guard case .closed(let unsaved) = backlog.phase else { return nil }
            return .some(unsaved)
        }
        if let unsaved = unsaved ?? nil { throw unsaved }
    }
}
