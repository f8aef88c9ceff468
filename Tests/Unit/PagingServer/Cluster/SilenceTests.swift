import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// A room whose node does not know for sure whether it owns it: it goes on, and says nothing.
@Suite struct SilenceTests {
    @Test func everythingIsHeldInItsOrder() {
        var node = ServerFixture.hosting()
        node.pass(node.foreignJoin(7))
        node.commit()
        node.toCluster = []
        node.hold()
        node.ask(2, .blank(true), from: 1, on: 0)
        node.ask(3, .jump(PageIndex(4), animated: false), from: 1, on: 0)
        node.send(.pages(RequestID(4), from: PageIndex(0), count: 1), from: 1, on: 0)
        node.pass(.resync(room: node.name, node.foreign(7)))
        node.commit()
        #expect(node.sent.isEmpty && node.takeWords().isEmpty)
        #expect(node.room?.pager.settled == PageIndex(4), "the room goes on")
        node.speak()
        #expect(node.said(to: 1, on: 0).words.filter { Int($0) == nil } == ["ack 2", "ack 3", "pages 4"])
        #expect(node.takeWords().last?.hasPrefix("reset 7 at ") == true)
        node.ask(5, .blank(false), from: 1, on: 0)
        #expect(node.said(to: 1, on: 0).words.last == "ack 5")
    }

    @Test func whatIsNotCommittedWaitsOn() {
        var node = ServerFixture.hosting()
        node.hold()
        node.ask(2, .jump(PageIndex(4), animated: false), from: 1, on: 0)
        node.speak()
        #expect(node.said(to: 1, on: 0).words == ["2"], "a movement begins")
        node.commit()
        #expect(node.said(to: 1, on: 0).words.last == "ack 2")
    }

    @Test func theEndOfTheLeaseHoldsAllRooms() {
        var node = ServerFixture.hosting()
        node.command(.leaseEnded)
        node.ask(2, .blank(true), from: 1, on: 0)
        #expect(node.sent.isEmpty)
        node.speak()
        #expect(node.said(to: 1, on: 0).words == ["2", "ack 2"])
    }

    @Test func aJoinIsGrantedWhenTheRoomSpeaksAgain() {
        var node = ServerFixture.hosting()
        node.hold()
        node.join(2, on: 0)
        node.commit()
        #expect(node.said(to: 2, on: 0).isEmpty)
        node.speak()
        #expect(node.said(to: 2, on: 0).words.first == "welcome")
    }

    /// Another owner may have unlocked the room.
    @Test func aDenialWaits() {
        var node = ServerFixture.hosting()
        node.ask(2, .lock(true), from: 1, on: 0)
        node.commit()
        node.hold()
        node.join(2, on: 0)
        node.open(9, on: 0)
        node.pass(node.foreignJoin(7), node.reopening(9, session: "unknown"))
        #expect(node.endings.isEmpty && node.toCluster.isEmpty)
        node.speak()
        #expect(node.endings.map(\.peer) == [2, 9] && node.endings.map(\.code) == [.forbidden, .moved])
        #expect(node.takeWords() == ["dismissed 7 forbidden"])
    }

    /// Its loop shows the room to it until then, and goes on with the same history for the next connection.
    @Test func aConnectionWhoseEndWaitsMissesNothing() {
        var node = ServerFixture.hosting(2)
        node.join(2, on: 1, knowsEpochs: true)
        node.commit()
        node.carry()
        node.hold()
        node.ask(2, .jump(PageIndex(4), animated: false), from: 1, on: 0)
        node.join(3, on: 1, session: Session("secret-1-2"), name: "Ann", knowsEpochs: true)
        node.carry()
        node.speak()
        node.carry()
        #expect(node.said(to: 2, on: 1).words.last == "3", "the movement begins, which needs no commit")
        node.commit()
        node.carry()
        #expect(node.endings.map(\.peer) == [2] && node.endings.map(\.code) == [.takenOver])
        #expect(node.said(to: 3, on: 1).words.first == "welcome" && node.cores[1].holdings.subscribers == 1)
    }

    /// The connection ends when its removal is told, not before: another owner may never have heard of it.
    @Test func anOperatorsKickWaits() {
        var node = ServerFixture.hosting()
        node.join(2, on: 0)
        node.commit()
        node.hold()
        #expect(node.operate(.kick(MemberID(2))) == .done)
        node.commit()
        #expect(node.endings.isEmpty && node.sent.isEmpty)
        node.speak()
        #expect(node.endings.map(\.code) == [.removed] && node.said(to: 1, on: 0).words == ["3"])
    }

    /// Another owner may keep the room.
    @Test func anOperatorDoesNotCloseASilentRoom() {
        var node = ServerFixture.hosting()
        node.hold()
        node.toCluster = []
        #expect(node.operate(.close) == .moving)
        #expect(node.endings.isEmpty && node.takeWords().isEmpty && node.room != nil)
        node.speak()
        #expect(node.operate(.close) == .done)
        #expect(node.endings.map(\.code) == [.roomClosed] && node.room == nil)
    }

    @Test func reportsOfWhoIsInStepWait() throws {
        var node = ServerFixture.hosting()
        let replica = try #require(node.cores[0].snapshot(of: node.name, at: Instant(milliseconds: 0)))
        node.hold()
        node.send(.drawn(replica.sequence, replica.digest), from: 1, on: 0)
        for moment in [250, 500, 750] as [Int64] {
            node.tick(at: moment)
            #expect(node.sent.isEmpty)
        }
        node.speak()
        #expect(node.said(to: 1, on: 0).words.contains { $0.hasPrefix("inStep") })
    }

    @Test func aSilentRoomIsNotRemoved() {
        var node = ServerFixture.node { $0.emptyRoomMilliseconds = 100 }
        node.host(isOnDemand: true)
        node.hold()
        node.toCluster = []
        for moment in [100, 200, 300] as [Int64] { node.tick(at: moment) }
        #expect(node.toCluster.isEmpty && node.room != nil)
        node.speak()
        node.tick(at: 300)
        #expect(node.takeWords() == ["gone"])
    }

    @Test func requestsAreRefusedWhenTooMuchWaits() {
        var node = ServerFixture.hosting { $0.limits.objectsPerSecond = 1_000_000 }
        node.hold()
        var id: Int64 = 1
        while node.endings.isEmpty, id < 3_000, node.said(to: 1, on: 0).isEmpty {
            id += 1
            node.ask(id, .blank(id % 2 == 0), from: 1, on: 0)
        }
        #expect(node.said(to: 1, on: 0).words == ["rate \(id)"])
        #expect(node.cores[0].holdings.waitingForCommit <= CommitGate.waitingLimit + 1)
    }
}
