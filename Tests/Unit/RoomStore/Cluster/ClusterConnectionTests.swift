import TestPeers
import TestSupport
import Testing

@testable import RoomStore

/// Connections that are lost at any byte: no record is lost, none is there twice.
@Suite(.needsPostgres) struct ClusterConnectionTests {
    private let fixture: ClusterFixture

    init() throws { fixture = try ClusterFixture() }

    private static func bytes(_ number: Int64) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
    }

    private static func line(_ index: Int64, _ number: Int64) -> String {
        let hex = bytes(number).map { (byte: UInt8) in String(byte, radix: 16) }
        return "\(index)|" + hex.map { $0.count == 1 ? "0\($0)" : $0 }.joined()
    }

    /// Does `work`, which gets its number from 1 on, with a cut `stride` bytes later each time, until no cut comes.
    private func cutEverywhere(
        _ direction: CuttingProxy.Direction, stride: Int, _ work: (Int64) throws -> Void
    ) rethrows -> Int64 {
        var number: Int64 = 0
        var cuts = -1
        while fixture.journal.cuts != cuts {
            cuts = fixture.journal.cuts
            fixture.journal.reset()
            number += 1
            fixture.journal.cut(direction, after: Int(number) * stride)
            try work(number)
        }
        return number
    }

    /// Records of two rooms, of which one compacts.
    @Test(arguments: [(CuttingProxy.Direction.toServer, Effort.isFull ? 7 : 28), (.toClient, Effort.isFull ? 2 : 8)])
    func atEveryByteOfAnAppend(direction: CuttingProxy.Direction, stride: Int) throws {
        let store = try fixture.open()
        let (a, b) = (try store.create("a"), try store.create("b"))
        func append(_ number: Int64) throws {
            let isWhole = number.isMultiple(of: 3)
            fixture.hold()
            try store.append(room: "a", epoch: a, number: number, isWhole: false, record: Self.bytes(number))
            try store.append(room: "b", epoch: b, number: number, isWhole: isWhole, record: Self.bytes(number))
            fixture.release()
            try fixture.waitForCommit(of: "a", a, number)
            try fixture.waitForCommit(of: "b", b, number)
        }
        // Prepares the statement.
        try append(0)
        let number = try cutEverywhere(direction, stride: stride, append)
        #expect(fixture.journal.cuts * stride > 100, "the bytes of a statement")
        try fixture.close(store)
        #expect(try fixture.database.journal("a") == (0...number).map { Self.line($0 + 1, $0) })
        #expect(try fixture.database.journal("b").last == Self.line(number + 1, number))
        #expect(fixture.events.contains(.journalLost))
        #expect(!fixture.events.contains { if case .fenced = $0 { true } else { false } })
    }

    /// The connection is lost again while the store finds out what an append has done.
    @Test(arguments: CuttingProxy.Direction.allCases)
    func againWhileTheOutcomeIsSettled(direction: CuttingProxy.Direction) throws {
        let store = try fixture.open()
        let epoch = try store.create("a")
        func append(_ number: Int64) throws {
            try store.append(room: "a", epoch: epoch, number: number, isWhole: false, record: Self.bytes(number))
        }
        try append(0)
        try fixture.waitForCommit(of: "a", epoch, 0)
        var (number, second) = (Int64(0), 0)
        var cuts = -2
        // Until the second cut does not come.
        while fixture.journal.cuts == cuts + 2 || cuts < 0 {
            (cuts, number) = (fixture.journal.cuts, number + 1)
            fixture.journal.reset()
            let bytes = second
            fixture.onNextLoss { [proxy = fixture.journal] in proxy.cut(direction, after: bytes) }
            // Before the statement arrives, or after its effect.
            fixture.journal.cut(
                number.isMultiple(of: 2) ? .toServer : .toClient, after: number.isMultiple(of: 2) ? 9 : 0)
            try append(number)
            try fixture.waitForCommit(of: "a", epoch, number)
            second += 61
        }
        #expect(second > 900)
        try fixture.close(store)
        #expect(try fixture.database.journal("a") == (0...number).map { Self.line($0 + 1, $0) })
    }

    /// Claims the room as the core does, until it is owned and loaded.
    private func own(_ room: String, _ store: ClusterStore) throws -> Int64 {
        var owned = try store.claim(room)
        while true {
            if let epoch = owned?.epoch, try store.load(room) != nil { return epoch }
            let rows = try store.run { rooms throws(PostgresError) in try rooms.refence(ClusterFixture.node) }
            guard let rows else { continue }
            owned = rows.first { $0.name == room }
            if owned == nil { owned = try store.claim(room) }
        }
    }

    /// A claim whose connection is lost may have taken effect: then the next fences name it.
    @Test(arguments: [
        (CuttingProxy.Direction.toServer, Effort.isFull ? 43 : 172), (.toClient, Effort.isFull ? 11 : 44),
    ])
    func atEveryByteOfAClaim(direction: CuttingProxy.Direction, stride: Int) throws {
        let store = try fixture.open()
        try fixture.database.query("INSERT INTO room VALUES ('a', 1, NULL, 5, 6, 1)")
        var newest: Int64 = 0
        let number = try cutEverywhere(direction, stride: stride) { number in
            let epoch = try own("a", store)
            #expect(epoch > newest)
            newest = epoch
            try store.append(room: "a", epoch: epoch, number: 1, isWhole: true, record: Self.bytes(number))
            try fixture.waitForCommit(of: "a", epoch, 1)
            // A room that nobody owns: the next claim must take effect.
            try fixture.database.query("UPDATE room SET owner = NULL")
        }
        #expect(fixture.journal.cuts * stride > 300)
        try fixture.close(store)
        #expect(try fixture.database.journal("a") == [Self.line(number, number)])
    }

    /// Hand-overs and removals.
    @Test(arguments: [(CuttingProxy.Direction.toServer, Effort.isFull ? 37 : 111), (.toClient, Effort.isFull ? 5 : 15)])
    func atEveryByteOfARemoval(direction: CuttingProxy.Direction, stride: Int) throws {
        let store = try fixture.open()
        let kept = try store.create("kept")
        let number = try cutEverywhere(direction, stride: stride) { number in
            let room = "r\(number)"
            var row: RoomStatements.Row?
            while row == nil {
                let created = try store.run { rooms throws(PostgresError) in
                    try rooms.create(room, known: 0, for: ClusterFixture.node, format: 1, limit: 9_999)
                }
                row = created ?? nil
                while row == nil {
                    let rows = try store.run { rooms throws(PostgresError) in try rooms.refence(ClusterFixture.node) }
                    guard let rows else { continue }
                    row = rows.first { $0.name == room }
                    break
                }
            }
            let epoch = try #require(row).epoch
            try store.append(room: room, epoch: epoch, number: 1, isWhole: true, record: [1])
            try store.remove(room: room, epoch: epoch)
            try store.append(room: "kept", epoch: kept, number: number, isWhole: false, record: Self.bytes(number))
            try fixture.waitForCommit(of: "kept", kept, number)
        }
        // The end makes one attempt only, which a connection that was cut may not survive.
        #expect(store.waitForRemovals(milliseconds: 600_000))
        try fixture.close(store)
        #expect(try fixture.database.journal("kept") == (1...number).map { Self.line($0, $0) })
        #expect(try fixture.database.query("SELECT name FROM room") == ["kept"])
    }

    /// The lost statement may still take effect: until the fences are new, a record that is sent again would be refused, or
    /// there twice.
    @Test func nothingIsAppendedUntilTheFencesAreNew() throws {
        let store = try fixture.open()
        let epoch = try store.create("a")
        fixture.stopRefencing()
        fixture.journal.cut(.toClient, after: 0)
        try store.append(room: "a", epoch: epoch, number: 1, isWhole: false, record: [1])
        try fixture.wait("the loss") { $0 == .journalLost }
        try store.append(room: "a", epoch: epoch, number: 2, isWhole: false, record: [2])
        for _ in 0..<5 {
            #expect(try store.run { rooms throws(PostgresError) in try rooms.rows(named: ["a"]) }?.count == 1)
        }
        #expect(fixture.commits.isEmpty && store.lag.writes == 2)
        #expect(try store.run { rooms throws(PostgresError) in try rooms.refence(ClusterFixture.node) }?.count == 1)
        try fixture.waitForCommit(of: "a", epoch, 2)
        #expect(!fixture.events.contains { if case .fenced = $0 { true } else { false } })
        try store.close()
        #expect(try fixture.database.journal("a") == ["1|01", "2|02"])
    }

    /// A warning may say that a commit did not reach the standby.
    @Test func aWarningDuringAnAppendMeansUnknown() throws {
        let store = try fixture.open()
        let epoch = try store.create("a")
        try fixture.database.query(
            """
            CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE WARNING 'committed locally'; RETURN new; END $$;
            CREATE TRIGGER warn BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION warn()
            """)
        let fence = try fixture.database.query("SELECT fence FROM room")
        try store.append(room: "a", epoch: epoch, number: 1, isWhole: false, record: [1])
        try fixture.waitForCommit(of: "a", epoch, 1)
        #expect(fixture.events.first { $0 == .journalLost } != nil)
        #expect(try fixture.database.query("SELECT fence FROM room") != fence, "a new fence")
        try fixture.close(store)
        #expect(try fixture.database.journal("a") == ["1|01"])
    }

    /// The server goes on with a statement whose connection is lost. The store waits for it, and does not send it again.
    @Test func anAppendThatLingersIsWaitedFor() throws {
        let store = try fixture.open()
        let epoch = try store.create("a")
        let holder = try PostgresConnection(PostgresAddress(url: fixture.database.url()))
        try holder.execute("BEGIN")
        try holder.execute("SELECT FROM room WHERE name = 'a' FOR UPDATE")
        try store.append(room: "a", epoch: epoch, number: 1, isWhole: false, record: [1])
        try fixture.database.waitForLocks(1)
        fixture.journal.cutAll()
        try fixture.database.waitForLocks(2)
        #expect(store.health == .failing(.disconnected))
        // Leases have their own connection.
        let renewal = try store.runLease { nodes throws(PostgresError) in
            try nodes.renew(1, beat: 1, confirmed: 0, isHeard: true)
        }
        #expect(renewal != nil && renewal != .some(nil))
        try holder.execute("ROLLBACK")
        try fixture.waitForCommit(of: "a", epoch, 1)
        try eventually("health") { store.health == .healthy }
        try fixture.close(store)
        #expect(try fixture.database.journal("a") == ["1|01"])
    }

    /// A beat whose answer is lost has an unknown outcome; the next one is confirmed.
    @Test func aLostLeaseConnectionIsMadeAgain() throws {
        let store = try fixture.open()
        func renew(_ beat: Int64) throws -> NodeStatements.Renewal?? {
            try store.runLease { nodes throws(PostgresError) in
                try nodes.renew(1, beat: beat, confirmed: 1, isHeard: true)
            }
        }
        try fixture.database.query("UPDATE node SET beat = 1")
        #expect(try renew(2) != nil)
        for (direction, beat) in zip(CuttingProxy.Direction.allCases, [Int64(3), 5]) {
            fixture.leases.cut(direction, after: 0)
            #expect(try renew(beat) == nil)
            let renewal = try #require(try renew(beat + 1))
            #expect(renewal != nil)
        }
        try eventually("health") { store.health == .healthy }
        #expect(fixture.events.contains(.healthChanged(.failing(.disconnected))))
        try fixture.close(store)
    }
}
