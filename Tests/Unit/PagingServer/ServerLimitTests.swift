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

    @Test func aConnectionWithoutAJoinIsEnded() {
        var loops = ServerFixture()
        loops.open(1, on: 0)
        loops.tick(at: 4_999)
        #expect(loops.endings.isEmpty)
        loops.tick(at: 6_000)
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 1, code: .noJoin)])
    }

    @Test func aConnectionWithoutAPongIsEnded() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        loops.join(2, on: 0)
        loops.tick(at: 20_500)
        #expect(loops.pings == [1, 2])
        loops.handle(.pong(PeerID(1)), on: 0)
        loops.tick(at: 29_900)
        #expect(loops.endings.isEmpty)
        loops.tick(at: 31_000)
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 2, code: .noPong)])
        loops.tick(at: 40_000)
        #expect(loops.pings == [1, 2], "the next one is 20 s after the last")
        loops.tick(at: 41_500)
        #expect(loops.pings == [1, 2, 1])
    }

    @Test func aConnectionThatSendsIsNotPinged() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        for moment in stride(from: 1_000, through: 60_000, by: 1_000) as StrideThrough<Int64> {
            loops.tick(at: moment)
            loops.send(.ping(RequestID(moment)), from: 1, on: 0)
        }
        loops.tick(at: 79_000)
        #expect(loops.pings.isEmpty)
        loops.tick(at: 81_000)
        #expect(loops.pings == [1])
        loops.send(.ping(RequestID(99_000)), from: 1, on: 0)
        loops.tick(at: 95_000)
        #expect(loops.endings.isEmpty, "what it said is as good as a pong")
    }

    /// Pings of a crowd are spread, and no check looks at all connections, so that they delay nobody.
    @Test func pingsOfConnectionsThatCameTogetherAreSpread() {
        var loops = ServerFixture { $0.budget.connectionsPerSweepStep = 200 }
        for peer in 1...400 as ClosedRange<UInt64> { loops.open(peer, on: 0) }
        for peer in 1...400 as ClosedRange<UInt64> { loops.send(.join(RequestID(1), Join()), from: peer, on: 0) }
        var pings: [Int] = []
        for moment in stride(from: 0, through: 21_000, by: 100) as StrideThrough<Int64> {
            let before = loops.pings.count
            loops.tick(at: moment)
            for peer in loops.pings[before...] { loops.handle(.pong(PeerID(peer)), on: 0) }
            pings.append(loops.pings.count - before)
        }
        #expect(Set(loops.pings).count == 400 && loops.endings.isEmpty)
        #expect(pings.max() ?? 0 <= 16, "about 20 are due in a second, and a look is at half of them")
        let seconds = stride(from: 10, to: 200, by: 10).map { pings[$0..<$0 + 10].reduce(0, +) }
        #expect(seconds.allSatisfy { (10...30).contains($0) }, "\(seconds)")
    }

    @Test(arguments: [60_000, 2_000] as [Int64])
    func whoReadsNothingIsSentAwayToResume(limit: Int64) {
        var loops = ServerFixture { $0.chokedMilliseconds = limit }
        loops.join(1, on: 0)
        loops.handle(.choked(PeerID(1)), on: 0)
        loops.tick(at: limit - 1_000)
        #expect(loops.endings.isEmpty)
        loops.tick(at: limit + 1_000)
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 1, code: .tooSlow)])
        #expect(loops.said(to: 1, on: 0).isEmpty)
    }

    /// The ping was stuck like everything else, so its answer has its time once things move again.
    @Test func aConnectionThatReadsAgainHasTimeForItsPong() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        loops.tick(at: 20_500)
        #expect(loops.pings == [1])
        loops.handle(.choked(PeerID(1)), on: 0)
        loops.tick(at: 50_000)
        loops.handle(.writable(PeerID(1)), on: 0)
        loops.tick(at: 59_000)
        #expect(loops.endings.isEmpty)
        #expect(loops.pings == [1, 1], "the one that was due meanwhile")
        loops.tick(at: 70_000)
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 1, code: .noPong)], "and no more than that")
    }

    @Test func drainingAsksConnectionsToReturn() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        loops.join(2, on: 0)
        loops.open(3, on: 0)
        loops.handle(.choked(PeerID(2)), on: 0)
        loops.handle(.drain(milliseconds: 0), on: 0)
        #expect(loops.endings.map(\.code) == [.goingAway, .goingAway, .goingAway])
        #expect(loops.endings.map(\.peer) == [1, 2, 3])
        #expect(loops.said(to: 1, on: 0).words == ["closing 4000"])
        #expect(loops.said(to: 2, on: 0).isEmpty, "a stuck reader cannot be told")
        #expect(loops.said(to: 3, on: 0).words == ["closing 4000"])
        for peer in UInt64(1)...3 { loops.close(peer, on: 0) }
        #expect(loops.cores[0].connectionCount == 0)
    }

    /// A drag that never ends leaves no growing heap of wake-ups.
    @Test func aLongDragWakesItsRoomNoMoreOftenThanItMoves() {
        var loops = ServerFixture(1)
        loops.join(1, on: 0, offsets: .frames)
        loops.ask(2, .dragBegan(DragID(1), viewport: nil), from: 1, on: 0)
        var looks = 0
        for moment in Int64(1)...20_000 {
            loops.milliseconds = moment
            if moment % 8 == 0 {
                loops.ask(nil, .dragMoved(DragID(1), by: Distance(units: moment % 4_096)), from: 1, on: 0)
            }
            while let due = loops.cores[0].hosted.wakes.first, due.milliseconds <= moment {
                loops.handle(.tick, on: 0)
                looks += 1
            }
        }
        #expect(looks < 5_000, "at most each frame, and each lease that was renewed")
        #expect(loops.cores[0].hosted.wakes.count < 500)
    }

    @Test func aFrameWantedInMidFlightIsDueNow() {
        var loops = ServerFixture()
        loops.milliseconds = 5_000
        loops.join(1, on: 0)
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        loops.milliseconds = 5_010
        loops.join(2, on: 0, offsets: .frames)
        #expect(loops.cores[0].nextDeadline == Instant(milliseconds: 5_010))
    }
}
