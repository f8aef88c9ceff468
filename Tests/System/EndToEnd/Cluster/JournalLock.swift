import Foundation
import TestPeers

/// Lets no record into the journal of a database until it is released.
struct JournalLock {
    private let database: PostgresDatabase

    /// Returns when the lock is held.
    init(_ database: PostgresDatabase) throws {
        self.database = database
        try database.query("CREATE TABLE held AS SELECT 1")
        // The statement ends with the lock, at the latest when the database is dropped.
        Thread { [database] in
            _ = try? database.query(
                """
                BEGIN; LOCK TABLE journal IN SHARE ROW EXCLUSIVE MODE;
                DO $$ BEGIN WHILE EXISTS (SELECT FROM held) LOOP PERFORM pg_sleep(0.01); END LOOP; END $$; COMMIT
                """)
        }.start()
        let held = "SELECT count(*) FROM pg_locks WHERE mode = 'ShareRowExclusiveLock' AND granted"
        try eventually("the lock") { try database.query("\(held) AND relation = 'journal'::regclass") == ["1"] }
    }

    func release() throws { try database.query("DELETE FROM held") }
}
