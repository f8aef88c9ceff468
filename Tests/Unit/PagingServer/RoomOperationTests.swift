import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Orders of operators to a room.
@Suite struct RoomOperationTests {
    private func operated(_ operation: RoomOperation, on loops: inout ServerFixture) -> RoomOperationOutcome? {
        loops.handle(.operate(room: loops.name, operation, ticket: 7), on: 0)
        return loops.outcomes.last
    }

    @Test func anOperatorUnlocks() {
        var loops = ServerFixture()
        loops.join(1, on: 1)
        #expect(operated(.unlock, on: &loops) == .unchanged)
        loops.ask(2, .lock(true), from: 1, on: 1)
        loops.carry()
        #expect(loops.cores[0].roomStatuses.map(\.isLocked) == [true])
        #expect(loops.join(2, on: 1).isEmpty)
        #expect(loops.endings.map(\.code) == [.forbidden])
        #expect(operated(.unlock, on: &loops) == .done)
        #expect(loops.cores[0].roomStatuses.map(\.isLocked) == [false])
        #expect(loops.join(3, on: 1).contains { $0.welcome != nil })
    }

    @Test func anOperatorRemovesAMember() {
        var loops = ServerFixture()
        let session = loops.join(1, on: 1).compactMap(\.welcome?.session).first
        #expect(operated(.kick(MemberID(9)), on: &loops) == .noSuchMember)
        #expect(operated(.kick(MemberID(1)), on: &loops) == .done)
        loops.carry()
        #expect(loops.endings == [ServerFixture.Ending(loop: 1, peer: 1, code: .removed)])
        loops.join(2, on: 1, session: session)
        #expect(loops.endings.map(\.code) == [.removed, .removed])
        #expect(loops.cores[0].roomStatuses.map(\.members) == [0])
    }

    @Test func aClosedRoomEndsItsConnectionsAndItsRecords() {
        var loops = ServerFixture(1) { $0.isDurable = true }
        loops.join(1, on: 0)
        let number = loops.records.last?.number ?? .none
        loops.handle(.committed([loops.name: number]), on: 0)
        loops.join(2, on: 0)
        #expect(operated(.close, on: &loops) == .done)
        #expect(Set(loops.endings.map(\.peer)) == [1, 2], "the join that waits for its record, too")
        #expect(loops.endings.allSatisfy { $0.code == .roomClosed })
        #expect(loops.forgotten == [loops.name])
        #expect(loops.cores[0].roomStatuses.isEmpty)
        loops.handle(.committed([loops.name: number.next]), on: 0)
        loops.join(3, on: 0)
        #expect(loops.endings.last?.code == .noSuchRoom)
        #expect(operated(.unlock, on: &loops) == .noSuchRoom)
    }
}
