import ClusterTraffic
import PagingEngine
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

/// Rooms of an edge while their owner is searched.
@Suite struct EdgeSearchTests {
    @Test func aJoinSubscribesAndAsksOneOwnerAfterTheOther() {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1))
        #expect(bench.subscriptions == [.out(room: EdgeBench.room)])
        #expect(bench.takeWords() == ["\(bench.owners[0]): open 0"])
        bench.run(490)
        #expect(bench.takeWords() == [])
        bench.run(10)
        #expect(bench.takeWords() == ["\(bench.owners[1]): open 0"])
        bench.run(500)
        #expect(bench.takeWords() == ["\(bench.owners[0]): open 0"])
    }

    @Test func onlyAJoinMakesARoomKnown() {
        var bench = EdgeBench()
        bench.send(EdgeBench.request(1, 7))
        bench.send(EdgeBench.left(1))
        bench.publish(bench.epoch(5), 1)
        #expect(!bench.edge.contains(EdgeBench.room) && bench.takeWords() == [] && bench.takeTold() == [])
    }

    @Test func theNodeThatOwnsTheRoomIsAskedAtOnce() {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1))
        bench.hear(.elsewhere(room: EdgeBench.room, owner: bench.owners[1], epoch: 7))
        #expect(bench.takeWords() == ["\(bench.owners[0]): open 0", "\(bench.owners[1]): open 7"])
        bench.hear(.elsewhere(room: EdgeBench.room, owner: bench.owners[0], epoch: 6))
        #expect(bench.takeWords() == [], "an earlier owner")
    }

    @Test func anAnswerCountsOnlyForTheLastSearch() {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1))
        let key = LinkKey(room: EdgeBench.room, epoch: bench.epoch(5), nonce: bench.nonce &+ 1)
        bench.hear(.opened(key, sequence: 3, valid: bench.valid))
        #expect(bench.edge.statuses[0].owner == nil)
        bench.open(bench.epoch(5, of: bench.owners[1]), at: 3)
        #expect(bench.edge.statuses[0].owner == bench.owners[1])
    }

    @Test func anEarlierOwnerOpensNoLink() {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1))
        bench.hear(.elsewhere(room: EdgeBench.room, owner: bench.owners[1], epoch: 7))
        bench.open(bench.epoch(6), at: 3)
        #expect(bench.edge.statuses[0].owner == nil)
        bench.open(bench.epoch(7, of: bench.owners[1]), at: 3)
        #expect(bench.edge.statuses[0].owner == bench.owners[1])
    }

    @Test func thisNodeMayBeTheOneToAsk() {
        var bench = EdgeBench(.owner)
        bench.heard = []
        bench.run(1_500)
        bench.send(EdgeBench.join(1, mayCreate: true))
        let wanted = bench.edge.takeWanted()
        #expect(wanted.count == 1 && wanted[0] == (EdgeBench.room, 0, true))
        #expect(bench.takeWords() == [] && bench.edge.takeWanted().isEmpty)
        let other = bench.owners[1]
        bench.change { edge, now, _ in edge.elsewhere(EdgeBench.room, owner: other, epoch: 9, at: now) }
        #expect(bench.takeWords() == ["\(other): open 9 create"])
    }

    /// Between question and answer comes somebody who may create the room.
    @Test func aRefusalDoesNotEndAJoinForWhichNobodyHasAsked() {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1))
        let first = bench.nonce
        bench.send(EdgeBench.join(2, mayCreate: true))
        #expect(bench.nonce != first)
        #expect(bench.takeWords() == ["\(bench.owner): open 0", "\(bench.owner): open 0 create"])
        bench.hear(.refused(room: EdgeBench.room, nonce: first, .noSuchRoom, reason: ""))
        #expect(bench.takeTold() == [])
        bench.send(EdgeBench.join(3, mayCreate: true))
        #expect(bench.takeWords() == [], "it is asked already")
        bench.hear(.refused(room: EdgeBench.room, nonce: bench.nonce, .noSuchRoom, reason: ""))
        #expect(bench.takeTold() == ["0: dismissed 1 4104", "0: dismissed 2 4104", "0: dismissed 3 4104"])
        #expect(bench.edge.statuses.isEmpty && bench.subscriptions.isEmpty)
    }

    @Test func aRefusalOfThisNodeDoesNotEndAJoinForWhichItWasNotAsked() {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1))
        bench.change { edge, now, output in
            edge.take(EdgeBench.join(2, mayCreate: true), of: 0, at: now, into: &output)
            edge.refused(EdgeBench.room, .noSuchRoom, reason: "", at: now, into: &output)
        }
        #expect(bench.takeTold() == ["0: dismissed 1 4104"])
        #expect(bench.takeWords() == ["\(bench.owner): open 0", "\(bench.owner): open 0 create"])
    }

    @Test(arguments: [
        (OpenRefusal.noSuchRoom, CloseCode.noSuchRoom, CloseCode.moved), (.damaged, .roomClosed, .roomClosed),
    ]) func aRoomThatIsGoneEndsEverybody(refusal: OpenRefusal, join: CloseCode, seat: CloseCode) {
        var bench = EdgeBench.joined()
        bench.hear(.refused(room: EdgeBench.room, nonce: bench.nonce, .notReady, reason: "the room is gone"))
        bench.send(EdgeBench.join(2, on: 1))
        bench.hear(.refused(room: EdgeBench.room, nonce: bench.nonce, refusal, reason: ""))
        #expect(bench.takeTold() == ["1: dismissed 2 \(join.rawValue)", "0: dismissed 1 \(seat.rawValue)"])
        #expect(bench.edge.statuses.isEmpty)
    }

    @Test func aLimitOfRoomsEndsJoins() {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1, mayCreate: true))
        bench.hear(.refused(room: EdgeBench.room, nonce: bench.nonce, .roomLimit, reason: ""))
        #expect(bench.takeTold() == ["0: dismissed 1 \(CloseCode.serverFull.rawValue)"])
    }

    @Test(arguments: [OpenRefusal.newerFormat, .notReady])
    func aNodeThatCannotOwnTheRoomIsFollowedByTheNextOne(refusal: OpenRefusal) {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1))
        bench.hear(.refused(room: EdgeBench.room, nonce: bench.nonce, refusal, reason: ""))
        #expect(bench.takeWords() == ["\(bench.owners[0]): open 0", "\(bench.owners[1]): open 0"])
        #expect(bench.takeTold() == [])
    }

    @Test func theFabricIsBackAndAllAreAskedAgain() {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1))
        bench.run(100)
        bench.change { edge, now, _ in edge.fabricConnected(at: now) }
        #expect(bench.takeWords() == ["\(bench.owner): open 0", "\(bench.owner): open 0"])
    }

    @Test func aWithdrawnJoinLeavesNothing() {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1))
        bench.send(.withdrawn(room: EdgeBench.room, Fixture.address(0, 1)))
        #expect(bench.edge.statuses.isEmpty && bench.subscriptions.isEmpty)
        bench.run(2_000)
        #expect(bench.takeWords() == ["\(bench.owner): open 0"] && bench.edge.nextDeadline == nil)
    }
}
