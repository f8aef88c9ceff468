import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

/// Rooms of an edge whose owner ends or changes, and their own end.
@Suite struct EdgeLifeTests {
    private let room = EdgeBench.room

    @Test func membersHearOnceThatTheOwnerIsAway() {
        var bench = EdgeBench.joined()
        bench.joinNow(2, on: 1, at: 10)
        bench.change { [owner = bench.owner] edge, now, _ in edge.gone(owner, at: now) }
        bench.run(1_490)
        #expect(bench.takeTold() == [])
        bench.run(10)
        #expect(bench.takeTold() == ["0: reply 1: notice", "1: reply 2: notice"])
        bench.run(3_000)
        #expect(bench.takeTold() == [])
        bench.open(bench.epoch(6), at: 10)
        bench.run(100)
        bench.beginEpoch(bench.epoch(6), at: 10)
        #expect(bench.takeTold() == ["0: epoch at 10: snapshot", "1: epoch at 10: snapshot"])
        bench.change { [owner = bench.owner] edge, now, _ in edge.gone(owner, at: now) }
        bench.run(1_500)
        #expect(bench.takeTold() == ["0: reply 1: notice", "1: reply 2: notice"], "again, of the next time")
    }

    @Test func membersHearThatTheOwnerIsSilent() {
        var bench = EdgeBench.joined()
        bench.ownerEnd = nil
        bench.send(EdgeBench.request(1, 7))
        bench.run(1_490)
        #expect(bench.takeTold() == [])
        bench.run(10)
        #expect(bench.takeTold() == ["0: reply 1: notice"])
    }

    @Test func anOwnerThatIsBackInTimeIsNotNoticed() {
        var bench = EdgeBench.joined()
        bench.hear(.refused(room: room, nonce: bench.nonce, .notReady, reason: "the link has ended"))
        bench.run(400)
        bench.open(bench.epoch(5), at: 10)
        bench.run(3_000)
        #expect(bench.takeTold() == [])
    }

    @Test func theOwnerIsGoneAndTheNextOneIsAsked() {
        var bench = EdgeBench.joined()
        bench.heard = [bench.owners[1]]
        bench.run(1_100)
        bench.forgetOutput()
        bench.change { [owner = bench.owner] edge, now, _ in edge.gone(owner, at: now) }
        #expect(bench.takeWords() == ["\(bench.owners[1]): open 5"])
    }

    @Test func theOwnerNamesTheNextOne() {
        var bench = EdgeBench.joined()
        bench.hear(.moved(room: room, owner: bench.owners[1], epoch: 6), from: bench.owners[1])
        #expect(bench.takeWords() == [], "only the owner may say so")
        bench.hear(.moved(room: room, owner: bench.owners[1], epoch: 6))
        #expect(bench.takeWords() == ["\(bench.owners[1]): open 6"])
        bench.open(bench.epoch(7, of: bench.owners[1]), at: 10)
        #expect(bench.takeItems() == ["reopen 1 after 1", "reopened"])
    }

    @Test func theFabricIsBackAndTheLastOwnerIsAskedFirst() {
        var bench = EdgeBench.joined()
        bench.heard = []
        bench.run(1_600)
        #expect(bench.takeWords() == ["\(bench.owner): open 5"])
        bench.change { edge, now, _ in edge.fabricConnected(at: now) }
        #expect(bench.takeWords() == ["\(bench.owner): open 5"], "although its beat has not come yet")
    }

    /// Items for single connections may be lost with the link.
    @Test func aRoomThatTheOwnerHasRemovedEndsItsMembers() {
        var bench = EdgeBench.joined()
        bench.joinNow(2, on: 1, at: 10)
        bench.hear(.refused(room: room, nonce: bench.nonce, .noSuchRoom, reason: "the room was removed"))
        let code = CloseCode.roomClosed.rawValue
        #expect(bench.takeTold() == ["0: dismissed 1 \(code)", "1: dismissed 2 \(code)"])
        #expect(bench.edge.statuses.isEmpty && bench.takeWords() == [])
    }

    @Test func aNewLifeOfThisNodeOpensAgain() {
        var bench = EdgeBench.joined()
        bench.change { edge, now, _ in edge.restart(at: now) }
        #expect(bench.takeWords() == ["\(bench.owner): open 5"])
    }

    @Test func aRoomIsForgottenWhenTheOwnerKnowsThatNobodyIsHere() {
        var bench = EdgeBench.joined()
        bench.heard = []
        bench.send(EdgeBench.left(1))
        #expect(bench.edge.contains(room), "the owner may not know it")
        bench.heard = Set(bench.owners)
        bench.run(200)
        #expect(bench.takeItems() == ["left 1 politely"])
        #expect(!bench.edge.contains(room) && bench.subscriptions.isEmpty && bench.edge.nextDeadline == nil)
    }

    /// Its owner may be cut off from here only, and count the connections of before.
    @Test func anEmptyRoomIsKeptUntilItsOwnerIsFound() {
        var bench = EdgeBench.joined()
        bench.hear(.refused(room: room, nonce: bench.nonce, .notReady, reason: "the link has ended"))
        bench.send(EdgeBench.left(1))
        bench.run(60_000)
        #expect(bench.takeTold() == [])
        bench.forgetOutput()
        bench.open(bench.epoch(5), at: 10)
        #expect(bench.takeItems() == ["reopened"])
        #expect(!bench.edge.contains(room))
    }

    @Test func thisNodeMakesTheHome() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.request(1, 7, EdgeBench.drag))
        bench.send(EdgeBench.request(1, 8))
        bench.joinNow(2, on: 1, at: 10)
        bench.send(EdgeBench.join(3))
        bench.change { [owner = bench.owner] edge, now, _ in edge.gone(owner, at: now) }
        bench.forgetOutput()
        var messages: [LoopMessage] = []
        bench.change { edge, _, output in messages = edge.arrive(EdgeBench.room, into: &output) }
        #expect(bench.takeTold() == ["0: reply 1: ack 7 at 10 unchanged for 7"], "the drag is over")
        let expected = ["reopen 1 after 7", "request 1 8 step", "reopen 2 after 1", "join 3"]
        #expect(messages.map { EdgeBench.text($0) } == expected)
        #expect(messages.allSatisfy { $0.homeRoom == room })
        #expect(!bench.edge.contains(room) && bench.subscriptions.isEmpty)
        bench.publish(bench.epoch(5), 11)
        bench.beginEpoch(bench.epoch(6), at: 11)
        bench.run(2_000)
        #expect(bench.takeTold() == [] && bench.takeWords() == [])
        bench.change { edge, _, output in messages = edge.arrive(EdgeBench.room, into: &output) }
        #expect(messages.isEmpty)
    }

    @Test func theHomeOfThisNodeMovesAndItsMembersStay() {
        var bench = EdgeBench()
        let seats = [
            ReopenRequest(
                address: Fixture.address(1, 4), connection: ConnectionKey("c4"), session: Session("s4"),
                offsets: .frames, answered: RequestID(6))
        ]
        let (own, next) = (bench.epoch(5, of: bench.id), bench.owners[1])
        bench.change { edge, now, _ in
            edge.depart(
                EdgeBench.room, seats: seats, epoch: own, sequence: Sequence(30), to: next, at: now)
        }
        bench.send(EdgeBench.request(4, on: 1, 7))
        bench.send(EdgeBench.join(5))
        #expect(bench.subscriptions == [.out(room: room)])
        #expect(bench.takeWords() == ["\(next): open 5"])
        bench.open(bench.epoch(6, of: next), at: 30)
        #expect(bench.takeItems() == ["reopen 4 after 6", "request 4 7 step", "reopened", "join 5"])
        #expect(bench.takeWords() == ["\(next): since 6 nothing"])
        bench.beginEpoch(bench.epoch(4), at: 20)
        #expect(bench.takeTold() == [], "an epoch before the own one")
        bench.beginEpoch(bench.epoch(6, of: next), at: 30)
        #expect(bench.takeTold() == ["1: epoch at 30: snapshot"])
        bench.sendDown(EdgeBench.ack(4, on: 1, 7), EdgeBench.granted(5, at: 30))
        #expect(bench.takeTold() == ["1: reply 4: ack 7 for 7", "0: granted 5 at 30: welcome"])
    }

    @Test func aLostHomeLeavesNothing() {
        var bench = EdgeBench()
        let own = bench.epoch(5, of: bench.id)
        bench.change { edge, now, _ in
            edge.depart(EdgeBench.room, seats: [], epoch: own, sequence: nil, to: nil, at: now)
        }
        #expect(bench.edge.statuses.isEmpty && bench.subscriptions.isEmpty && bench.takeWords() == [])
    }
}
