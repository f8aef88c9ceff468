/// Statements on the journals of rooms, for the owner of the rooms. Knows names, numbers and bytes only.
struct JournalStatements {
    let connection: PostgresConnection

    init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    /// Record of a journal.
    struct Record: Hashable {
        let index: Int64
        let epoch: Int64
        let isWhole: Bool
        let bytes: [UInt8]
    }

    /// The newest whole record of a room and those after it, or all without a whole one.
    func read(_ room: String) throws(PostgresError) -> [Record] {
        let rows = try connection.execute(
            """
            SELECT index, epoch, whole, record FROM journal WHERE room = $1 AND index >= (
                SELECT coalesce(max(index), 0) FROM journal WHERE room = $1 AND whole) ORDER BY index
            """,
            [.text(room)])
        return (0..<rows.count).compactMap { row in
            guard let index = rows.int8(row, 0), let epoch = rows.int8(row, 1), let bytes = rows.bytes(row, 3) else {
                return nil
            }
            return Record(index: index, epoch: epoch, isWhole: rows.bool(row, 2), bytes: bytes)
        }
    }

    /// Text of `append`.
    static let append = """
        WITH b AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bool[], $5::bytea[])
            b(name, fence, index, whole, record)),
        r AS (SELECT room.name, room.epoch, b.index, b.whole, b.record FROM b JOIN room USING (name)
            WHERE room.fence = b.fence AND room.owner = $6 ORDER BY room.name, b.index FOR SHARE OF room)
        INSERT INTO journal SELECT name, index, epoch, whole, record FROM r ON CONFLICT DO NOTHING
            RETURNING room, index
        """

    /// Parameters of `append`.
    ///
    /// - Parameter fences: one for each entry.
    static func appendParameters(
        _ entries: [AppendBatch.NumberedRecord], fences: [Int64], node: Int64
    ) -> [PostgresValue] {
        [
            .texts(entries.map(\.room)), .int8s(fences), .int8s(entries.map(\.index)), .bools(entries.map(\.isWhole)),
            .byteStrings(entries.map(\.record)), .int8(node),
        ]
    }

    /// Appends records to several rooms. A room missing in the answer is fenced; the others have all their records.
    ///
    /// - Parameter fences: one for each entry.
    func append(
        _ entries: [AppendBatch.NumberedRecord], fences: [Int64], node: Int64
    ) throws(PostgresError) -> [(room: String, index: Int64)] {
        let rows = try connection.executePrepared(
            "append", Self.append, Self.appendParameters(entries, fences: fences, node: node))
        return (0..<rows.count).compactMap { row in
            guard let room = rows.text(row, 0), let index = rows.int8(row, 1) else { return nil }
            return (room, index)
        }
    }

    /// Number of the last record of each room, of any epoch; rooms without a record are missing.
    func lastIndexes(of names: [String]) throws(PostgresError) -> [String: Int64] {
        try indexes(
            "SELECT name, (SELECT max(index) FROM journal WHERE room = name) FROM unnest($1::text[]) name",
            [.texts(names)])
    }

    /// Number of the last record of each room that has this epoch; rooms without one are missing. Records of other epochs
    /// are another owner's.
    func lastIndexes(ofEpochs epochs: [String: Int64]) throws(PostgresError) -> [String: Int64] {
        let names = epochs.keys.sorted()
        return try indexes(
            """
            SELECT journal.room, max(journal.index) FROM unnest($1::text[], $2::bigint[]) own(name, epoch)
            JOIN journal ON journal.room = own.name AND journal.epoch = own.epoch GROUP BY journal.room
            """,
            [.texts(names), .int8s(names.map { epochs[$0] ?? 0 })])
    }

    private func indexes(_ sql: String, _ parameters: [PostgresValue]) throws(PostgresError) -> [String: Int64] {
        let rows = try connection.execute(sql, parameters)
        var found: [String: Int64] = [:]
        for row in 0..<rows.count {
            if let name = rows.text(row, 0), let last = rows.int8(row, 1) { found[name] = last }
        }
        return found
    }

    /// Whole record of a room, which replaces those before it.
    struct Compaction: Hashable {
        let room: String
        let index: Int64
        let epoch: Int64
    }

    /// Deletes what whole records replace.
    ///
    /// The epoch keeps a statement that takes effect late from a later room of the same name.
    func compact(_ compactions: [Compaction]) throws(PostgresError) {
        // In the same order everywhere: compactions of the same rooms wait for each other.
        let sorted = compactions.sorted { $0.room < $1.room }
        try connection.execute(
            """
            DELETE FROM journal USING unnest($1::text[], $2::bigint[], $3::bigint[]) safe(name, index, epoch)
            WHERE journal.room = safe.name AND journal.index < safe.index AND journal.epoch <= safe.epoch
            """,
            [.texts(sorted.map(\.room)), .int8s(sorted.map(\.index)), .int8s(sorted.map(\.epoch))])
    }
}
