import Platform

/// Database of a node of a cluster, with two connections, each on its thread: one for leases, one for rooms and their
/// journals.
///
/// Knows names, numbers and bytes only. Any thread may call it, and calls return at once. Statements of one connection are
/// executed in order; each has exactly one outcome. A record is committed once, also when connections are lost: its room
/// gets a new fence by `NodeRooms.refence`, which the caller executes after a loss.
package final class ClusterStore: Sendable {
    /// Location of the database for messages: without a password.
    package let name: String
    private let limits: StoreLimits
    private let leases: LeaseThread
    private let journal: JournalThread
    private let troubles: StoreTroubles

    /// Opens the database, or creates its tables.
    ///
    /// - Parameter report: called on the threads of the store: return quickly, and never call `close` from it.
    package convenience init(
        _ address: PostgresAddress, report: @escaping @Sendable (ClusterStoreEvent) -> Void
    ) throws(RoomStoreError) {
        try self.init(leases: address, journal: address, report: report)
    }

    init(
        leases: PostgresAddress, journal: PostgresAddress, limits: StoreLimits = .database,
        report: @escaping @Sendable (ClusterStoreEvent) -> Void
    ) throws(RoomStoreError) {
        do {
            let connection = try PostgresConnection(journal)
            try StoreDatabaseSchema.checkDurability(connection, name: journal.name)
            try StoreDatabaseSchema.make(in: connection, name: journal.name)
        } catch {
            throw RoomStoreError(error, path: journal.name)
        }
        name = journal.name
        self.limits = limits
        troubles = StoreTroubles { report(.healthChanged($0.map { .failing($0) } ?? .healthy)) }
        self.leases = LeaseThread(leases, troubles)
        self.journal = JournalThread(journal, limits: limits, troubles, report: report)
        self.leases.start()
        self.journal.start()
    }

    deinit {
        leases.close()
        journal.close()
    }

    /// Executes a statement about nodes, on the thread of leases.
    ///
    /// - Parameter answer: gets the outcome on that thread. Nil when it is unknown, also after a refusal: the statement may be
    ///   sent again.
    package func execute<Outcome: Sendable>(
        nodes body: @escaping @Sendable (NodeStatements) throws(PostgresError) -> Outcome,
        answer: @escaping @Sendable (Outcome?) -> Void
    ) {
        leases.execute(QueuedStatement(body, answer: answer))
    }

    /// Executes a statement about rooms, on the thread of journals. It goes before records that wait.
    ///
    /// - Parameter answer: as above. After an unknown outcome nothing is appended until a `refence`.
    package func execute<Outcome: Sendable>(
        rooms body: @escaping @Sendable (NodeRooms) throws(PostgresError) -> Outcome,
        answer: @escaping @Sendable (Outcome?) -> Void
    ) {
        journal.execute(QueuedStatement(body, answer: answer))
    }

    /// Adds a revoked token, or the time at which it expires, for all nodes.
    ///
    /// - Parameter answer: gets whether it is saved, on the thread of leases.
    package func revoke(_ token: RevokedToken, answer: @escaping @Sendable (Bool) -> Void) {
        execute(
            nodes: { nodes throws(PostgresError) in try nodes.revocations.add(token) }, answer: { answer($0 != nil) })
    }

    /// Deletes the revoked tokens that have expired at `now`, in seconds since 1970, and reads the others.
    ///
    /// - Parameter answer: gets nil when the database does not answer, on the thread of leases.
    package func readRevokedTokens(now: Int64, answer: @escaping @Sendable ([RevokedToken]?) -> Void) {
        execute(
            nodes: { nodes throws(PostgresError) in
                try nodes.revocations.deleteExpired(at: now)
                return try nodes.revocations.all()
            }, answer: answer)
    }

    /// Appends a record to the journal of a room that this node owns and has loaded. `ClusterStoreEvent.committed` reports
    /// the commit; a record of an ownership that has ended is dropped.
    ///
    /// - Parameters:
    ///   - number: rises from record to record of an ownership.
    ///   - isWhole: whether the record replaces all records before it; those are deleted.
    /// - Throws: `backlogFull` or `closed`; the record is not stored.
    package func append(
        room: String, epoch: Int64, number: Int64, isWhole: Bool, record: [UInt8]
    ) throws(RoomStoreError) {
        try journal.append(
            JournalWrite(
                room: room, epoch: epoch, number: number, isWhole: isWhole, record: record,
                since: MonotonicClock.milliseconds))
    }

    /// Deletes a room that this node owns, with its journal, before the next statement about rooms.
    ///
    /// - Throws: `closed`.
    package func remove(room: String, epoch: Int64) throws(RoomStoreError) {
        try journal.remove(JournalQueue.Removal(room: room, epoch: epoch))
    }

    /// Waits until the database has no room that was to be removed. Returns false when it takes longer.
    package func waitForRemovals(milliseconds: Int64) -> Bool { journal.waitForRemovals(milliseconds: milliseconds) }

    /// Whether records reach the database. Check it about once a second: a database that hangs causes no event.
    package var health: StoreHealth {
        if let trouble = troubles.first { return .failing(trouble) }
        let oldest = lag.oldestMilliseconds
        return oldest > limits.slowAfterMilliseconds ? .failing(.slow(milliseconds: oldest)) : .healthy
    }

    /// Amount of records that wait for the database.
    package var lag: StoreLag { journal.lag }

    /// Second of the last commit since 1970; nil before the first.
    package var lastCommit: Int64? { journal.lastCommit }

    /// Refuses new work, does what waits, and ends the threads. Blocks while the database hangs. A second call has no effect.
    ///
    /// - Throws: `unsaved` when records could not be saved with one more attempt.
    package func close() throws(RoomStoreError) {
        journal.close()
        let unsaved = journal.waitForEnd()
        leases.close()
        leases.waitForEnd()
        if let unsaved { throw unsaved }
    }
}
