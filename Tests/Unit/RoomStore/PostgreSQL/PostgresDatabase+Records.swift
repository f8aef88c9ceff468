import TestPeers
import Testing

extension PostgresDatabase {
    /// All records of a room as `index|content in hexadecimal digits`, after a check that indexes have no gap and epochs
    /// do not fall.
    func journal(_ room: String) throws -> [String] {
        let rows = try query(
            "SELECT index, epoch, encode(record, 'hex') FROM journal WHERE room = '\(room)' ORDER BY index")
        let fields = rows.map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
        let (indexes, epochs) = (fields.compactMap { Int($0[0]) }, fields.compactMap { Int($0[1]) })
        #expect(indexes == indexes.first.map { Array($0..<($0 + indexes.count)) } ?? [], "no gap in \(room)")
        #expect(epochs == epochs.sorted(), "epochs of \(room) do not fall")
        return fields.map { "\($0[0])|\($0[2])" }
    }

    /// Waits until `count` statements wait for a lock.
    func waitForLocks(_ count: Int) throws {
        try eventually("\(count) statements that wait") {
            try query(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """
            ) == ["\(count)"]
        }
    }
}
