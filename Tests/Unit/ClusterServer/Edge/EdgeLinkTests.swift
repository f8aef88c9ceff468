import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

/// Connections of an edge at the owner of their room.
@Suite struct EdgeLinkTests {
    private let address = Fixture.address(0, 1)

    @Test func aJoinGoesToTheOwnerAndItsGrantBack() {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1))
        bench.open(bench.epoch(5), at: 10)
        #expect(bench.takeItems() == ["reopened", "join 1"])
        bench.sendDown(EdgeBench.granted(1, at: 10))
        #expect(bench.takeTold() == ["0: granted 1 at 10: welcome"])
        let status = bench.edge.statuses[0]
        #expect(status.room == EdgeBench.room && status.owner == bench.owner)
        #expect(status.epoch == bench.epoch(5) && status.seats == 1)
        bench.send(EdgeBench.request(1, 7))
        bench.send(EdgeBench.join(2))
        #expect(bench.takeItems() == ["request 1 7 step", "join 2"])
        bench.sendDown(EdgeBench.ack(1, 7))
        #expect(bench.takeTold() == ["0: reply 1: ack 7 for 7"])
    }

    @Test func anotherLinkBeginsWithTheSeatsTheirRequestsAndTheJoins() {
        var bench = EdgeBench.joined()
        bench.joinNow(2, on: 1, at: 10)
        bench.send(EdgeBench.request(1, 7))
        bench.send(EdgeBench.request(1, 8))
        bench.send(EdgeBench.pages(9, from: address))
        bench.sendDown(EdgeBench.ack(1, 7))
        bench.send(.resync(room: EdgeBench.room, Fixture.address(1, 2)))
        bench.send(EdgeBench.join(3))
        bench.forgetOutput()
        bench.hear(.refused(room: EdgeBench.room, nonce: bench.nonce, .notReady, reason: "the link has ended"))
        bench.send(EdgeBench.request(2, on: 1, 4))
        bench.send(.withdrawn(room: EdgeBench.room, Fixture.address(0, 9)))
        #expect(bench.takeItems() == [])
        bench.open(bench.epoch(5), at: 10)
        let expected = [
            "reopen 1 after 7", "request 1 8 step", "pages 1 9", "reopen 2 after 3", "request 2 4 step", "resync 2",
            "reopened", "join 3",
        ]
        #expect(bench.takeItems() == expected)
        bench.send(EdgeBench.request(1, 10))
        #expect(bench.takeItems() == ["request 1 10 step"])
        #expect(bench.takeTold() == [])
    }

    @Test func aDragGoesOnInTheSameEpoch() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.request(1, 7, EdgeBench.drag))
        bench.hear(.refused(room: EdgeBench.room, nonce: bench.nonce, .notReady, reason: "the link has ended"))
        bench.forgetOutput()
        bench.open(bench.epoch(5), at: 10)
        #expect(bench.takeItems() == ["reopen 1 after 6", "request 1 7 drag", "reopened"])
        #expect(bench.takeTold() == [])
    }

    @Test func aDragEndsWithItsEpoch() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.request(1, 7, EdgeBench.drag))
        bench.send(EdgeBench.request(1, 8))
        bench.change { [owner = bench.owner] edge, now, _ in edge.gone(owner, at: now) }
        bench.forgetOutput()
        bench.open(bench.epoch(6, of: bench.owners[1]), at: 10)
        #expect(bench.takeTold() == ["0: reply 1: ack 7 at 10 unchanged for 7"])
        #expect(bench.takeItems() == ["reopen 1 after 7", "request 1 8 step", "reopened"])
    }

    @Test func aDragEndsWithTheOpeningOfALaterEpoch() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.request(1, 7, EdgeBench.drag))
        bench.beginEpoch(bench.epoch(6, of: bench.owners[1]), at: 10)
        #expect(bench.takeTold() == ["0: reply 1: ack 7 at 10 unchanged for 7", "0: epoch at 10: snapshot"])
    }

    /// The opening was lost, and came after the link to the owner.
    @Test func aDragThatTheNextOwnerHasIsNotAnsweredByItsOpening() {
        var bench = EdgeBench.joined()
        let later = bench.epoch(6, of: bench.owners[1])
        bench.hear(.moved(room: EdgeBench.room, owner: later.owner, epoch: 6))
        bench.open(later, at: 11)
        bench.forgetOutput()
        bench.send(EdgeBench.request(1, 7, EdgeBench.drag))
        #expect(bench.takeItems() == ["request 1 7 drag"])
        bench.beginEpoch(later, at: 11)
        #expect(bench.takeTold() == ["0: epoch at 11: snapshot"])
        bench.sendDown(EdgeBench.ack(1, 7))
        #expect(bench.takeTold() == ["0: reply 1: ack 7 for 7"])
    }

    @Test func aRequestHasOneAnswer() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.request(1, 7))
        bench.send(EdgeBench.pages(8, from: address))
        let pages = DownItem.sideAnswer(address, Array("p".utf8), answers: RequestID(8))
        bench.sendDown(EdgeBench.ack(1, 7), EdgeBench.ack(1, 7), pages, pages)
        #expect(bench.takeTold() == ["0: reply 1: ack 7 for 7", "0: pages 1: p for 8"])
    }

    @Test func anAnswerWaitsForItsEvent() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.request(1, 7))
        bench.send(EdgeBench.request(1, 8))
        bench.sendDown(.reached(Sequence(12)), EdgeBench.ack(1, 7), .reached(Sequence(13)), EdgeBench.ack(1, 8))
        #expect(bench.takeTold() == [])
        bench.publish(bench.epoch(5), 11)
        #expect(bench.takeTold() == ["0: 11 e11"])
        bench.publish(bench.epoch(5), 12)
        #expect(bench.takeTold() == ["0: 12 e12", "0: reply 1: ack 7 for 7"])
        bench.publish(bench.epoch(5), 13)
        #expect(bench.takeTold() == ["0: 13 e13", "0: reply 1: ack 8 for 8"])
    }

    @Test func aSnapshotForOneConnectionWaitsForItsEvent() {
        var bench = EdgeBench.joined()
        bench.send(.resync(room: EdgeBench.room, address))
        bench.sendDown(.reset(address, Array("picture".utf8), Sequence(11)))
        #expect(bench.takeTold() == [])
        bench.publish(bench.epoch(5), 11)
        #expect(bench.takeTold() == ["0: 11 e11", "0: reset 1 at 11: picture"])
    }

    @Test func anAnswerThatWaitsIsForgottenWithItsLink() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.request(1, 7))
        bench.sendDown(.reached(Sequence(11)), EdgeBench.ack(1, 7))
        bench.hear(.refused(room: EdgeBench.room, nonce: bench.nonce, .notReady, reason: "the link has ended"))
        bench.forgetOutput()
        bench.open(bench.epoch(5), at: 10)
        bench.publish(bench.epoch(5), 11)
        #expect(bench.takeTold() == ["0: 11 e11"])
        #expect(bench.takeItems() == ["reopen 1 after 6", "request 1 7 step", "reopened"])
    }

    @Test func aGrantWaitsForTheEventsBeforeIt() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.join(2, on: 1))
        bench.sendDown(EdgeBench.granted(2, on: 1, at: 12))
        #expect(bench.takeTold() == [])
        bench.publish(bench.epoch(5), 11, count: 2)
        #expect(bench.takeTold() == ["0: 11 e11 e12", "1: granted 2 at 12: welcome"])
        bench.publish(bench.epoch(5), 13)
        #expect(bench.takeTold() == ["0: 13 e13", "1: 13 e13"])
    }

    @Test func aGrantBringsLaterEventsAndTheOffset() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.join(2, on: 1))
        bench.publish(bench.epoch(5), 11, offset: EdgeBench.offset("o11", at: 11))
        bench.publish(bench.epoch(5), 12)
        bench.forgetOutput()
        bench.sendDown(EdgeBench.granted(2, on: 1, at: 10))
        #expect(bench.takeTold() == ["1: granted 2 at 12: welcome e11 o11 e12"])
        bench.send(EdgeBench.join(3))
        bench.sendDown(EdgeBench.granted(3, at: 11))
        #expect(bench.takeTold() == ["0: granted 3 at 12: welcome e12"], "its picture is newer than the offset")
    }

    @Test func aGrantThatWaitsBringsTheOffsetThatCameMeanwhile() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.join(2))
        bench.send(EdgeBench.join(3))
        bench.sendDown(
            EdgeBench.granted(2, at: 11), EdgeBench.granted(3, at: 11, offsets: .keyframes))
        bench.publish(bench.epoch(5), 11, offset: EdgeBench.offset("o11", at: 11, audience: 1))
        let expected = ["0: 11 e11 o11", "0: granted 2 at 11: welcome o11", "0: granted 3 at 11: welcome"]
        #expect(bench.takeTold() == expected)
    }

    @Test func aGrantFromBeforeAllKnownEventsEndsTheJoin() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.join(2))
        bench.forgetOutput()
        bench.sendDown(EdgeBench.granted(2, at: 9))
        #expect(bench.takeTold() == ["0: dismissed 2 4005"])
        #expect(bench.takeItems() == ["left 2"])
    }

    @Test func itemsForUnknownConnectionsAreDropped() {
        var bench = EdgeBench.joined()
        let (stranger, frame) = (Fixture.address(900, 1), Array("x".utf8))
        bench.sendDown(
            EdgeBench.granted(9, at: 10), EdgeBench.ack(9, 1), .sideAnswer(stranger, frame, answers: RequestID(1)),
            .reset(stranger, frame, Sequence(10)), .dismissed(stranger, .removed, reason: ""))
        #expect(bench.takeTold() == [])
        bench.sendDown(.dismissed(address, .removed, reason: ""))
        #expect(bench.takeTold() == ["0: dismissed 1 4106"])
    }

    @Test func anOwnerThatAcknowledgesNothingIsSearchedAgain() {
        var bench = EdgeBench.joined()
        bench.ownerEnd = nil
        bench.send(EdgeBench.request(1, 7))
        bench.run(1_990)
        #expect(bench.takeWords() == [])
        bench.run(10)
        #expect(bench.takeWords() == ["\(bench.owner): open 5"], "the same node is asked first")
        bench.forgetOutput()
        bench.open(bench.epoch(5), at: 10)
        #expect(bench.takeItems() == ["reopen 1 after 6", "request 1 7 step", "reopened"])
    }

    @Test func anOwnerThatIsNotHeardIsSearchedAgain() {
        var bench = EdgeBench.joined()
        bench.heard = [bench.owners[1]]
        bench.run(1_500)
        #expect(bench.takeWords().first == "\(bench.owners[0]): open 5")
        bench.run(500)
        #expect(bench.takeWords().last == "\(bench.owners[1]): open 5")
    }

    @Test func aFrameOfALeaseThatHasEndedIsNotTaken() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.request(1, 7))
        bench.sendDown(EdgeBench.ack(1, 7), valid: bench.now.advanced(byMilliseconds: -200))
        #expect(bench.takeTold() == [])
        #expect((bench.ownerEnd?.unacknowledgedItems ?? 0) == 1)
        bench.run(200)
        bench.sendDown()
        #expect(bench.takeTold() == ["0: reply 1: ack 7 for 7"], "it came again, with a new lease")
    }

    @Test func samplesAndPicturesGoToAnOwnerThatIsFollowed() {
        var bench = EdgeBench.joined()
        let move = Request.dragMoved(DragID(1), by: Distance(units: 3))
        let sample = LoopMessage.request(room: EdgeBench.room, MemberID(1), address, nil, move, nil)
        let drawn = LoopMessage.drawn(
            room: EdgeBench.room, [Drawn(member: MemberID(1), sequence: Sequence(10), digest: Digest(value: 1))])
        bench.send(sample)
        bench.send(drawn)
        #expect(bench.takeItems() == ["request 1 0 move", "drawn 1"])
        bench.hear(.refused(room: EdgeBench.room, nonce: bench.nonce, .notReady, reason: "the link has ended"))
        bench.send(sample)
        bench.send(drawn)
        bench.forgetOutput()
        bench.open(bench.epoch(6), at: 10)
        bench.send(drawn)
        #expect(bench.takeItems() == ["reopen 1 after 1", "reopened"], "they are of the earlier epoch")
    }
}
