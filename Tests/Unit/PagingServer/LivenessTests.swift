import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Time limits of connections: join, ping, pong, and reading.
@Suite struct LivenessTests {
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
        #expect(loops.endings.isEmpty, "a message counts like a pong")
    }

    /// Pings of a crowd are spread, and no check looks at all connections, so that they delay no other work.
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
    func aConnectionThatReadsNothingIsClosedToResume(limit: Int64) {
        var loops = ServerFixture { $0.chokedMilliseconds = limit }
        loops.join(1, on: 0)
        loops.handle(.choked(PeerID(1)), on: 0)
        loops.tick(at: limit - 1_000)
        #expect(loops.endings.isEmpty)
        loops.tick(at: limit + 1_000)
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 1, code: .tooSlow)])
        #expect(loops.said(to: 1, on: 0).isEmpty)
    }

    /// A ping that waited behind other output gets its full time for a pong once the connection reads again.
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

    /// Only a durable room waits for a disk, and only one in a cluster for an owner.
    @Test(arguments: [
        (true, false, "the server's disk does not keep up"), (false, false, "no welcome within 8000 ms"),
        (true, true, "no server of the cluster has let you in within 8000 ms; try again"),
    ])
    func aJoinWithoutAnAnswerIsEndedWithTheReason(isDurable: Bool, isInCluster: Bool, reason: String) {
        var settings = ServerFixture().settings
        settings.isDurable = isDurable
        settings.cluster = isInCluster ? ClusterSettings(connectionPrefix: "n") : nil
        var liveness = Liveness(openedAt: Instant(milliseconds: 0), firstPingAt: Instant(milliseconds: 20_000))
        let verdict = liveness.check(
            at: Instant(milliseconds: 8_000), isWaiting: false, hasJoined: false, settings)
        guard case .exceeded(.serverFull, reason) = verdict else {
            Issue.record("\(String(describing: verdict))")
            return
        }
    }

    @Test func aLimitIsCheckedOnlyWhenItMayBeReached() {
        var liveness = Liveness(openedAt: Instant(milliseconds: 0), firstPingAt: Instant(milliseconds: 500))
        let moment = Instant(milliseconds: 100)
        #expect(liveness.needsCheck(at: moment, hasJoined: false))
        #expect(!liveness.needsCheck(at: moment, hasJoined: true))
        #expect(liveness.needsCheck(at: Instant(milliseconds: 500), hasJoined: true))
        liveness.chokedSince = moment
        #expect(liveness.needsCheck(at: moment, hasJoined: true))
        liveness.chokedSince = nil
        liveness.hear(at: Instant(milliseconds: 500), pingMilliseconds: 500)
        #expect(!liveness.needsCheck(at: Instant(milliseconds: 999), hasJoined: true))
    }

    @Test func waitingRepliesAreSentOnceInOneMessageUnlessChoked() {
        var replies = WaitingReplies()
        var output = LoopOutput(loop: 0, loops: 1) { _ in [] }
        func sent(isChoked: Bool = false) -> [[UInt8]] {
            var effects: [ServerEffect] = []
            replies.flush(into: &output) { _ in isChoked }
            output.exchange(&effects)
            return effects.compactMap { if case .send(let bytes, _) = $0 { bytes } else { nil } }
        }
        let frame = output.encode(.pong(RequestID(1), now: Instant(milliseconds: 0)))
        #expect(!replies.hasChanged)
        replies.append(frame, for: PeerID(1))
        replies.append(frame, for: PeerID(1))
        #expect(sent(isChoked: true).isEmpty && !replies.hasChanged)
        replies.resume(PeerID(1))
        #expect(sent().count == 1 && sent().isEmpty)
        replies.append(frame, for: PeerID(1))
        #expect(replies.take(for: PeerID(1)).count == 1 && sent().isEmpty)
    }
}
