import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Many who come, go and follow at the same time, beside others.
@Suite struct AudienceTests {
    @Test func leavesInOneTurnArePublishedTogether() {
        var loops = ServerFixture(1)
        for peer in UInt64(1)...6 { loops.join(peer, on: 0) }
        loops.handle((3...6).map { .closed(PeerID($0)) }, on: 0)
        #expect(loops.sent.map(\.peers) == [[1, 2]])
        #expect(loops.sent.map(\.objects.words) == [["7", "8", "9", "10"]])
    }

    @Test func joinsInOneTurnArePublishedTogether() {
        var loops = ServerFixture(1)
        loops.join(1, on: 0)
        for peer in UInt64(2)...4 { loops.open(peer, on: 0) }
        loops.handle(
            (2...4).map { .received(PeerID($0), [.success(.join(RequestID(1), Join(role: .viewer)))]) }, on: 0)
        #expect(loops.said(to: 1, on: 0).words == ["2", "3", "4"])
        #expect(loops.said(to: 2, on: 0).words == ["welcome", "snapshot 2", "3", "4"])
        #expect(loops.said(to: 4, on: 0).words == ["welcome", "snapshot 4"])
        #expect(loops.sent.count == 4)
    }

    /// Five readers, two at once.
    private func crowd() -> ServerFixture {
        var loops = ServerFixture(1) { $0.budget.subscribersPerTurn = 2 }
        for peer in UInt64(1)...5 { loops.join(peer, on: 0) }
        loops.tick(at: 10)
        loops.tick(at: 10)
        loops.tick(at: 10)
        loops.milliseconds = 100
        return loops
    }

    @Test func aLargeRoomIsServedAFewSubscribersAtATime() {
        var loops = crowd()
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 5, on: 0)
        #expect(loops.sent.flatMap(\.peers) == [1, 2])
        #expect(loops.cores[0].nextDeadline == Instant(milliseconds: 100), "the others at once")
        loops.tick(at: 100)
        #expect(loops.sent.flatMap(\.peers) == [3, 4])
        loops.tick(at: 100)
        #expect(loops.said(to: 5, on: 0).words == ["6", "7", "ack 2"])
        #expect(loops.sent.flatMap(\.peers) == [5])
        #expect(loops.cores[0].nextDeadline.map { $0 > Instant(milliseconds: 100) } == true)
    }

    @Test func eventsOfTheMeantimeGoOutWithTheRest() {
        var loops = crowd()
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 5, on: 0)
        loops.ask(3, .jump(PageIndex(5), animated: false), from: 5, on: 0)
        #expect(loops.sent.isEmpty, "a room whose readers wait has its next turn by the clock")
        loops.tick(at: 100)
        let late = loops.said(to: 3, on: 0).words
        #expect(late.starts(with: ["6", "7", "8"]))
        loops.tick(at: 100)
        #expect(loops.sent.flatMap(\.peers) == [5, 1])
        loops.tick(at: 100)
        #expect(loops.sent.flatMap(\.peers) == [2])
        #expect(["6", "7"] + loops.said(to: 2, on: 0).words == late)
    }

    /// The last subscriber takes the index of a removed one that may have been served.
    @Test func noSubscriberIsSkippedWhenOneLeavesMeanwhile() {
        var loops = crowd()
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 2, on: 0)
        var heard = Set(loops.sent.flatMap(\.peers))
        loops.close(1, on: 0)
        for _ in 1...4 {
            loops.tick(at: 100)
            for message in loops.sent where message.objects.words.contains("7") { heard.formUnion(message.peers) }
        }
        #expect(heard == [1, 2, 3, 4, 5])
        #expect(loops.cores[0].relays.lateRooms.isEmpty)
    }

    /// Five readers, who are a crowd; nobody of them waits for news.
    private func gathering(ringFrames: Int = 1_024, idlersAtOnce: Int = 32) -> ServerFixture {
        var loops = ServerFixture(1) {
            $0.budget.crowdSubscribers = 3
            $0.budget.crowdSpacingMilliseconds = 200
            $0.budget.idleSubscribersPerTurn = idlersAtOnce
            $0.ringFrames = ringFrames
        }
        for peer in UInt64(1)...5 { loops.join(peer, on: 0, role: .member) }
        for moment in Int64(290)...300 { loops.tick(at: moment) }
        loops.milliseconds = 300
        return loops
    }

    @Test func aCrowdIsToldOfJoinsAndLeavesInBatches() {
        var loops = gathering()
        loops.close(5, on: 0)
        #expect(loops.sent.isEmpty)
        #expect(loops.join(6, on: 0, role: .member).words == ["welcome", "snapshot 7"], "who comes is told at once")
        #expect(loops.cores[0].nextDeadline == Instant(milliseconds: 500))
        loops.tick(at: 499)
        #expect(loops.sent.isEmpty)
        loops.tick(at: 500)
        #expect(loops.sent.map(\.peers) == [[1, 2, 3, 4]])
        #expect(loops.sent.map(\.objects.words) == [["6", "7"]])
    }

    @Test func aLargeCrowdIsServedAFewSubscribersAMillisecond() {
        var loops = gathering(idlersAtOnce: 2)
        loops.close(5, on: 0)
        loops.tick(at: 500)
        loops.milliseconds = 500
        #expect(loops.sent.map(\.peers) == [[1, 2]])
        #expect(loops.join(6, on: 0, role: .member).words == ["welcome", "snapshot 7"], "who comes does not wait")
        #expect(loops.cores[0].nextDeadline == Instant(milliseconds: 501))
        loops.tick(at: 501)
        #expect(loops.sent.map(\.peers) == [[3, 4]])
        #expect(loops.sent.map(\.objects.words) == [["6"]], "not what has happened since")
        loops.tick(at: 502)
        #expect(loops.sent.isEmpty)
    }

    /// In one turn a subscriber is answered and takes the index of another that is removed.
    @Test func anAnswerReachesASubscriberThatMoved() {
        var loops = gathering()
        loops.handle(
            [.received(PeerID(5), [.success(.ping(RequestID(9)))]), .closed(PeerID(1))], on: 0)
        #expect(loops.said(to: 5, on: 0).words == ["6", "pong 9"])
    }

    @Test func movementDoesNotWaitForTheRestOfTheCrowd() {
        var loops = gathering(idlersAtOnce: 1)
        loops.close(5, on: 0)
        loops.tick(at: 500)
        loops.milliseconds = 500
        loops.ask(2, .jump(PageIndex(5), animated: false), from: 1, on: 0)
        #expect(Set(loops.sent.flatMap(\.peers)) == [1, 2, 3, 4])
        #expect(loops.said(to: 4, on: 0).words.starts(with: ["6", "7"]))
        #expect(loops.said(to: 2, on: 0).words.first != "5")
    }

    @Test func movementReleasesWaitingEvents() {
        var loops = gathering()
        loops.close(5, on: 0)
        loops.ask(2, .jump(PageIndex(5), animated: false), from: 1, on: 0)
        let heard = loops.said(to: 2, on: 0).words
        #expect(heard.first == "6" && heard.count > 1)
        #expect(loops.said(to: 1, on: 0).words.starts(with: heard))
        loops.tick(at: 500)
        #expect(loops.sent.isEmpty)
    }

    /// Waiting events must not overrun the ring of subscribers that wait.
    @Test func joinsThatWouldOverrunTheRingAreReleasedAtOnce() {
        var loops = gathering(ringFrames: 16)
        for peer in UInt64(6)...9 { loops.join(peer, on: 0, role: .member) }
        loops.handle([.closed(PeerID(9))], on: 0)
        #expect(loops.said(to: 1, on: 0).words == ["6", "7", "8", "9", "10"])
    }

    @Test func newMembersWithTheSamePictureShareItsBytes() throws {
        var room = Room(
            name: "talk", epoch: Epoch("life"), supplier: .numbers, configuration: Configuration(.threePage),
            now: Instant(milliseconds: 0))
        var said: [RoomEffect] = []
        func seen() -> Snapshot {
            let replica = room.snapshot(at: Instant(milliseconds: 0))
            return Snapshot(
                epoch: room.epoch, now: Instant(milliseconds: 0), replica: replica, digest: replica.digest)
        }
        var catchUps = CatchUpCache()
        var made = 0
        func take() -> Frame {
            catchUps.frame(of: seen()) { _ in
                made += 1
                return [UInt8(made)]
            }
        }
        #expect([take(), take(), take()] == [[1], [1], [1]])
        _ = room.join(name: nil, role: .member, session: Session("s"), at: Instant(milliseconds: 0), into: &said)
        #expect([take(), take()] == [[2], [2]])
        catchUps.removeAll()
        #expect(take() == [3], "another moment")
    }

    @Test func membersThatMissedTheSameShareItsBytes() {
        var ring = FrameRing(capacity: 4, after: Sequence(0))
        for byte in UInt8(65)...67 { ring.append([byte]) }
        var catchUps = CatchUpCache()
        let line = UInt8(ascii: "\n")
        #expect(catchUps.missed(in: "talk", after: Sequence(1), of: ring) == [66, line, 67])
        #expect(catchUps.missed(in: "talk", after: Sequence(2), of: ring) == [67])
        #expect(catchUps.missed(in: "talk", after: Sequence(1), of: ring) == [66, line, 67])
        ring.append([68])
        #expect(catchUps.missed(in: "talk", after: Sequence(2), of: ring) == [67, line, 68])
        #expect(catchUps.missed(in: "talk", after: Sequence(4), of: ring).isEmpty)
    }
}
