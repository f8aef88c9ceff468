import ClusterMembership
import ClusterTraffic
import PagingRoom
import PagingServer
import Platform
import RoomStore
import TestPeers
import Testing

@testable import riffle

/// The records of one loop of a node on their way to the database.
@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct NodeJournalWriterTests {
    private let database: PostgresDatabase
    private let bench: PersistenceBench
    private let node: NodeID

    init() throws {
        database = try #require(PostgresServer.shared).get().newDatabase()
        bench = try PersistenceBench(database)
        node = try #require(NodeID(7))
    }

    private func epoch(_ own: OwnedRoom) -> Epoch { Epoch("\(RoomEpoch(number: own.epoch, owner: node))") }

    private func commits() throws -> [ClusterPersistence.CommittedRoom] {
        try bench.take("a commit") { if case .committed(let rooms) = $0 { rooms } else { nil } }
    }

    @Test func recordsAreCommittedByRoomEpochAndNumber() throws {
        let own = try ["a", "b"].map { try bench.create($0, for: node) }
        var journal = LoopJournalWriter(.node(bench.persistence))
        for number in Int64(1)...3 {
            for room in own {
                journal.append(
                    RoomRecord.whole(showing: number), RecordNumber(number), room: room.room, epoch: epoch(room),
                    isAwaited: true)
            }
        }
        journal.flush()
        #expect(!journal.hasPending && journal.lag(now: MonotonicClock.milliseconds).records == 6)
        var newest: [String: RecordNumber] = [:]
        while journal.lag(now: MonotonicClock.milliseconds).records > 0 {
            let (rooms, since) = journal.committed(try commits())
            #expect(since != nil)
            newest.merge(rooms, uniquingKeysWith: max)
        }
        #expect(newest == ["a": RecordNumber(3), "b": RecordNumber(3)])
        try bench.persistence.end()
    }

    /// Other loops get every commit, too, and a late one may be of an ownership that has ended.
    @Test func commitsOfOthersChangeNothing() throws {
        let own = try bench.create("talk", for: node)
        var journal = LoopJournalWriter(.node(bench.persistence))
        journal.append(
            RoomRecord.whole(showing: 1), RecordNumber(4), room: "talk", epoch: epoch(own), isAwaited: true)
        journal.flush()
        let others = [("other", own.epoch), ("talk", own.epoch - 1), ("talk", own.epoch + 1)].map {
            ClusterPersistence.CommittedRoom(room: $0, epoch: $1, number: RecordNumber(9))
        }
        for other in others { #expect(journal.committed([other]).rooms.isEmpty, "\(other)") }
        #expect(journal.committed([.init(room: "talk", epoch: own.epoch, number: RecordNumber(3))]).rooms.isEmpty)
        #expect(journal.lag(now: MonotonicClock.milliseconds).records == 1)
        #expect(journal.committed(try commits()).rooms == ["talk": RecordNumber(4)])
        try bench.persistence.end()
    }

    @Test func aRoomThatIsNotHostedAnyLongerIsForgotten() throws {
        let own = try bench.create("talk", for: node)
        var journal = LoopJournalWriter(.node(bench.persistence))
        journal.append(
            RoomRecord.whole(showing: 1), RecordNumber(1), room: "talk", epoch: epoch(own), isAwaited: true)
        journal.flush()
        journal.append(
            RoomRecord.whole(showing: 2), RecordNumber(2), room: "talk", epoch: epoch(own), isAwaited: true)
        journal.forget("talk")
        #expect(!journal.hasPending && journal.lag(now: MonotonicClock.milliseconds).records == 0)
        #expect(journal.committed(try commits()).rooms.isEmpty)
        #expect(try bench.run(.readRooms(["talk"])).outcome != .rows([]), "the room stays in the database")
        journal.remove("talk", epoch: epoch(own))
        #expect(try bench.run(.readRooms(["talk"])).outcome == .rows([]))
        try bench.persistence.end()
    }

    @Test func anEpochNamesItsOwnership() {
        #expect(Epoch("\(RoomEpoch(number: 12, owner: node))").ownership == 12)
        #expect(Epoch("12").ownership == 12 && Epoch("").ownership == nil && Epoch("a1b2-3").ownership == nil)
    }
}
