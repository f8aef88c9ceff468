import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import Testing

@testable import ClusterServer

/// Events that an edge tells its members.
@Suite struct EdgeEventsTests {
    @Test func eventsGoToLoopsWithMembersOnce() {
        var bench = EdgeBench.joined()
        bench.publish(bench.epoch(5), 11, count: 2)
        #expect(bench.takeTold() == ["0: 11 e11 e12"])
        bench.joinNow(2, on: 1, at: 12)
        bench.publish(bench.epoch(5), 12, count: 2)
        #expect(bench.takeTold() == ["0: 13 e13", "1: 13 e13"], "12 is known")
        bench.publish(bench.epoch(5), 11, count: 3, offset: EdgeBench.offset("old", at: 13))
        #expect(bench.takeTold() == [])
        bench.publish(bench.epoch(5), 14, count: 0, offset: EdgeBench.offset("o", at: 13))
        #expect(bench.takeTold() == ["0: 14 o", "1: 14 o"])
        bench.publish(bench.epoch(5), 13, count: 0, offset: EdgeBench.offset("older", at: 12))
        #expect(bench.takeTold() == [], "an event has followed it")
        bench.send(EdgeBench.left(1))
        bench.publish(bench.epoch(5), 14)
        #expect(bench.takeTold() == ["1: 14 e14"])
    }

    @Test func aGapIsRepairedByTheOwner() {
        var bench = EdgeBench.joined()
        bench.publish(bench.epoch(5), 13)
        #expect(bench.takeTold() == [])
        #expect(bench.takeWords() == ["\(bench.owner): since 5 10"])
        bench.run(90)
        #expect(bench.takeWords() == [])
        bench.run(10)
        #expect(bench.takeWords() == ["\(bench.owner): since 5 10"])
        bench.run(190)
        #expect(bench.takeWords() == [])
        bench.run(10)
        #expect(bench.takeWords() == ["\(bench.owner): since 5 10"], "the pauses grow")
        bench.publish(bench.epoch(5), 11, count: 2)
        #expect(bench.takeTold() == ["0: 11 e11 e12"])
        bench.publish(bench.epoch(5), 13, count: 2)
        #expect(bench.takeTold() == ["0: 13 e13 e14"])
        bench.run(1_000)
        #expect(bench.takeWords() == [], "nothing is missing")
    }

    /// The event was lost, and so were the words that tell of it.
    @Test func anEventForWhichAnAnswerWaitsIsAskedFor() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.request(1, 7))
        bench.sendDown(.reached(Sequence(11)), EdgeBench.ack(1, 7))
        bench.run(90)
        #expect(bench.takeWords() == [], "it is on its way")
        bench.run(10)
        #expect(bench.takeWords() == ["\(bench.owner): since 5 10"])
        bench.publish(bench.epoch(5), 11)
        #expect(bench.takeTold() == ["0: 11 e11", "0: reply 1: ack 7 for 7"])
        bench.run(1_000)
        #expect(bench.takeWords() == [])
    }

    @Test func aGapIsAskedForAtOnceAlthoughAnAnswerWaits() {
        var bench = EdgeBench.joined()
        bench.send(EdgeBench.request(1, 7))
        bench.sendDown(.reached(Sequence(11)), EdgeBench.ack(1, 7))
        bench.publish(bench.epoch(5), 12)
        #expect(bench.takeWords() == ["\(bench.owner): since 5 10"])
    }

    @Test func eventsThatAreGoneAtTheOwnerAreReplacedByASnapshot() {
        var bench = EdgeBench.joined()
        bench.beginEpoch(bench.epoch(5), at: 12)
        #expect(bench.takeTold() == [], "nothing is missing")
        bench.publish(bench.epoch(5), 13)
        bench.beginEpoch(bench.epoch(5), at: 13)
        #expect(bench.takeTold() == ["0: epoch at 13: snapshot"])
        bench.publish(bench.epoch(5), 14)
        #expect(bench.takeTold() == ["0: 14 e14"])
        bench.forgetOutput()
        bench.run(1_000)
        #expect(bench.takeWords() == [])
    }

    @Test func aTailTellsWhatIsMissingAndTheLatestOffset() {
        var bench = EdgeBench.joined()
        let (room, epoch) = (EdgeBench.room, bench.epoch(5))
        let offset = EdgeBench.offset("o", at: 10)
        bench.hear(.tail(room: room, epoch, sequence: 10, offset: offset, valid: bench.valid))
        #expect(bench.takeTold() == ["0: 11 o"])
        bench.hear(.tail(room: room, epoch, sequence: 10, offset: offset, valid: bench.valid))
        #expect(bench.takeTold() == [] && bench.takeWords() == [])
        bench.hear(.tail(room: room, epoch, sequence: 12, offset: nil, valid: bench.valid))
        #expect(bench.takeWords() == ["\(bench.owner): since 5 10"])
    }

    @Test func aLinkTellsWhatIsMissing() {
        var bench = EdgeBench.joined()
        bench.hear(.refused(room: EdgeBench.room, nonce: bench.nonce, .notReady, reason: "the link has ended"))
        bench.forgetOutput()
        bench.open(bench.epoch(5), at: 11)
        #expect(bench.takeWords() == ["\(bench.owner): since 5 10"])
    }

    @Test func theFabricIsBackAndTheOwnerIsAskedOnce() {
        var bench = EdgeBench.joined()
        bench.change { edge, now, _ in edge.fabricConnected(at: now) }
        bench.run(500)
        #expect(bench.takeWords() == ["\(bench.owner): since 5 10"])
    }

    @Test func aLaterEpochBeginsOnAllLoopsWithMembers() {
        var bench = EdgeBench.joined()
        bench.joinNow(2, on: 1, at: 10)
        let later = bench.epoch(6, of: bench.owners[1])
        bench.beginEpoch(later, at: 9)
        #expect(bench.takeTold() == ["0: epoch at 9: snapshot", "1: epoch at 9: snapshot"])
        #expect(bench.takeWords() == ["\(bench.owners[1]): open 6"])
        bench.publish(later, 10)
        #expect(bench.takeTold() == ["0: 10 e10", "1: 10 e10"], "also before there is a link")
        bench.open(later, at: 10)
        #expect(bench.takeItems() == ["reopen 1 after 1", "reopen 2 after 1", "reopened"])
        bench.beginEpoch(later, at: 9)
        #expect(bench.takeTold() == [] && bench.takeWords() == [])
    }

    @Test func anOpeningThatWasLostIsAskedFor() {
        var bench = EdgeBench.joined()
        let later = bench.epoch(6, of: bench.owners[1])
        bench.publish(later, 11)
        #expect(bench.takeTold() == [], "members have not heard of the epoch")
        #expect(bench.takeWords() == ["\(bench.owners[1]): open 6"])
        bench.open(later, at: 11)
        #expect(bench.takeWords() == ["\(bench.owners[1]): since 6 nothing"])
        bench.beginEpoch(later, at: 11)
        #expect(bench.takeTold() == ["0: epoch at 11: snapshot"])
        bench.run(1_000)
        #expect(bench.takeWords() == [])
    }

    @Test(arguments: [false, true])
    func eventsThatWereMissingInAnEarlierEpochAreNotAskedFor(isOpenedFirst: Bool) {
        var bench = EdgeBench.joined()
        bench.hear(.refused(room: EdgeBench.room, nonce: bench.nonce, .notReady, reason: "the link has ended"))
        bench.publish(bench.epoch(5), 13)
        let later = bench.epoch(6, of: bench.owners[1])
        if isOpenedFirst { bench.open(later, at: 3) }
        bench.beginEpoch(later, at: 3)
        if !isOpenedFirst { bench.open(later, at: 3) }
        #expect(bench.takeTold() == ["0: epoch at 3: snapshot"])
        bench.forgetOutput()
        bench.run(1_000)
        #expect(bench.takeWords() == [])
    }

    @Test func earlierEpochsAreDropped() {
        var bench = EdgeBench.joined()
        bench.beginEpoch(bench.epoch(6, of: bench.owners[1]), at: 10)
        bench.forgetOutput()
        bench.publish(bench.epoch(5), 11)
        bench.beginEpoch(bench.epoch(5), at: 12)
        bench.hear(.tail(room: EdgeBench.room, bench.epoch(5), sequence: 20, offset: nil, valid: bench.valid))
        bench.hear(.moved(room: EdgeBench.room, owner: bench.owners[0], epoch: 5))
        bench.open(bench.epoch(5), at: 12)
        #expect(bench.takeTold() == [] && bench.takeWords() == [] && bench.takeItems() == [])
    }

    @Test func wordsOfALeaseThatHasEndedAreDropped() {
        var bench = EdgeBench.joined()
        let (room, epoch, late) = (EdgeBench.room, bench.epoch(5), bench.now.advanced(byMilliseconds: -200))
        bench.publish(epoch, 11, valid: late)
        bench.hear(.tail(room: room, epoch, sequence: 20, offset: nil, valid: late))
        let later = bench.epoch(6, of: bench.owners[1])
        bench.hear(.opening(room: room, later, sequence: 10, snapshot: [], valid: late), from: later.owner)
        #expect(bench.takeTold() == [] && bench.takeWords() == [])
        bench.publish(epoch, 11, valid: bench.now.advanced(byMilliseconds: -100))
        #expect(bench.takeTold() == ["0: 11 e11"], "within the tolerance")
    }

    @Test func anOldAnswerOpensNoLink() {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1))
        let key = LinkKey(room: EdgeBench.room, epoch: bench.epoch(5), nonce: bench.nonce)
        bench.hear(.opened(key, sequence: 3, valid: bench.now.advanced(byMilliseconds: -200)))
        #expect(bench.edge.statuses[0].owner == nil)
    }

    @Test func onlyTheOwnerOfAnEpochSpeaksForIt() {
        var bench = EdgeBench.joined()
        bench.publish(bench.epoch(5), 11, from: bench.owners[1])
        #expect(bench.takeTold() == [])
    }

    @Test func aRoomWithoutMembersSkipsWhatItMissed() {
        var bench = EdgeBench()
        bench.send(EdgeBench.join(1))
        bench.open(bench.epoch(5), at: 10)
        bench.sendDown(.reached(Sequence(20)), EdgeBench.granted(1, at: 20))
        #expect(bench.takeTold() == ["0: granted 1 at 20: welcome"])
        bench.publish(bench.epoch(5), 19, count: 3)
        #expect(bench.takeTold() == ["0: 21 e21"])
        bench.run(500)
        #expect(bench.takeWords() == ["\(bench.owner): open 0"], "nothing is asked for")
    }
}
