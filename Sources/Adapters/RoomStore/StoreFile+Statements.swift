import Foundation
import GRDB

extension StoreFile {
    /// The last position that was ever given away.
    func lastPosition() throws -> JournalPosition {
        try use { database in
            let used = try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'journal'")
            return JournalPosition(used ?? 0)
        }
    }

    /// Writes all of `writes`, in order, or nothing.
    func commit(_ writes: [StoreWrite]) throws {
        try use { database in
            try database.inTransaction(.immediate) {
                for write in writes { try Self.apply(write, to: database) }
                return .commit
            }
        }
    }

    private static func apply(_ write: StoreWrite, to database: Database) throws {
        func run(_ sql: String, _ arguments: StatementArguments) throws {
            try database.cachedStatement(sql: sql).execute(arguments: arguments)
        }
        switch write.kind {
        case .record(let position, let bytes):
            try run(
                "INSERT INTO journal (position, room, bytes) VALUES (?, ?, ?)",
                [position.number, write.room, Data(bytes)])
        case .snapshot(let position, let bytes):
            try run(
                """
                INSERT INTO snapshot (room, position, bytes) VALUES (?, ?, ?)
                ON CONFLICT (room) DO UPDATE SET position = excluded.position, bytes = excluded.bytes
                WHERE excluded.position >= snapshot.position
                """,
                [write.room, position.number, Data(bytes)])
            try run("DELETE FROM journal WHERE room = ? AND position <= ?", [write.room, position.number])
        case .removal:
            try run("DELETE FROM snapshot WHERE room = ?", [write.room])
            try run("DELETE FROM journal WHERE room = ?", [write.room])
        }
    }

    /// All rooms that are committed, by name.
    func rooms() throws -> [StoredRoom] {
        try use { database in
            var rooms: [String: StoredRoom] = [:]
            let snapshots = try Row.fetchCursor(database, sql: "SELECT room, position, bytes FROM snapshot")
            while let row = try snapshots.next() {
                let (name, record) = Self.read(row)
                rooms[name] = StoredRoom(name: name, snapshot: record, records: [])
            }
            let journal = try Row.fetchCursor(
                database, sql: "SELECT room, position, bytes FROM journal ORDER BY position")
            while let row = try journal.next() {
                let (name, record) = Self.read(row)
                rooms[name, default: StoredRoom(name: name, snapshot: nil, records: [])].records.append(record)
            }
            return rooms.values.sorted { $0.name < $1.name }
        }
    }

    private static func read(_ row: Row) -> (name: String, record: StoredRecord) {
        let bytes: Data = row[2]
        return (row[0], StoredRecord(position: JournalPosition(row[1]), bytes: [UInt8](bytes)))
    }
}
