import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Rooms that a node hands over to another one.
@Suite struct HandOverTests {
    private func jump(_ page: Int64) -> Request { .jump(PageIndex(page), animated: false) }

    @Test func aRoomAtRestIsReadyAtOnce() {
        var node = ServerFixture.hosting()
        node.prepareHandOver()
        node.prepareHandOver(isForced: true)
        #expect(node.takeWords() == ["ready"], "it says so once")
    }

    @Test func requestsWaitAndGoToTheNextOwnerInOrder() {
        var node = ServerFixture.hosting()
        node.join(2, on: 0, role: .member, knowsEpochs: true)
        node.pass(node.foreignJoin(7))
        node.commit()
        node.toCluster = []
        let sequence = node.room?.sequence
        node.prepareHandOver()
        node.ask(2, jump(4), from: 1, on: 0)
        node.join(3, on: 0)
        node.close(2, on: 0)
        node.pass(.request(room: node.name, MemberID(3), node.foreign(7), RequestID(2), jump(5), nil))
        node.send(.pages(RequestID(3), from: PageIndex(0), count: 1), from: 1, on: 0)
        #expect(node.room?.sequence == sequence && node.takeWords() == ["ready"])
        node.command(.unhost(room: node.name, .handedOver))
        #expect(
            node.takeWords()
                == ["seats [\"0-1\", \"0-2\"]", "request 2 of 0-1", "join 0-3", "left 0-2", "pages 3 of 0-1"],
            "other nodes send theirs again themselves")
        #expect(node.room == nil && node.endings.isEmpty && node.sent.isEmpty)
        node.ask(4, jump(6), from: 1, on: 0)
        #expect(node.takeWords() == ["request 4 of 0-1"])
    }

    @Test func theNextOwnerIsToldOfEachConnection() throws {
        var node = ServerFixture.hosting(2)
        node.join(2, on: 1, offsets: .frames, role: .member, knowsEpochs: true)
        node.commit()
        node.ask(5, jump(4), from: 1, on: 0)
        node.commit()
        node.toCluster = []
        node.prepareHandOver()
        node.command(.unhost(room: node.name, .handedOver))
        guard case .seats(_, let seats)? = node.toCluster.last else {
            Issue.record("expected seats")
            return
        }
        #expect(seats.map(\.address) == [Address(loop: 0, peer: PeerID(1)), Address(loop: 1, peer: PeerID(2))])
        #expect(seats.map(\.session) == [Session("secret-0-1"), Session("secret-1-2")])
        #expect(seats.map(\.connection) == [ConnectionKey("node-0-1"), ConnectionKey("node-1-2")])
        #expect(seats.map(\.offsets) == [.keyframes, .frames])
        #expect(seats.map(\.answered) == [RequestID(5), RequestID(0)])
    }

    @Test func itWaitsForTheCommitOfEveryRecord() {
        var node = ServerFixture.hosting()
        node.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        node.tick(at: 5_000)
        node.commit()
        node.ask(3, jump(7), from: 1, on: 0)
        node.prepareHandOver(isForced: true)
        #expect(node.toCluster.isEmpty)
        node.commit()
        #expect(node.said(to: 1, on: 0).words.last == "ack 3" && node.takeWords() == ["ready"])
    }

    /// The commit of a record behind which nothing waits must not pass unseen.
    @Test func itWaitsForACommitThatNobodyElseWaitsFor() throws {
        var node = ServerFixture.hosting()
        node.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        let number = try #require(node.records.last?.number)
        node.prepareHandOver(isForced: true)
        #expect(node.toCluster.isEmpty && node.cores[0].hosted[node.name]?.waitingCount == 0)
        let left = node.markCommittedIfIdle(number)
        #expect(left == [node.name: number])
        node.handle(.committed(left), on: 0)
        #expect(node.takeWords() == ["ready"])
    }

    @Test func itWaitsForAnAnimationUnlessItIsForced() {
        for isForced in [false, true] {
            var node = ServerFixture.hosting()
            node.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
            node.commit()
            node.prepareHandOver()
            #expect(node.toCluster.isEmpty)
            if isForced { node.prepareHandOver(isForced: true) } else { node.tick(at: 5_000) }
            #expect(node.takeWords() == ["ready"])
        }
    }

    @Test func aDragGoesOnToItsEnd() {
        var node = ServerFixture.hosting()
        node.ask(2, .dragBegan(DragID(1), viewport: nil), from: 1, on: 0)
        node.prepareHandOver()
        node.ask(nil, .dragMoved(DragID(1), by: Distance(units: 9_000)), from: 1, on: 0)
        node.ask(3, .dragEnded(DragID(1), by: Distance(units: 9_000), velocity: .zero), from: 1, on: 0)
        #expect(node.said(to: 1, on: 0).words.last == "ack 3" && node.toCluster.isEmpty)
        node.ask(4, .dragBegan(DragID(2), viewport: nil), from: 1, on: 0)
        node.tick(at: 5_000)
        node.commit()
        #expect(node.room?.pager.phase.name == .idle && node.takeWords() == ["ready"], "the next drag waits")
    }

    @Test func aForcedHandOverDoesNotWaitForADrag() {
        var node = ServerFixture.hosting()
        node.ask(2, .dragBegan(DragID(1), viewport: nil), from: 1, on: 0)
        node.prepareHandOver(isForced: true)
        #expect(node.takeWords() == ["ready"])
        node.ask(nil, .dragMoved(DragID(1), by: Distance(units: 9_000)), from: 1, on: 0)
        #expect(node.sent.isEmpty)
    }

    @Test func aRoomThatIsSilentIsReadyWhenItSpeaks() {
        var node = ServerFixture.hosting()
        node.hold()
        node.prepareHandOver(isForced: true)
        #expect(node.toCluster.isEmpty)
        node.speak()
        #expect(node.takeWords() == ["ready"])
    }

    /// The store may have another owner by then.
    @Test func nothingHappensInARoomThatIsReady() {
        var node = ServerFixture.hosting()
        node.join(2, on: 0)
        node.commit()
        node.close(2, on: 0)
        node.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        node.commit()
        node.prepareHandOver(isForced: true)
        let (sequence, records) = (node.room?.sequence, node.records.count)
        #expect(node.operate(.kick(MemberID(1))) == .moving)
        for moment in [1_000, 20_000] as [Int64] { node.tick(at: moment) }
        #expect(node.room?.sequence == sequence && node.records.count == records && node.sent.isEmpty)
    }

    @Test func afterAFailureTheRoomGoesOn() {
        var node = ServerFixture.hosting()
        node.join(2, on: 0, role: .member)
        node.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        node.commit()
        node.prepareHandOver(isForced: true)
        node.close(2, on: 0)
        node.join(3, on: 0)
        node.ask(4, .blank(true), from: 1, on: 0)
        node.tick(at: 5_000)
        #expect(node.room?.pager.phase.name == .settling)
        node.toCluster = []
        node.command(.started(room: node.name))
        node.commit()
        #expect(node.room?.members.map(\.isAway) == [false, true, false])
        node.ask(5, .blank(false), from: 1, on: 0)
        #expect(node.said(to: 1, on: 0).words.last == "ack 5")
        node.prepareHandOver(isForced: true)
        #expect(node.takeWords() == ["ready"], "it may be tried again")
    }

    @Test func aRoomOnDemandIsNotRemovedWhileItIsHandedOver() {
        var node = ServerFixture.node { $0.emptyRoomMilliseconds = 100 }
        node.host(isOnDemand: true)
        node.pass(.drawn(room: node.name, []))
        node.prepareHandOver()
        node.toCluster = []
        for moment in [100, 200] as [Int64] { node.tick(at: moment) }
        #expect(node.room != nil, "it waits for the commit of its first record")
        node.commit()
        #expect(node.takeWords() == ["ready"])
        node.tick(at: 300)
        #expect(node.room != nil)
        node.command(.started(room: node.name))
        node.tick(at: 300)
        #expect(node.takeWords() == ["gone"])
    }

    @Test func whatWaitsForARoomThatAnOperatorClosesGoesOn() {
        var node = ServerFixture.hosting()
        node.ask(2, .dragBegan(DragID(1), viewport: nil), from: 1, on: 0)
        node.ask(3, .dragEnded(DragID(1), by: Distance(units: 90_000), velocity: .zero), from: 1, on: 0)
        node.prepareHandOver()
        node.join(2, on: 0)
        #expect(node.operate(.close) == .done)
        #expect(node.takeWords() == ["gone", "join 0-2", "left 0-1"] && node.endings.map(\.code) == [.roomClosed])
    }

    @Test func whatWaitsForARoomThatIsRemovedWhileItStartsGoesOn() {
        var node = ServerFixture.node()
        node.command(.host(node.spec(), Epoch("first"), after: .none))
        node.join(1, on: 0)
        node.speak()
        node.toCluster = []
        #expect(node.operate(.close) == .done)
        #expect(node.takeWords() == ["gone", "join 0-1"])
    }

    @Test func aRoomWhoseHandOverFailedWakesUpAgain() {
        var node = ServerFixture.hosting()
        node.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        node.commit()
        node.prepareHandOver(isForced: true)
        node.tick(at: 5_000)
        node.command(.started(room: node.name))
        #expect(node.room?.pager.phase.name == .settling)
        node.tick(at: 5_000)
        #expect(node.room?.pager.phase.name == .idle)
    }

    /// They are too large.
    @Test func filesOfPresentersDoNotWait() {
        var node = ServerFixture.hosting()
        node.prepareHandOver()
        node.send(.asset(RequestID(2), RoomAssetsTests.asset(1)), from: 1, on: 0)
        #expect(node.said(to: 1, on: 0).words == ["rate 2"])
        node.send(.getAsset(RequestID(3), RoomAssetsTests.name(1)), from: 1, on: 0)
        #expect(node.sent.isEmpty, "a question waits")
    }

    @Test func requestsThatWaitAreLimited() {
        var node = ServerFixture.hosting { $0.limits.objectsPerSecond = 1_000_000 }
        node.pass(node.foreignJoin(7))
        node.commit()
        node.prepareHandOver()
        let limit = Int64(RoomTransitions.waitingLimit)
        for id in 1...limit { node.ask(id + 1, .blank(true), from: 1, on: 0) }
        #expect(node.sent.isEmpty)
        node.ask(limit + 2, .blank(true), from: 1, on: 0)
        #expect(node.said(to: 1, on: 0).words == ["rate \(limit + 2)"])
        node.ask(nil, .dragMoved(DragID(1), by: .zero), from: 1, on: 0)
        #expect(node.sent.isEmpty)
        node.send(.pages(RequestID(limit + 3), from: PageIndex(0), count: 1), from: 1, on: 0)
        #expect(node.said(to: 1, on: 0).words == ["rate \(limit + 3)"])
        node.toCluster = []
        node.pass(
            .request(room: node.name, MemberID(2), node.foreign(7), RequestID(9), .blank(true), nil),
            .sideRequest(
                room: node.name, MemberID(2), node.foreign(7), RequestID(10), .pages(from: PageIndex(0), count: 1)))
        #expect(node.takeWords() == ["reply 7 to 9", "pages 7 to 10"])
        node.join(2, on: 0)
        node.command(.unhost(room: node.name, .handedOver))
        #expect(node.toCluster.count == Int(limit) + 2 && node.toCluster.last?.isJoin == true)
    }
}
