import TestPeers
import Testing

@testable import RoomStore

/// Statements and appends of one node, and of two, without faults.
@Suite(.needsPostgres) struct ClusterStoreTests {
    private let fixture: ClusterFixture

    init() throws { fixture = try ClusterFixture() }

    @Test func aNodeRegistersRenewsAndIsExpelled() throws {
        let store = try fixture.open()
        func register(_ id: Int64, _ name: String) throws -> Bool? {
            try store.runLease { nodes throws(PostgresError) in try nodes.register(id, name: name, format: 2) }
        }
        func renew(_ beat: Int64) throws -> NodeStatements.Renewal?? {
            try store.runLease { nodes throws(PostgresError) in
                try nodes.renew(2, beat: beat, confirmed: beat - 1, isHeard: false)
            }
        }
        #expect(try register(2, "two") == true && register(3, "two") == false, "the name is in use")
        let renewal = try #require(try renew(1) ?? nil)
        #expect(renewal.othersHeard == 1 && renewal.lowestFormat == 2)
        let rows = try store.runLease { nodes throws(PostgresError) in try nodes.nodes() } ?? []
        #expect(Set(rows.map { "\($0.id) \($0.beat) \($0.isHeard)" }) == ["1 0 true", "2 1 false"])
        func expel(_ beat: Int64) throws -> Bool? {
            try store.runLease { nodes throws(PostgresError) in try nodes.expel(2, beat: beat) }
        }
        #expect(try expel(0) == false && expel(1) == true)
        #expect(try renew(2) == .some(nil), "no row")
        #expect(try store.runLease { nodes throws(PostgresError) in try nodes.leave(1) } == true)
        #expect(try fixture.database.query("SELECT count(*) FROM node") == ["0"])
        try fixture.close(store)
    }

    @Test func aRoomIsHandedOverWithItsRecords() throws {
        let (store, other) = (try fixture.open(), try fixture.openOther())
        #expect(
            try other.runLease { nodes throws(PostgresError) in try nodes.register(2, name: "two", format: 2) } == true)
        let epoch = try store.create("talk")
        let again = try store.run { rooms throws(PostgresError) in
            try rooms.create("talk", known: 0, for: 1, format: 1, limit: 99)
        }
        #expect(again == .some(nil), "it exists")
        let beyond = try store.run { rooms throws(PostgresError) in
            try rooms.create("more", known: 0, for: 1, format: 1, limit: 1)
        }
        #expect(beyond == .some(nil), "too many")
        for number in Int64(1)...4 {
            try store.append(
                room: "talk", epoch: epoch, number: 10 * number, isWhole: number == 3, record: [UInt8(number)])
        }
        try fixture.waitForCommit(of: "talk", epoch, 40)
        let fence = try #require(try store.run { rooms throws(PostgresError) in try rooms.refence(1) }?.first).fence
        let next = try #require(
            try store.run { rooms throws(PostgresError) in try rooms.handOver("talk", fence: fence, to: 2) } ?? nil)
        #expect(next > epoch)
        try store.append(room: "talk", epoch: epoch, number: 50, isWhole: false, record: [9])
        try fixture.close(store)
        #expect(fixture.commits.joined().map(\.number).max() == 40, "it is no longer this node's")

        let row = try #require(try other.claim("talk", for: 2))
        #expect(row.epoch > next && row.owner == 2)
        let room = try #require(try other.load("talk"))
        #expect(room.snapshot?.bytes == [3] && room.records.map(\.bytes) == [[4]] && room.missing == nil)
        try other.append(room: "talk", epoch: row.epoch, number: 1, isWhole: false, record: [5])
        try other.close()
        #expect(try fixture.database.journal("talk") == ["3|03", "4|04", "5|05"])
    }

    /// A new room of the same name is not the old one.
    @Test func aRemovedRoomIsGoneBeforeTheNextStatement() throws {
        let store = try fixture.open()
        let epoch = try store.create("talk")
        try store.append(room: "talk", epoch: epoch, number: 1, isWhole: true, record: [1])
        try fixture.waitForCommit(of: "talk", epoch, 1)
        try store.remove(room: "talk", epoch: epoch - 1)
        #expect(try store.run { rooms throws(PostgresError) in try rooms.rows(named: ["talk"]) }?.count == 1)
        fixture.hold()
        try store.append(room: "talk", epoch: epoch, number: 2, isWhole: false, record: [2])
        try store.append(room: "talk", epoch: epoch, number: 3, isWhole: false, record: [3])
        try store.remove(room: "talk", epoch: epoch)
        fixture.release()
        let second = try store.create("talk")
        try store.append(room: "talk", epoch: second, number: 1, isWhole: true, record: [7])
        try fixture.waitForCommit(of: "talk", second, 1)
        try fixture.close(store)
        #expect(try fixture.database.journal("talk") == ["1|07"])
    }

    @Test func quietRoomsHaveNoRegisteredOwnerOrAreOwn() throws {
        let store = try fixture.open()
        try fixture.database.query(
            """
            INSERT INTO node VALUES (2, 'two', 0, 2, true);
            INSERT INTO room VALUES ('free', 1, NULL, 5, 6, 1), ('gone', 1, 7, 5, 6, 1), ('own', 1, 1, 5, 6, 1),
                ('other', 1, 2, 5, 6, 1)
            """)
        let quiet = try #require(try store.run { rooms throws(PostgresError) in try rooms.quietRows(for: 1) })
        #expect(Set(quiet.map(\.name)) == ["free", "gone", "own"] && quiet.last?.name == "own")
        #expect(quiet.filter { $0.owner != nil }.map(\.owner) == [1])
        let rows = try store.run { rooms throws(PostgresError) in try rooms.rows(named: ["gone", "other", "none"]) }
        #expect(rows?.map(\.owner) == [nil, 2])
        try fixture.close(store)
    }

    @Test func aRoomOfANewerFormatIsNotClaimed() throws {
        let store = try fixture.open()
        try fixture.database.query(
            "INSERT INTO room VALUES ('new', 1, NULL, 5, 6, 3), ('old', 1, NULL, 5, 6, 1)")
        #expect(try store.claim("new") == nil)
        #expect(try store.claim("old")?.format == 1)
        #expect(try store.claim("old", written: 2)?.format == 2)
        #expect(try store.claim("old", written: 1)?.format == 2, "the records before are still there")
        try fixture.close(store)
        #expect(try fixture.database.query("SELECT epoch FROM room WHERE name = 'new'") == ["5"])
    }

    /// Only the room that is lost stops, and a later ownership of it is another one.
    @Test func aFencedRoomIsReportedAndTheOthersGoOn() throws {
        let store = try fixture.open()
        let (a, b) = (try store.create("a"), try store.create("b"))
        try fixture.database.query("UPDATE room SET owner = 2, epoch = epoch + 50, fence = fence + 50 WHERE name = 'a'")
        fixture.hold()
        try store.append(room: "b", epoch: b, number: 1, isWhole: false, record: [1])
        try fixture.wait("the first commit") { if case .committed = $0 { true } else { false } }
        for number in Int64(1)...2 {
            try store.append(room: "a", epoch: a, number: number, isWhole: false, record: [2])
            try store.append(room: "b", epoch: b, number: number + 1, isWhole: false, record: [2])
        }
        fixture.release()
        try fixture.wait("the end of a") { $0 == .fenced(room: "a", epoch: a) }
        try fixture.waitForCommit(of: "b", b, 3)
        // Later records of it do not even reach the database.
        try store.append(room: "a", epoch: a, number: 3, isWhole: false, record: [3])
        try store.append(room: "b", epoch: b, number: 4, isWhole: false, record: [3])
        try fixture.waitForCommit(of: "b", b, 4)
        let row = try #require(try store.claim("a"), "node 2 is not registered")
        _ = try store.load("a")
        try store.append(room: "a", epoch: a, number: 4, isWhole: false, record: [4])
        try store.append(room: "a", epoch: row.epoch, number: 1, isWhole: false, record: [5])
        try fixture.waitForCommit(of: "a", row.epoch, 1)
        try fixture.close(store)
        #expect(try fixture.database.journal("a") == ["1|05"])
        #expect(try fixture.database.journal("b") == ["1|01", "2|02", "3|02", "4|03"])
        #expect(fixture.events.filter { if case .fenced = $0 { true } else { false } }.count == 1)
    }

    /// Another node has claimed the room between the claim and the read, and has appended.
    @Test func aJournalOfALaterOwnerIsNotLoaded() throws {
        let store = try fixture.open()
        let epoch = try store.create("talk")
        try fixture.database.query("INSERT INTO journal VALUES ('talk', 1, \(epoch + 1), true, '\\x01')")
        #expect(try store.load("talk") == nil)
        try store.append(room: "talk", epoch: epoch, number: 1, isWhole: false, record: [2])
        try fixture.close(store)
        #expect(try fixture.database.journal("talk") == ["1|01"])
    }

    @Test func recordsThatComeDuringACommitShareTheNext() throws {
        let store = try fixture.open()
        let epochs = try (0..<5).map { try store.create("r\($0)") }
        fixture.hold()
        try store.append(room: "r0", epoch: epochs[0], number: 0, isWhole: false, record: [0])
        try fixture.wait("the first commit") { if case .committed = $0 { true } else { false } }
        for number in 1...500 {
            let room = number % 5
            try store.append(
                room: "r\(room)", epoch: epochs[room], number: Int64(number), isWhole: false, record: [1])
        }
        #expect(store.lag.writes == 500 && store.lag.bytes > 0)
        fixture.release()
        for room in 0..<5 {
            try fixture.waitForCommit(of: "r\(room)", epochs[room], Int64(room == 0 ? 500 : 495 + room))
        }
        #expect(fixture.commits.map(\.count) == [1, 5])
        try eventually("no lag") { store.lag == StoreLag(writes: 0, bytes: 0, oldestMilliseconds: 0) }
        #expect(store.lastCommit != nil && store.health == .healthy)
        try fixture.close(store)
    }

    @Test func aFullBacklogTakesNoRecord() throws {
        var limits = ClusterFixture.limits
        limits.backlogBytes = 1_000
        let store = try fixture.open(limits: limits)
        let epoch = try store.create("talk")
        fixture.hold()
        try store.append(room: "talk", epoch: epoch, number: 1, isWhole: false, record: [0])
        try fixture.wait("the first commit") { if case .committed = $0 { true } else { false } }
        func append(_ number: Int64) throws {
            try store.append(
                room: "talk", epoch: epoch, number: number, isWhole: false, record: [UInt8](repeating: 1, count: 500))
        }
        try append(2)
        #expect(throws: RoomStoreError.backlogFull(nil)) { try append(3) }
        fixture.release()
        try fixture.waitForCommit(of: "talk", epoch, 2)
        try append(3)
        try fixture.waitForCommit(of: "talk", epoch, 3)
        try fixture.close(store)
        #expect(try fixture.database.journal("talk").count == 3)
    }

    @Test func closingSavesWhatWaits() throws {
        let store = try fixture.open()
        let epoch = try store.create("talk")
        fixture.hold()
        for number in Int64(1)...3 {
            try store.append(room: "talk", epoch: epoch, number: number, isWhole: false, record: [UInt8(number)])
        }
        fixture.release()
        try fixture.close(store)
        #expect(try fixture.database.journal("talk") == ["1|01", "2|02", "3|03"])
        #expect(throws: RoomStoreError.closed) {
            try store.append(room: "talk", epoch: epoch, number: 4, isWhole: false, record: [4])
        }
        #expect(try store.run { rooms throws(PostgresError) in try rooms.refence(1) } == nil)
        #expect(try store.runLease { nodes throws(PostgresError) in try nodes.nodes() } == nil)
        try fixture.close(store)
    }

    /// The rooms of a life that has ended are not those of the next one.
    @Test func aNewLifeOwnsNothing() throws {
        let store = try fixture.open()
        let epoch = try store.create("talk")
        try fixture.database.query("UPDATE node SET id = 5")
        #expect(try store.run { rooms throws(PostgresError) in try rooms.refence(5) } == [])
        try store.append(room: "talk", epoch: epoch, number: 1, isWhole: false, record: [1])
        let row = try #require(try store.claim("talk", for: 5))
        _ = try store.load("talk")
        try store.append(room: "talk", epoch: row.epoch, number: 1, isWhole: false, record: [2])
        try fixture.close(store)
        #expect(try fixture.database.journal("talk") == ["1|02"])
    }
}
