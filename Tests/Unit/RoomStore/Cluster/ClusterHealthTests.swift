import TestPeers
import Testing

@testable import RoomStore

/// Troubles of the database, as members and operators see them.
@Suite(.needsPostgres) struct ClusterHealthTests {
    private let fixture: ClusterFixture

    init() throws { fixture = try ClusterFixture() }

    /// A full disk or a used up quota, as the server reports it, and other errors.
    @Test(arguments: [
        ("53100", StoreTrouble.diskFull), ("25006", .readOnly), ("42501", .database("stop (SQLSTATE 42501)")),
    ])
    func anErrorIsReportedAndNothingIsLost(state: String, trouble: StoreTrouble) throws {
        let store = try fixture.open()
        let epoch = try store.create("talk")
        try fixture.refuseAppends(state)
        for number in Int64(1)...3 {
            try store.append(room: "talk", epoch: epoch, number: number, isWhole: false, record: [UInt8(number)])
        }
        try fixture.wait("the error") { $0 == .healthChanged(.failing(trouble)) }
        // Statements do not wait for the disk, and do not hide its trouble.
        #expect(try store.run { rooms throws(PostgresError) in try rooms.rows(named: ["talk"]) }?.count == 1)
        #expect(store.health == .failing(trouble) && fixture.commits.isEmpty)
        #expect(!fixture.events.contains(.healthChanged(.healthy)))
        try fixture.allowAppends()
        try fixture.waitForCommit(of: "talk", epoch, 3)
        #expect(store.health == .healthy && fixture.events.contains(.healthChanged(.healthy)))
        #expect(!fixture.events.contains(.journalLost), "a refused statement has no effect")
        try fixture.close(store)
        #expect(try fixture.database.journal("talk") == ["1|01", "2|02", "3|03"])
    }

    @Test func aRefusedStatementIsReportedAndMayBeSentAgain() throws {
        let store = try fixture.open()
        try fixture.database.query("ALTER TABLE node RENAME TO away")
        let register: @Sendable (NodeStatements) throws(PostgresError) -> Bool = { nodes throws(PostgresError) in
            try nodes.register(2, name: "two", format: 2)
        }
        #expect(try store.runLease(register) == nil)
        #expect(try store.claim("talk") == nil)
        guard case .failing(.database) = store.health else {
            Issue.record("expected a failing database, got \(store.health)")
            return
        }
        try fixture.database.query("ALTER TABLE away RENAME TO node")
        #expect(try store.runLease(register) == true)
        _ = try store.create("talk")
        try eventually("health") { store.health == .healthy }
        try fixture.close(store)
    }

    @Test func aDatabaseThatDoesNotAnswerIsSlow() throws {
        var limits = ClusterFixture.limits
        limits.slowAfterMilliseconds = 20
        let store = try fixture.open(limits: limits)
        let epoch = try store.create("talk")
        let holder = try PostgresConnection(PostgresAddress(url: fixture.database.url()))
        try holder.execute("BEGIN")
        try holder.execute("LOCK TABLE journal IN SHARE MODE")
        try store.append(room: "talk", epoch: epoch, number: 1, isWhole: false, record: [1])
        try eventually("a slow database") { if case .failing(.slow) = store.health { true } else { false } }
        try holder.execute("ROLLBACK")
        try fixture.waitForCommit(of: "talk", epoch, 1)
        #expect(store.health == .healthy)
        try fixture.close(store)
    }

    @Test func closingSaysWhatIsNotSaved() throws {
        let store = try fixture.open()
        let epoch = try store.create("talk")
        fixture.journal.end()
        try store.append(room: "talk", epoch: epoch, number: 1, isWhole: false, record: [1])
        try fixture.wait("the loss") { $0 == .journalLost }
        try eventually("its report") { store.health == .failing(.disconnected) }
        try store.append(room: "talk", epoch: epoch, number: 2, isWhole: false, record: [2])
        #expect(throws: RoomStoreError.unsaved(writes: 2, .disconnected)) { try fixture.close(store) }
        #expect(fixture.commits.isEmpty)
    }

    @Test func aDatabaseOfAnotherProgramIsRefused() throws {
        try fixture.database.query("CREATE TABLE room (number int)")
        let name = try StoreLocation(fixture.database.url()).name
        #expect(throws: RoomStoreError.foreignTables(path: name)) { try fixture.openOther() }
    }
}
