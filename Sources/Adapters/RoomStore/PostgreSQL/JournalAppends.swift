/// Records on their way to the journals, over one connection after the other: the batch whose outcome is open, and the
/// deletions that whole records allow.
struct JournalAppends {
    struct Outcome {
        /// Records that are committed, in order.
        var committed: [AppendBatch.NumberedRecord] = []
        /// Rooms of which nothing was appended: they have another fence.
        var fenced: Set<String> = []
    }

    /// Records whose statement was sent, until its outcome is known.
    private(set) var batch: AppendBatch?
    /// Whole records before which the journal of a room may be deleted.
    private var compactions: [String: JournalStatements.Compaction] = [:]

    mutating func begin(_ batch: AppendBatch) { self.batch = batch }

    /// Drops the records of a room: it is removed, or belongs to another owner.
    mutating func forget(_ room: String) {
        batch?.remove(room)
        compactions[room] = nil
    }

    /// Sends the batch. After an error it stays, to be sent again.
    mutating func send(
        on connection: PostgresConnection, for owned: inout RoomOwnership
    ) throws(PostgresError) -> Outcome {
        guard let entries = batch?.entries else { return Outcome() }
        var outcome = Outcome()
        if !entries.isEmpty {
            let appended = try JournalStatements(connection).append(
                entries, fences: entries.map { owned[$0.room]?.fence ?? 0 }, node: owned.node)
            let indexes = appended.reduce(into: [:]) { $0[$1.room, default: Set()].insert($1.index) }
            outcome.fenced = Set(entries.filter { indexes[$0.room]?.contains($0.index) != true }.map(\.room))
        }
        outcome.committed = entries.filter { !outcome.fenced.contains($0.room) }
        commit(outcome.committed, for: &owned)
        batch = nil
        return outcome
    }

    /// Finds out which records of the batch are committed, once the own rooms have new fences, and drops those. Records of
    /// other epochs do not count: they are another owner's.
    ///
    /// - Returns: the records that are committed.
    mutating func resolve(
        on connection: PostgresConnection, for owned: inout RoomOwnership
    ) throws(PostgresError) -> [AppendBatch.NumberedRecord] {
        guard let entries = batch?.entries, !entries.isEmpty else { return [] }
        let epochs: [String: Int64] = entries.reduce(into: [:]) { $0[$1.room] = owned[$1.room]?.epoch }
        let lasts = try JournalStatements(connection).lastIndexes(ofEpochs: epochs)
        let committed = entries.filter { $0.index <= lasts[$0.room] ?? 0 }
        commit(committed, for: &owned)
        batch?.removeCommitted(upTo: owned.last)
        return committed
    }

    private mutating func commit(_ entries: [AppendBatch.NumberedRecord], for owned: inout RoomOwnership) {
        for entry in entries {
            owned.committed(entry.room, upTo: entry.index)
            guard entry.isWhole, let epoch = owned[entry.room]?.epoch else { continue }
            compactions[entry.room] = JournalStatements.Compaction(room: entry.room, index: entry.index, epoch: epoch)
        }
    }

    /// Deletes what whole records replace.
    mutating func compact(on connection: PostgresConnection) throws(PostgresError) {
        guard !compactions.isEmpty else { return }
        try JournalStatements(connection).compact(Array(compactions.values))
        compactions = [:]
    }
}
