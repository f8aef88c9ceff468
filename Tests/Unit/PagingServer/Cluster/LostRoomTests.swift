import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Rooms that another node may own already.
@Suite struct LostRoomTests {
    @Test func itsConnectionsHereEndAndNothingIsSaid() {
        var node = ServerFixture.hosting(2)
        node.join(2, on: 1, role: .member, knowsEpochs: true)
        node.pass(node.foreignJoin(7))
        node.commit()
        node.carry()
        node.toCluster = []
        node.hold()
        node.ask(2, .blank(true), from: 1, on: 0)
        node.command(.unhost(room: node.name, .lost))
        let words = node.takeWords()
        #expect(words == ["seats []", "left 0-1"], "other nodes end their connections themselves")
        #expect(node.messages.map(\.message.word) == ["dismissed 2 moved"] && node.sent.isEmpty)
        node.carry()
        #expect(node.endings.map(\.peer) == [1, 2] && node.endings.allSatisfy { $0.code == .moved })
        #expect(node.takeWords() == ["left 1-2"] && node.room == nil)
        node.tick(at: 60_000)
        #expect(node.toCluster.isEmpty, "its wake-ups are over")
    }

    /// A join that waits for its commit has a member of which the next owner may know nothing. Its client joins again.
    @Test func joinsThatWaitForTheirCommitEnd() {
        var node = ServerFixture.hosting()
        node.join(2, on: 0)
        node.pass(node.foreignJoin(7))
        #expect(node.records.last.map { $0.record.arrivals.count } == 1)
        node.toCluster = []
        node.command(.unhost(room: node.name, .lost))
        #expect(node.endings.map(\.peer).sorted() == [1, 2] && node.endings.allSatisfy { $0.code == .moved })
        #expect(node.takeWords().first == "seats []")
        node.commit()
        #expect(node.sent.isEmpty && node.toCluster.isEmpty)
    }

    /// A connection that was taken over while the room was silent has not heard so.
    @Test func connectionsWhoseEndWaitsEnd() {
        var node = ServerFixture.hosting(2)
        node.hold()
        node.join(2, on: 1, session: Session("secret-0-1"), knowsEpochs: true)
        node.commit()
        #expect(node.endings.isEmpty && node.room?.members.count == 1, "it returns over another line")
        node.command(.unhost(room: node.name, .lost))
        node.carry()
        #expect(node.endings.map(\.peer) == [1, 2] && node.endings.allSatisfy { $0.code == .moved })
    }

    @Test func whatWaitsGoesToTheNextOwner() {
        var node = ServerFixture.node()
        node.command(.host(node.spec(), Epoch("first"), after: .none))
        node.join(1, on: 0)
        node.join(2, on: 0)
        node.close(1, on: 0)
        node.toCluster = []
        node.command(.unhost(room: node.name, .lost))
        #expect(node.takeWords() == ["seats []", "join 0-1", "join 0-2", "withdrawn 0-1"])
        #expect(node.endings.isEmpty)
    }

    @Test func whatWaitsIsNotLostWhenTheRoomReturnsAtOnce() {
        var node = ServerFixture.node()
        node.command(.host(node.spec(), Epoch("first"), after: .none))
        node.join(1, on: 0)
        node.toCluster = []
        node.command(.unhost(room: node.name, .lost), .host(node.spec(), Epoch("second"), after: .none))
        #expect(node.takeWords() == ["seats []", "join 0-1", "hosted"])
    }

    /// A room that has not reported that it is ready may hold answers that its members never get.
    @Test func aRoomThatWasNotReadyIsLost() {
        var node = ServerFixture.hosting()
        node.ask(2, .jump(PageIndex(4), animated: false), from: 1, on: 0)
        node.prepareHandOver()
        node.toCluster = []
        node.command(.unhost(room: node.name, .handedOver))
        #expect(node.takeWords() == ["seats []", "left 0-1"] && node.endings.map(\.code) == [.moved])
    }

    @Test func aRoomMayReturn() {
        var node = ServerFixture.hosting { $0.historyBytes = 64 }
        for round in Int64(1)...3 {
            node.command(.unhost(room: node.name, .lost))
            node.host(node.recordSum, epoch: "epoch \(round)")
            let peer = UInt64(round) + 1
            node.join(peer, on: 0)
            node.commit()
            #expect(node.said(to: peer, on: 0).compactMap(\.welcome).map(\.epoch) == [Epoch("epoch \(round)")])
        }
        #expect(node.cores[0].holdings.homeRingBytes > 0)
    }

    @Test func commandsForARoomThatIsGoneChangeNothing() {
        var node = ServerFixture.node()
        let name = node.name
        node.command(
            .started(room: name), .speak(room: name), .hold(room: name), .leaseEnded,
            .prepareHandOver(room: name, isForced: true))
        #expect(node.toCluster.isEmpty && node.room == nil)
        node.join(1, on: 0)
        #expect(node.takeWords() == ["join 0-1"])
    }
}
