import Foundation
import TestPeers
import Testing

@testable import RoomStore

/// Opening a database, its schema and its errors.
@Suite(.needsPostgres) struct StoreDatabaseTests {
    private func refusal(_ url: String) -> RoomStoreError? {
        do throws(RoomStoreError) {
            try RoomStore(path: url) { _ in }.close()
            return nil
        } catch {
            return error
        }
    }

    @Test func aNewerSchemaIsRefusedAndUnchanged() throws {
        let fixture = try DatabaseFixture()
        try RoomStore(path: fixture.url) { _ in }.close()
        try fixture.database.query("UPDATE schema SET version = 99, oldest_reader = 98")
        let name = try StoreLocation(fixture.url).name
        let error = RoomStoreError.newerVersion(path: name, found: 99, known: 2)
        #expect(refusal(fixture.url) == error)
        #expect(throws: error) { try StoreLocation(fixture.url).reader() }
        try fixture.database.query("UPDATE schema SET oldest_reader = 1")
        #expect(refusal(fixture.url) == nil, "a newer program says that this one may use it")
        #expect(try fixture.database.query("SELECT version, oldest_reader FROM schema") == ["99|1"])
    }

    @Test func anOlderSchemaIsMigrated() throws {
        let fixture = try DatabaseFixture()
        let connection = try PostgresConnection(try fixture.address())
        try StoreDatabaseSchema.make(in: connection, name: "test", to: 1)
        #expect(try fixture.database.query("SELECT version FROM schema") == ["1"])
        #expect(try StoreLocation(fixture.url).reader().revokedTokens().isEmpty)
        try fixture.database.query(
            """
            INSERT INTO room VALUES ('talk', 1, NULL, 5, 6, 1);
            INSERT INTO journal VALUES ('talk', 8, 4, true, '\\x01'), ('talk', 9, 5, false, '\\x02')
            """)
        let store = try RoomStore(path: fixture.url) { _ in }
        #expect(try store.load().map(\.name) == ["talk"])
        _ = try store.append(room: "talk", record: [3])
        try store.revoke(RevokedToken(id: "a"))
        try store.close()
        #expect(try fixture.database.journal("talk") == ["8|01", "9|02", "10|03"])
        #expect(try fixture.database.query("SELECT version FROM schema") == ["2"])
        #expect(try fixture.database.query("SELECT octet_length(key) FROM cluster") == ["32"])
        #expect(try StoreLocation(fixture.url).reader().revokedTokens() == [RevokedToken(id: "a")])
    }

    @Test func tablesOfAnotherProgramAreRefusedAndUnchanged() throws {
        for table in ["room (number int)", "schema (name text)", "schema (version int, oldest_reader int)"] {
            let fixture = try DatabaseFixture()
            try fixture.database.query("CREATE TABLE \(table)")
            #expect(refusal(fixture.url) == .foreignTables(path: try StoreLocation(fixture.url).name), "\(table)")
            let tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
            #expect(try fixture.database.query(tables) == ["1"])
        }
    }

    @Test func aDatabaseWithoutAStoreIsNotRead() throws {
        let fixture = try DatabaseFixture()
        let error = #expect(throws: RoomStoreError.self) { try StoreLocation(fixture.url).reader() }
        #expect(error?.description.contains("expected a room store") == true)
    }

    @Test func roomsOfANewerFormatAreRefused() throws {
        let fixture = try DatabaseFixture()
        try fixture.database.query("SELECT 1")
        try RoomStore(path: fixture.url) { _ in }.close()
        try fixture.database.query("INSERT INTO room VALUES ('talk', 1, NULL, 5, 6, 2)")
        #expect(refusal(fixture.url) == nil, "a cluster may have written it")
        try fixture.database.query("UPDATE room SET format = 3")
        let name = try StoreLocation(fixture.url).name
        #expect(refusal(fixture.url) == .newerVersion(path: name, found: 3, known: 2))
    }

    /// Such a server may lose what it has committed.
    @Test func aServerWithoutFsyncIsRefused() throws {
        let server = try PostgresServer(options: ["fsync=off"])
        let database = try server.newDatabase()
        let error = try #require(refusal(database.url()))
        #expect(error.description.contains("expected fsync = on, got off"))
    }

    @Test func aDatabaseOfAnotherEncodingIsRefused() throws {
        let database = try #require(PostgresServer.shared).get().newDatabase(
            options: "ENCODING 'LATIN1' TEMPLATE template0")
        let error = try #require(refusal(database.url()))
        #expect(error.description.contains("expected a database with the encoding UTF8, got LATIN1"))
    }

    /// Settings of a role or a database that would weaken a commit.
    @Test func everyCommitWaitsForTheDisk() throws {
        let fixture = try DatabaseFixture()
        for setting in ["synchronous_commit = off", "statement_timeout = 9", "client_min_messages = error"] {
            try fixture.database.query("ALTER DATABASE \(fixture.database.name) SET \(setting)")
        }
        let connection = try PostgresConnection(try fixture.address())
        let rows = try connection.execute(
            """
            SELECT current_setting('synchronous_commit'), current_setting('statement_timeout'),
            current_setting('client_min_messages')
            """)
        #expect((0..<3).map { rows.text(0, $0) } == ["on", "0", "warning"])
    }

    @Test func noMessageHasThePassword() throws {
        let (descriptor, port) = try Loopback.refusing()
        defer { close(descriptor) }
        let urls = [
            "postgres://riffle:secret-word@127.0.0.1:\(port)/rooms",
            "postgres://riffle:secret-word@127.0.0.1:x/rooms", "postgres://riffle:secret-word@[::1/rooms",
            "postgresql://riffle:secret-word%zz@127.0.0.1/rooms",
            "postgres://127.0.0.1:\(port)/rooms?user=riffle&password=secret-word",
        ]
        for url in urls {
            let error = try #require(refusal(url))
            #expect(error.description.hasPrefix("postgres://"), "\(error)")
            #expect(!"\(error)".contains("secret") && !String(reflecting: error).contains("secret"), "\(error)")
        }
        let location = try StoreLocation("postgres://riffle:secret-word@db.example:5433/rooms?sslmode=require")
        #expect(location.name == "postgres://db.example:5433/rooms")
    }

    /// A full disk or a used up quota, as the server reports it, and other errors.
    @Test(arguments: [
        ("53100", StoreTrouble.diskFull), ("25006", .readOnly), ("42501", .database("stop (SQLSTATE 42501)")),
    ])
    func anErrorIsReportedAndNothingIsLost(state: String, trouble: StoreTrouble) throws {
        let fixture = try DatabaseFixture()
        let recorder = StoreEventRecorder()
        let store = try RoomStore(path: fixture.url) { recorder.record($0) }
        try recorder.waitForCommit(at: try store.append(room: "talk", record: [1]))
        try fixture.database.query(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'stop' USING ERRCODE = '\(state)'; END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION refuse()
            """)
        let held = try (UInt8(2)...5).map { try store.append(room: $0 == 5 ? "new" : "talk", record: [$0]) }
        try recorder.wait("the error") { $0 == .failing(trouble) }
        #expect(store.health == .failing(trouble))
        #expect(recorder.commits.count == 1, "nothing is called safe that is not")
        try fixture.database.query("DROP TRIGGER refuse ON journal")
        try recorder.waitForCommit(at: held[3])
        #expect(store.health == .healthy && recorder.events.contains(.recovered))
        try store.close()
        #expect(try fixture.database.journal("talk") == ["1|01", "2|02", "3|03", "4|04"])
        #expect(try fixture.database.journal("new") == ["1|05"])
    }

    @Test func aLargeGroupIsCommittedInBatches() throws {
        let fixture = try DatabaseFixture()
        let recorder = StoreEventRecorder()
        let store = try RoomStore(path: fixture.url) { recorder.record($0) }
        recorder.hold()
        try recorder.waitForCommit(at: try store.append(room: "talk", record: [0]))
        let sizes = [400_000, 400_000, 400_000, 3_000_000, 10, 10]
        let positions = try sizes.map { try store.append(room: "talk", record: [UInt8](repeating: 1, count: $0)) }
        recorder.release()
        try recorder.waitForCommit(at: positions[5])
        #expect(recorder.commits.map(\.writes) == [1, 2, 1, 1, 2])
        #expect(recorder.commits.map(\.position.number) == [1, 3, 4, 5, 7])
        try store.close()
        #expect(try StoreLocation(fixture.url).reader().room(named: "talk")?.records.map(\.bytes.count) == [1] + sizes)
    }

    /// Rows that are gone, or of an epoch that falls, are no journal.
    @Test func aMissingRecordIsFound() throws {
        let fixture = try DatabaseFixture()
        let store = try fixture.open()
        for room in ["gap", "fall", "sound"] {
            let writes = (UInt8(1)...4).map { fixture.record(room, [$0], $0 == 2 ? .whole : .change) }
            try fixture.commit(writes, to: store)
        }
        store.close()
        try fixture.database.query("DELETE FROM journal WHERE room = 'gap' AND index = 3")
        try fixture.database.query("UPDATE journal SET epoch = 0 WHERE room = 'fall' AND index = 4")
        let rooms = try StoreDatabase(fixture.address()).rooms()
        #expect(rooms.map(\.name) == ["fall", "gap", "sound"])
        #expect(rooms.map(\.missing) == [JournalPosition(4), JournalPosition(3), nil])
    }
}
