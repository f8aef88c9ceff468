import Foundation
import TestPeers
import TestSupport
import Testing

@testable import RoomStore

/// A connection that is lost at any byte of a commit, in both directions: nothing is lost, nothing is there twice.
@Suite(.needsPostgres) struct LostConnectionTests {
    private static func bytes(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) } }

    private static func line(_ index: Int, _ number: Int) -> String {
        "\(index)|" + bytes(number).map { String(format: "%02x", $0) }.joined()
    }

    /// Does `work`, which is given its number from 1 on, with a cut `stride` bytes later each time, until no cut comes any
    /// more. Returns how often.
    private static func cutEverywhere(
        _ proxy: CuttingProxy, _ direction: CuttingProxy.Direction, stride: Int, _ work: (Int) throws -> Void
    ) rethrows -> Int {
        var number = 0
        var cuts = -1
        while proxy.cuts != cuts {
            cuts = proxy.cuts
            proxy.reset()
            proxy.cut(direction, after: number * stride)
            number += 1
            try work(number)
        }
        return number
    }

    /// Commits records of two rooms, of which one compacts, until the cut is behind the last byte.
    @Test(arguments: [(CuttingProxy.Direction.toServer, Effort.isFull ? 5 : 15), (.toClient, Effort.isFull ? 1 : 4)])
    func atEveryByteOfAnAppend(direction: CuttingProxy.Direction, stride: Int) throws {
        let fixture = try DatabaseFixture()
        let store = try fixture.open()
        try fixture.commit([fixture.record("a", Self.bytes(0)), fixture.record("b", Self.bytes(0))], to: store)
        let number = try Self.cutEverywhere(fixture.proxy, direction, stride: stride) { number in
            let form = number.isMultiple(of: 3) ? RecordForm.whole : .change
            let writes = [
                fixture.record("a", Self.bytes(number)), fixture.record("b", Self.bytes(number), form),
            ]
            let troubles = try fixture.commit(writes, to: store)
            #expect(troubles.allSatisfy { $0 == .disconnected }, "\(troubles)")
        }
        #expect(fixture.proxy.cuts * stride > 100, "the bytes of a statement")
        store.close()
        #expect(try fixture.database.journal("a") == (0...number).map { Self.line($0 + 1, $0) })
        #expect(try fixture.database.journal("b").last == Self.line(number + 1, number))
        let rooms = try StoreLocation(fixture.database.url()).reader()
        #expect(try rooms.room(named: "b")?.missing == nil)
    }

    /// The connection is lost again while the store finds out what an append has done.
    @Test(arguments: CuttingProxy.Direction.allCases)
    func againWhileTheOutcomeIsSettled(direction: CuttingProxy.Direction) throws {
        let fixture = try DatabaseFixture()
        let store = try fixture.open()
        try fixture.commit([fixture.record("a", Self.bytes(0))], to: store)
        var (number, second) = (0, 0)
        var cuts = -2
        // Until the second cut does not come.
        while fixture.proxy.cuts == cuts + 2 || cuts < 0 {
            cuts = fixture.proxy.cuts
            number += 1
            fixture.proxy.reset()
            // Before the statement arrives, or after its effect.
            fixture.proxy.cut(number.isMultiple(of: 2) ? .toServer : .toClient, after: number.isMultiple(of: 2) ? 9 : 0)
            var isFirst = true
            try fixture.commit([fixture.record("a", Self.bytes(number))], to: store) {
                if isFirst { fixture.proxy.cut(direction, after: second) }
                isFirst = false
            }
            second += 41
        }
        #expect(second > 1_000)
        store.close()
        #expect(try fixture.database.journal("a") == (0...number).map { Self.line($0 + 1, $0) })
    }

    /// Creation, removal and revocation, whose outcome may be unknown too.
    @Test(arguments: [(CuttingProxy.Direction.toServer, Effort.isFull ? 17 : 85), (.toClient, Effort.isFull ? 3 : 15)])
    func atEveryByteOfOtherWrites(direction: CuttingProxy.Direction, stride: Int) throws {
        let fixture = try DatabaseFixture()
        let store = try fixture.open()
        let number = try Self.cutEverywhere(fixture.proxy, direction, stride: stride) { number in
            let writes = [
                fixture.record("old", [1]), fixture.removal("old"), fixture.record("new \(number)", [2]),
                fixture.record("old", [3]), fixture.revocation("token \(number)"),
                fixture.record("a", Self.bytes(number)),
                fixture.removal("old"),
            ]
            try fixture.commit(writes, to: store)
        }
        store.close()
        #expect(try fixture.database.journal("a") == (1...number).map { Self.line($0, $0) })
        for room in 1...number { #expect(try fixture.database.journal("new \(room)") == ["1|02"]) }
        #expect(try fixture.database.journal("old").isEmpty)
        #expect(try fixture.database.query("SELECT count(*) FROM revoked") == ["\(number)"])
    }

    /// The server goes on with a statement whose connection is lost. The store waits for it, and does not send it again.
    @Test func aStatementThatLingersIsWaitedFor() throws {
        let fixture = try DatabaseFixture()
        let recorder = StoreEventRecorder()
        let store = try RoomStore(path: fixture.url) { recorder.record($0) }
        try recorder.waitForCommit(at: try store.append(room: "talk", record: [1]))
        let holder = try PostgresConnection(PostgresAddress(url: fixture.database.url()))
        try holder.execute("BEGIN")
        try holder.execute("SELECT FROM room WHERE name = 'talk' FOR UPDATE")
        let last = try store.append(room: "talk", record: [2])
        try fixture.database.waitForLocks(1)
        fixture.proxy.cutAll()
        try fixture.database.waitForLocks(2)
        #expect(store.health == .failing(.disconnected))
        try holder.execute("ROLLBACK")
        try recorder.waitForCommit(at: last)
        try recorder.waitForCommit(at: try store.append(room: "talk", record: [3]))
        try store.close()
        #expect(try fixture.database.journal("talk") == ["1|01", "2|02", "3|03"])
        #expect(recorder.events.contains(.failing(.disconnected)) && recorder.events.contains(.recovered))
    }

    /// Connections that are lost all the time, under load, with the writer thread.
    @Test func underLoadNothingIsLost() throws {
        let fixture = try DatabaseFixture()
        let recorder = StoreEventRecorder()
        let store = try RoomStore(path: fixture.url) { recorder.record($0) }
        var last = JournalPosition.start
        for round in 0..<30 {
            for number in 0..<200 {
                let form = number == 77 ? RecordForm.whole : .change
                last = try store.append(
                    room: "r\(number % 5)", record: Self.bytes(round * 40 + number / 5), form: form)
            }
            if round.isMultiple(of: 2) { try recorder.waitForCommit(at: last) }
            fixture.proxy.cutAll()
        }
        try recorder.waitForCommit(at: last)
        try store.close()
        for room in 0..<5 {
            let lines = try fixture.database.journal("r\(room)")
            #expect(lines == lines.indices.map { Self.line(1_200 - lines.count + $0 + 1, 1_200 - lines.count + $0) })
            #expect(lines.count == (room == 2 ? 40 - 15 : 1_200))
        }
    }

    /// A warning may say that a commit did not reach the standby.
    @Test func aWarningDuringAWriteMeansUnknown() throws {
        let fixture = try DatabaseFixture()
        let store = try fixture.open()
        try fixture.commit([fixture.record("a", [1])], to: store)
        try fixture.database.query(
            """
            CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE WARNING 'committed locally'; RETURN new; END $$;
            CREATE TRIGGER warn BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION warn()
            """)
        let fence = try fixture.database.query("SELECT fence FROM room")
        #expect(try fixture.commit([fixture.record("a", [2])], to: store) == [.disconnected])
        #expect(try fixture.database.query("SELECT fence FROM room") != fence, "a new connection")
        store.close()
        #expect(try fixture.database.journal("a") == ["1|01", "2|02"])
    }
}
