import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Rooms of a cluster that begin on a loop, and messages to rooms that this loop does not host.
@Suite struct RoomHostingTests {
    @Test func messagesToARoomElsewhereGoOnToTheClusterLoop() {
        var node = ServerFixture.node(2)
        #expect(node.cores.allSatisfy { $0.roomStatuses.isEmpty }, "no room begins by itself")
        #expect(node.join(1, on: 1).isEmpty && node.join(2, on: 0, room: "another").isEmpty)
        #expect(node.takeWords() == ["join 1-1", "join 0-2"])
        node.close(1, on: 1)
        node.carry()
        #expect(node.takeWords() == ["withdrawn 1-1"])
        let address = Address(loop: 1, peer: PeerID(1))
        node.handle(
            .messages([.drawn(room: node.name, []), .resync(room: node.name, address)]), on: 0)
        #expect(node.takeWords() == ["drawn []", "resync 1-1"])
        #expect(node.endings.isEmpty)
    }

    @Test func aRoomThatBeginsSaysNothingBeforeItSpeaks() {
        var node = ServerFixture.node(2)
        node.command(.host(node.spec(), Epoch("first"), after: .none))
        #expect(node.takeWords() == ["hosted"])
        node.command(.started(room: node.name))
        node.pass(node.foreignJoin(7))
        node.commit()
        #expect(node.join(1, on: 1, knowsEpochs: true).isEmpty)
        node.commit()
        #expect(node.toCluster.isEmpty && node.messages.isEmpty && node.sent.isEmpty)
        node.speak()
        #expect(node.takeWords() == ["opening at 0", "published 1 from 1", "granted 7 at 1", "published 1 from 2"])
        #expect(node.messages.map { "\($0.message.word), loop \($0.to)" }.first == "opening at 0, loop 1")
        node.carry()
        #expect(node.said(to: 1, on: 1).words == ["welcome", "snapshot 2"])
        node.hold()
        node.speak()
        #expect(node.toCluster.isEmpty, "the epoch begins once")
    }

    /// Of a connection at another node its address is known, and not whether it has joined.
    @Test func aWithdrawalFromAnotherNodeAlsoEndsAMember() {
        var node = ServerFixture.hosting()
        var count: Int? { node.cores[0].hosted[node.name]?.connections.count }
        node.pass(node.foreignJoin(7))
        node.commit()
        #expect(count == 2)
        node.pass(.withdrawn(room: node.name, node.foreign(7)))
        #expect(count == 1)
        node.pass(.withdrawn(room: node.name, Address(loop: 0, peer: PeerID(1))))
        #expect(count == 1)
    }

    /// The opening is the room as it was loaded; what happened since then follows it.
    @Test func theOpeningComesBeforeWhatWasHeld() {
        var node = ServerFixture.hosting()
        let sum = node.recordSum
        node.command(.unhost(room: node.name, .lost))
        node.toCluster = []
        node.command(.host(node.spec(persisted: sum), Epoch("second"), after: RecordNumber(9)))
        node.pass(node.foreignJoin(7))
        node.commit()
        node.command(.started(room: node.name), .speak(room: node.name))
        let words = node.takeWords()
        #expect(words == ["hosted", "opening at 1", "published 1 from 2", "granted 7 at 2"])
        #expect(node.records.last?.number == RecordNumber(10) && node.records.last?.epoch == Epoch("second"))
    }

    @Test func membersHereGoOnWithTheOpening() {
        var node = ServerFixture.hosting()
        node.prepareHandOver()
        node.command(.unhost(room: node.name, .handedOver))
        node.command(.host(node.spec(persisted: node.recordSum), Epoch("second"), after: RecordNumber(9)))
        node.pass(node.reopening(1, session: "secret-0-1"))
        node.command(.started(room: node.name), .speak(room: node.name))
        #expect(node.said(to: 1, on: 0).words == ["snapshot 1", "2"])
        #expect(node.said(to: 1, on: 0).first?.snapshot?.epoch == Epoch("second"))
        node.ask(2, .jump(PageIndex(3), animated: false), from: 1, on: 0)
        node.commit()
        #expect(node.said(to: 1, on: 0).words.last == "ack 2" && node.endings.isEmpty)
    }

    @Test func messagesFromHereWaitWhileTheClusterLoopPassesOlderOnes() {
        var node = ServerFixture.hosting()
        node.join(2, on: 0, role: .member, knowsEpochs: true)
        node.commit()
        node.prepareHandOver()
        node.command(.unhost(room: node.name, .handedOver))
        node.command(.host(node.spec(persisted: node.recordSum), Epoch("second"), after: RecordNumber(9)))
        node.command(.speak(room: node.name))
        node.ask(3, .jump(PageIndex(5), animated: false), from: 1, on: 0)
        node.close(2, on: 0)
        let address = Address(loop: 0, peer: PeerID(1))
        let older = LoopMessage.request(
            room: node.name, MemberID(1), address, RequestID(2), .jump(PageIndex(3), animated: false), nil)
        node.pass(
            node.reopening(1, session: "secret-0-1"), node.reopening(2, session: "secret-0-2"), older)
        #expect(node.room?.pager.settled == PageIndex(3))
        #expect(node.room?.members.allSatisfy { !$0.isAway } == true, "connection 2 is open until its end is handled")
        node.command(.started(room: node.name))
        #expect(node.room?.pager.settled == PageIndex(5))
        #expect(node.room?.members.map(\.isAway) == [false, true])
        node.commit()
        #expect(node.said(to: 1, on: 0).words.filter { $0.hasPrefix("ack") } == ["ack 2", "ack 3"])
    }

    @Test func aJoinThatIsWithdrawnWhileTheRoomStartsLeavesNobody() {
        var node = ServerFixture.node()
        node.command(.host(node.spec(), Epoch("first"), after: .none), .speak(room: node.name))
        node.join(1, on: 0)
        node.close(1, on: 0)
        #expect(node.room?.population == 0)
        node.command(.started(room: node.name))
        #expect(node.room?.members.map(\.isAway) == [true] && node.cores[0].hosted[node.name]?.connections.count == 0)
    }

    @Test func membersOfOtherNodesGetOnePublication() {
        var node = ServerFixture.hosting()
        for peer in UInt64(1)...3 { node.pass(node.foreignJoin(peer)) }
        node.commit()
        node.toCluster = []
        node.ask(2, .blank(true), from: 1, on: 0)
        #expect(node.takeWords() == ["published 1 from 5"])
        node.pass(.left(room: node.name, MemberID(2), node.foreign(1), politely: false))
        #expect(node.takeWords() == ["published 1 from 6"])
    }

    @Test func theClusterLoopFollowsARoomWithoutMembersThere() {
        var node = ServerFixture.hosting()
        node.command(.follow(room: node.name, true), .follow(room: node.name, true))
        node.pass(.resync(room: node.name, node.foreign(0)))
        node.ask(2, .blank(true), from: 1, on: 0)
        #expect(node.takeWords() == ["reset 0 at 1", "published 1 from 2"])
        node.command(.follow(room: node.name, false))
        node.ask(3, .blank(false), from: 1, on: 0)
        #expect(node.toCluster.isEmpty)
    }

    /// The cluster loop would miss an event otherwise.
    @Test func aConnectionThatIsOpenedAgainHearsOfItsOwnReturn() {
        var node = ServerFixture.hosting()
        node.command(.unhost(room: node.name, .lost))
        node.host(node.recordSum, epoch: "second")
        node.open(5, on: 0)
        node.toCluster = []
        let address = node.foreign(5)
        let request = ReopenRequest(
            address: address, connection: ConnectionKey("other-5"), session: Session("secret-0-1"), offsets: .none,
            answered: RequestID(1))
        node.pass(.reopen(room: node.name, request))
        #expect(node.takeWords() == ["published 1 from 2"])
    }

    @Test func aMemberThatWasAwayTooLongIsNotOpenedAgain() {
        var node = ServerFixture.hosting()
        node.command(.unhost(room: node.name, .lost))
        node.host(node.recordSum, epoch: "second")
        node.open(5, on: 0)
        node.milliseconds = 20_000
        node.pass(node.reopening(5, session: "secret-0-1"))
        #expect(node.endings.map(\.peer).suffix(1) == [5] && node.cores[0].hosted[node.name]?.connections.count == 0)
        #expect(node.room?.population == 0)
    }

    @Test func requestsOfOtherNodesAreAnsweredByName() {
        var node = ServerFixture.hosting()
        node.pass(node.foreignJoin(7, role: .presenter))
        node.commit()
        #expect(node.toCluster.contains { $0.word == "granted 7 at 2" })
        guard case .joinGranted(_, let granted)? = node.toCluster.first(where: { $0.word.hasPrefix("granted") }) else {
            Issue.record("expected a grant")
            return
        }
        #expect(granted.session == Session("foreign-7"))
        node.toCluster = []
        node.pass(
            .request(room: node.name, MemberID(2), node.foreign(7), RequestID(5), .blank(true), nil),
            .sideRequest(
                room: node.name, MemberID(2), node.foreign(7), RequestID(6), .pages(from: PageIndex(0), count: 1)))
        #expect(node.takeWords() == ["published 1 from 3", "reply 7 to 5", "pages 7 to 6"])
        node.pass(.request(room: node.name, MemberID(2), node.foreign(7), RequestID(7), .lock(true), nil))
        node.pass(
            .sideRequest(
                room: node.name, MemberID(2), node.foreign(7), RequestID(8), .pages(from: PageIndex(0), count: 1)))
        #expect(node.takeWords().isEmpty)
        node.commit()
        #expect(node.takeWords() == ["published 1 from 4", "reply 7 to 7", "pages 7 to 8"])
    }

    @Test func recordsNameTheConnectionOfARequest() {
        var node = ServerFixture.hosting()
        node.ask(2, .jump(PageIndex(3), animated: false), from: 1, on: 0)
        #expect(node.records.last?.record.done[MemberID(1)]?.connection == ConnectionKey("node-0-1"))
    }

    @Test func aCommitOfAnEarlierLifeOfTheRoomCountsNot() {
        var node = ServerFixture.hosting()
        let earlier = node.records.last?.number ?? .none
        node.command(.unhost(room: node.name, .lost))
        node.host(node.recordSum, epoch: "second")
        #expect(node.join(2, on: 0).isEmpty)
        node.handle(.committed([node.name: earlier]), on: 0)
        #expect(node.said(to: 2, on: 0).isEmpty && node.records.last?.number == earlier.next)
        node.commit()
        #expect(node.said(to: 2, on: 0).words.first == "welcome")
    }

    @Test func aRoomOnDemandThatIsRemovedIsReportedToTheClusterLoop() {
        var node = ServerFixture.node { $0.emptyRoomMilliseconds = 100 }
        node.host(isOnDemand: true)
        node.toCluster = []
        node.tick(at: 100)
        #expect(node.takeWords() == ["gone"] && node.forgotten == [node.name])
        node.command(.unhost(room: node.name, .lost))
        #expect(node.takeWords() == ["seats []"], "a question about a room that is gone is answered")
        node.join(1, on: 0)
        node.pass(node.foreignJoin(7), .left(room: node.name, MemberID(1), node.foreign(8), politely: true))
        #expect(node.takeWords() == ["join 0-1", "join 1-7"])
    }
}
