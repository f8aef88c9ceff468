import Platform

/// Durable store of a server: a snapshot and a journal for each room, in one SQLite file or in a PostgreSQL database.
/// `StoreReader` reads it from another process meanwhile.
///
/// Stores bytes and positions only; it does not decode records. Any thread may write, and writes return at once. A
/// writer thread commits them in groups, in the order of the calls, and reports the commits. Committed means
/// synchronised with the disk: the write survives a crash of the process and a power loss. While disk or database fail,
/// the store keeps writes up to a limit and retries them. It never reports a write as committed before it is.
package final class RoomStore: Sendable {
    /// Location of the store for messages: without a password.
    package let name: String
    let backend: any StoreBackend
    private let backlog: Locked<Backlog>
    private let limits: StoreLimits

    /// Opens the store at `path`, the path of a file or a URL (`StoreLocation`), or creates it.
    ///
    /// The store calls `report` on its writer thread: return quickly, and never call `close` from it.
    package init(
        path: String, limits: StoreLimits? = nil, report: @escaping @Sendable (StoreEvent) -> Void
    ) throws(RoomStoreError) {
        let location = try StoreLocation(path)
        let limits = limits ?? location.limits
        self.limits = limits
        name = location.name
        backend = try location.backend()
        do {
            backlog = Locked(Backlog(after: try backend.lastPosition(), limitBytes: limits.backlogBytes))
        } catch {
            throw RoomStoreError(error, path: name)
        }
        backend.onEnd { [backlog] trouble in backlog.change { $0.ended = trouble } }
        Writer(backend: backend, backlog: backlog, limits: limits, report: report).begin()
    }

    deinit {
        // Without `close` the writer still commits all waiting writes, and then ends.
        backlog.change { backlog in
            if backlog.phase == .open { backlog.phase = .closing }
        }
    }

    /// Reads all committed rooms, sorted by name. Call it once, before the first write.
    package func load() throws(RoomStoreError) -> [StoredRoom] {
        do {
            return try backend.rooms()
        } catch {
            throw RoomStoreError(error, path: name)
        }
    }

    /// Appends `record` to the journal of `room` and returns its position. `StoreEvent.committed` reports the commit.
    /// A record that is `whole` or a `sum` replaces all records before it: those are deleted; both or neither.
    ///
    /// - Throws: `backlogFull` or `closed`; the record is not stored.
    package func append(
        room: String, record: [UInt8], form: RecordForm = .change
    ) throws(RoomStoreError) -> JournalPosition {
        try handIn { backlog throws(RoomStoreError) in
            try backlog.append(record, form, room: room, now: MonotonicClock.milliseconds)
        }
    }

    /// Deletes `room`. Later writes for the name create a new room.
    ///
    /// - Throws: `closed`.
    package func remove(room: String) throws(RoomStoreError) {
        try handIn { backlog throws(RoomStoreError) in
            try backlog.add(StoreWrite(name: room, kind: .removal, since: MonotonicClock.milliseconds))
        }
    }

    /// Deletes the revoked tokens that have expired at `now`, in seconds since 1970, and reads the others.
    package func revokedTokens(now: Int64) throws(RoomStoreError) -> [RevokedToken] {
        do {
            return try backend.revokedTokens(now: now)
        } catch {
            throw RoomStoreError(error, path: name)
        }
    }

    /// Adds a revoked token, or the time at which it expires.
    ///
    /// - Throws: `closed`.
    package func revoke(_ token: RevokedToken) throws(RoomStoreError) {
        try handIn { backlog throws(RoomStoreError) in
            let kind = StoreWrite.Kind.revocation(expires: token.expires)
            try backlog.add(StoreWrite(name: token.id, kind: kind, since: MonotonicClock.milliseconds))
        }
    }

    /// Waits until every write so far is committed; false when that takes longer than `milliseconds`.
    package func waitForCommit(milliseconds: Int64) -> Bool {
        let count = backlog.withLock(\.addedCount)
        return backlog.wait(milliseconds: milliseconds) { $0.committedCount < count ? nil : () } != nil
    }

    /// Adds a write with `body`. Wakes the writer only if it sleeps because no write waits, and after the lock is free.
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

    /// Whether writes reach the disk. Check it about once a second: a disk that hangs causes no event.
    package var health: StoreHealth {
        let now = MonotonicClock.milliseconds
        let (trouble, lag) = backlog.withLock { ($0.ended ?? $0.trouble, $0.lag(now: now)) }
        if let trouble { return .failing(trouble) }
        let isSlow = lag.oldestMilliseconds > limits.slowAfterMilliseconds
        return isSlow ? .failing(.slow(milliseconds: lag.oldestMilliseconds)) : .healthy
    }

    /// Amount of writes that wait for the disk.
    package var lag: StoreLag {
        let now = MonotonicClock.milliseconds
        return backlog.withLock { $0.lag(now: now) }
    }

    /// Second of the last commit since 1970; nil before the first.
    package var lastCommit: Int64? { backlog.withLock { $0.lastCommit } }

    /// Refuses new writes, commits and reports the waiting ones, and closes the file. Blocks while the disk hangs. A
    /// second call has no effect.
    ///
    /// - Throws: `unsaved` when the disk fails and one more attempt has failed too.
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
