import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Orders of operators to a room.
@Suite struct RoomOperationTests {
    @Test func anOperatorUnlocks() {
        var loops = ServerFixture()
        loops.join(1, on: 1)
        #expect(loops.operate(.unlock) == .unchanged)
        loops.ask(2, .lock(true), from: 1, on: 1)
        loops.carry()
        #expect(loops.cores[0].roomStatuses.map(\.isLocked) == [true])
        #expect(loops.join(2, on: 1).isEmpty)
        #expect(loops.endings.map(\.code) == [.forbidden])
        #expect(loops.operate(.unlock) == .done)
        #expect(loops.cores[0].roomStatuses.map(\.isLocked) == [false])
        #expect(loops.join(3, on: 1).contains { $0.welcome != nil })
    }

    @Test func anOperatorRemovesAMember() {
        var loops = ServerFixture()
        let session = loops.join(1, on: 1).compactMap(\.welcome?.session).first
        #expect(loops.operate(.kick(MemberID(9))) == .noSuchMember)
        #expect(loops.operate(.kick(MemberID(1))) == .done)
        loops.carry()
        #expect(loops.endings == [ServerFixture.Ending(loop: 1, peer: 1, code: .removed)])
        loops.join(2, on: 1, session: session)
        #expect(loops.endings.map(\.code) == [.removed, .removed])
        #expect(loops.cores[0].roomStatuses.map(\.members) == [0])
    }

    @Test func anOperatorSeesAndRemovesAViewerThatIsNotListed() {
        var loops = ServerFixture(1)
        for peer in UInt64(1)...202 { loops.join(peer, on: 0, role: .viewer) }
        let replica = loops.cores[0].snapshot(of: loops.name, at: Instant(milliseconds: 0))
        #expect(replica?.members.count == 200)
        #expect(loops.cores[0].members(of: loops.name)?.map(\.id) == (1...202).map { MemberID($0) })
        #expect(loops.cores[0].members(of: "nowhere") == nil)
        #expect(loops.operate(.kick(MemberID(202))) == .done)
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 202, code: .removed)])
        #expect(loops.cores[0].members(of: loops.name)?.count == 201)
    }

    @Test func aClosedRoomEndsItsConnectionsAndItsRecords() {
        var loops = ServerFixture(1) { $0.isDurable = true }
        loops.join(1, on: 0)
        let number = loops.records.last?.number ?? .none
        loops.handle(.committed([loops.name: number]), on: 0)
        loops.join(2, on: 0)
        #expect(loops.operate(.close) == .done)
        #expect(Set(loops.endings.map(\.peer)) == [1, 2], "the join that waits for its record, too")
        #expect(loops.endings.allSatisfy { $0.code == .roomClosed })
        #expect(loops.forgotten == [loops.name])
        #expect(loops.cores[0].roomStatuses.isEmpty)
        loops.handle(.committed([loops.name: number.next]), on: 0)
        loops.join(3, on: 0)
        #expect(loops.endings.last?.code == .noSuchRoom)
        #expect(loops.operate(.unlock) == .noSuchRoom)
    }
}
