import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// The limits against connections that misbehave.
@Suite struct ServerLimitTests {
    private func garbage(_ id: Int64?) -> Result<ClientMessage, Malformed> {
        .failure(Malformed(id: id.map(RequestID.init), refusal: Refusal(.badRequest, "byte 1: no object")))
    }

    @Test func anUnknownRoomIsRefusedAtOnce() {
        var loops = ServerFixture()
        loops.open(1, on: 0, room: "nowhere")
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 1, code: .noSuchRoom)])
        loops.send(.join(RequestID(1), Join()), from: 1, on: 0)
        #expect(loops.sent.isEmpty)
        loops.close(1, on: 0)
        #expect(loops.cores[0].connectionCount == 0)
    }

    @Test func moreThanTheRateIsRefusedAndNotDone() {
        var loops = ServerFixture { $0.limits.objectsPerSecond = 10 }
        loops.join(1, on: 0)
        for id in Int64(2)...12 { loops.send(.ping(RequestID(id)), from: 1, on: 0) }
        #expect(loops.said(to: 1, on: 0).words == ["rate 12"])
        loops.ask(13, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        #expect(loops.said(to: 1, on: 0).words == ["rate 13"])
        loops.milliseconds = 100
        loops.ask(14, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        #expect(loops.said(to: 1, on: 0).words == ["2", "3", "ack 14"], "one object in a tenth of a second")
        #expect(loops.endings.isEmpty)
    }

    @Test func tooManyObjectsBeyondTheRateEndAConnection() {
        var loops = ServerFixture(1) { $0.limits.objectsPerSecond = 10 }
        for peer in UInt64(1)...2 {
            loops.join(peer, on: 0)
            for id in Int64(2)...10 { loops.send(.ping(RequestID(id)), from: peer, on: 0) }
        }
        for id in Int64(11)...19 { loops.send(.ping(RequestID(id)), from: 1, on: 0) }
        for _ in 1...9 { loops.send(.drawn(Sequence(1), Digest(value: 0)), from: 2, on: 0) }
        #expect(loops.endings.isEmpty)
        loops.send(.ping(RequestID(20)), from: 1, on: 0)
        #expect(loops.said(to: 1, on: 0).words == ["rate 20"])
        loops.send(.drawn(Sequence(1), Digest(value: 0)), from: 2, on: 0)
        #expect(loops.sent.isEmpty, "it has no id, so it gets no answer")
        #expect(loops.endings.map(\.peer) == [1, 2] && loops.endings.allSatisfy { $0.code == .rate })
    }

    @Test func someObjectsBeyondTheRateEndNoConnection() {
        var loops = ServerFixture(1) { $0.limits.objectsPerSecond = 10 }
        loops.join(1, on: 0)
        for second in Int64(1)...30 {
            loops.milliseconds = second * 1_200
            for id in 0..<11 { loops.send(.ping(RequestID(second * 100 + Int64(id))), from: 1, on: 0) }
        }
        #expect(loops.endings.isEmpty, "nine within ten seconds")
    }

    @Test(arguments: [0, 1]) func fewRequestsForPagesWaitForTheirAnswers(loop: Int) {
        var loops = ServerFixture()
        loops.join(1, on: loop)
        func pages(_ ids: ClosedRange<Int64>) -> ServerEvent {
            .received(PeerID(1), ids.map { .success(.pages(RequestID($0), from: PageIndex(0), count: 2)) })
        }
        loops.handle(pages(2...8), on: loop)
        var said = loops.said(to: 1, on: loop).words
        loops.carry()
        said += loops.said(to: 1, on: loop).words
        #expect(said.sorted() == ["pages 2", "pages 3", "pages 4", "pages 5", "rate 6", "rate 7", "rate 8"])
        loops.handle(pages(9...9), on: loop)
        said = loops.said(to: 1, on: loop).words
        loops.carry()
        #expect(said + loops.said(to: 1, on: loop).words == ["pages 9"])
        #expect(loops.endings.isEmpty)
    }

    private func moved(_ units: Int64) -> ClientMessage {
        .request(nil, .dragMoved(DragID(1), by: Distance(units: units)))
    }

    private func place(_ loops: ServerFixture) -> Int64? {
        loops.cores[0].hosted[loops.name]?.room.pager.position.units
    }

    private func dragging(rate: Int) -> ServerFixture {
        var loops = ServerFixture(1) { $0.limits.objectsPerSecond = rate }
        loops.join(1, on: 0)
        loops.ask(2, .dragBegan(DragID(1), viewport: nil), from: 1, on: 0)
        return loops
    }

    @Test func ofSamplesInOneMessageTheLastCountsAndIsCountedOnce() {
        var loops = dragging(rate: 10)
        let samples = (1...40).map { Result<ClientMessage, Malformed>.success(moved($0 * 100)) }
        loops.handle(.received(PeerID(1), samples), on: 0)
        #expect(place(loops) == 4_000)
        for id in Int64(3)...9 { loops.send(.ping(RequestID(id)), from: 1, on: 0) }
        #expect(loops.said(to: 1, on: 0).words == ["pong 9"], "one place in the bucket, not forty")
    }

    @Test func aSampleIsOnlyOvertakenByItsOwnDrag() {
        var loops = dragging(rate: 10)
        let other = ClientMessage.request(nil, .dragMoved(DragID(2), by: Distance(units: 9_000)))
        loops.send(moved(100), other, .ping(RequestID(3)), from: 1, on: 0)
        #expect(place(loops) == 100)
    }

    @Test func aSampleBeyondTheRateWaitsAndTheNewestIsTaken() {
        var loops = dragging(rate: 10)
        for sample in Int64(1)...50 { loops.send(moved(sample * 100), from: 1, on: 0) }
        #expect(place(loops) == 800, "join, grab and eight samples")
        #expect(loops.cores[0].nextDeadline == Instant(milliseconds: 8), "an offset")
        loops.tick(at: 99)
        #expect(place(loops) == 800)
        loops.tick(at: 100)
        #expect(place(loops) == 5_000)
        #expect(loops.cores[0].sessions.samples.dueAt == nil && loops.cores[0].sessions.samples.peers.isEmpty)
    }

    @Test func aHeldSampleMeansNothingBehindWhatCameLater() {
        var loops = dragging(rate: 10)
        for sample in Int64(1)...9 { loops.send(moved(sample * 100), from: 1, on: 0) }
        loops.milliseconds = 100
        loops.ask(3, .dragCancelled(DragID(1)), from: 1, on: 0)
        loops.tick(at: 300)
        #expect(place(loops) == 0)
        for sample in Int64(1)...20 { loops.send(moved(sample), from: 1, on: 0) }
        loops.close(1, on: 0)
        loops.tick(at: 2_000)
        #expect(loops.cores[0].sessions.samples.dueAt == nil, "nor behind the end of its connection")
    }

    @Test func unreadAnswersAreBounded() {
        var loops = ServerFixture { $0.answerBytes = 1_000 }
        loops.join(1, on: 0)
        loops.handle(.choked(PeerID(1)), on: 0)
        var asked: Int64 = 2
        while loops.endings.isEmpty, asked < 2_000 {
            loops.milliseconds += 10
            loops.send(.ping(RequestID(asked)), from: 1, on: 0)
            asked += 1
        }
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 1, code: .tooSlow)])
        #expect(asked > 10 && asked < 1_000)
    }

    @Test func theTenthUnreadableObjectEndsAConnection() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        for count in 1...9 {
            loops.handle(.received(PeerID(1), [garbage(count == 3 ? 7 : nil)]), on: 0)
            #expect(loops.said(to: 1, on: 0).words == [count == 3 ? "badRequest 7" : "badRequest -"])
        }
        #expect(loops.endings.isEmpty)
        loops.handle(.received(PeerID(1), [garbage(nil), garbage(nil)]), on: 0)
        #expect(loops.said(to: 1, on: 0).words == ["badRequest -"], "told, and then the end")
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 1, code: .protocolError)])
    }

    @Test func strikesAreForgottenAfterTenSeconds() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        for count in Int64(0)..<40 {
            loops.milliseconds = count * 1_112
            loops.handle(.received(PeerID(1), [garbage(nil)]), on: 0)
        }
        #expect(loops.endings.isEmpty)
    }

    @Test func theFirstObjectIsAJoinAndTheOnlyOne() {
        var loops = ServerFixture()
        loops.open(1, on: 1)
        loops.send(.ping(RequestID(1)), from: 1, on: 1)
        #expect(loops.said(to: 1, on: 1).words == ["badRequest 1"])
        loops.send(.join(RequestID(2), Join()), .ping(RequestID(3)), from: 1, on: 1)
        #expect(loops.said(to: 1, on: 1).words == ["badRequest 3"], "wait for the welcome")
        loops.carry()
        #expect(loops.said(to: 1, on: 1).words == ["welcome", "snapshot 1"])
        loops.send(.join(RequestID(4), Join()), from: 1, on: 1)
        #expect(loops.said(to: 1, on: 1).words == ["badRequest 4"])
    }
}
