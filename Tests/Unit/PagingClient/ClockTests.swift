import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// Pings, and the time they tell.
@Suite struct ClockTests {
    @Test func aQuickStartThenEveryTenSeconds() {
        var client = ClientFixture()
        client.enter()
        var moments: [Int64] = []
        while let due = client.core.nextDeadline, due.milliseconds <= 25_000 {
            client.handle(.tick, at: due.milliseconds)
            for case .ping(let id) in client.sent {
                moments.append(client.milliseconds)
                client.receive(.pong(id, now: Instant(milliseconds: 0)), at: client.milliseconds + 5)
            }
        }
        #expect(moments == [0, 100, 200, 10_200, 20_200])
    }

    @Test func aDeadConnectionIsFoundAndLeft() {
        var client = ClientFixture()
        client.enter()
        client.rest(until: 5_000)
        client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        let sentAt = client.milliseconds
        #expect(client.words == ["send ping"])
        client.receive(.pong(RequestID(99), now: Instant(milliseconds: 0)))
        #expect(client.core.nextDeadline == Instant(milliseconds: sentAt + 10_000), "another ping's answer is none")
        client.handle(.tick, at: sentAt + 9_999)
        #expect(client.effects.isEmpty)
        client.handle(.tick, at: sentAt + 10_000)
        #expect(client.words == ["drop", "waiting"])
    }

    /// The server reads its clock somewhere on the way; the error is half the round trip at most.
    @Test func theErrorIsHalfARoundTripAtMost() {
        var random = SplitMix(seed: 4)
        for _ in 0..<2_000 {
            let skew = Int64.random(in: -100_000...100_000, using: &random)
            let there = Int64.random(in: 0...300, using: &random)
            let back = Int64.random(in: 0...300, using: &random)
            let sent = Int64.random(in: 0...1_000_000, using: &random)
            var clock = ServerClock()
            clock.add(
                sent: Instant(milliseconds: sent), received: Instant(milliseconds: sent + there + back),
                server: Instant(milliseconds: sent + there + skew))
            let now = sent + there + back + 77
            let estimate = clock.time(at: Instant(milliseconds: now))?.milliseconds ?? 0
            #expect((estimate - (now + skew)).magnitude <= UInt64((there + back + 1) / 2))
            #expect(clock.ownTime(of: Instant(milliseconds: estimate)) == Instant(milliseconds: now))
        }
    }

    @Test func theBestOfEightCounts() {
        var clock = ServerClock()
        func add(roundTrip: Int64, error: Int64) {
            clock.add(
                sent: Instant(milliseconds: 0), received: Instant(milliseconds: roundTrip),
                server: Instant(milliseconds: 1_000 + roundTrip / 2 + error))
        }
        #expect(clock.time(at: Instant(milliseconds: 0)) == nil)
        add(roundTrip: 4, error: 1)
        for _ in 0..<7 { add(roundTrip: 100, error: 30) }
        #expect(clock.time(at: Instant(milliseconds: 0)) == Instant(milliseconds: 1_001))
        #expect(clock.roundTripMilliseconds == 100)
        add(roundTrip: 100, error: 30)
        #expect(clock.time(at: Instant(milliseconds: 0)) == Instant(milliseconds: 1_030), "the ninth is forgotten")
        clock.reset()
        #expect(clock.time(at: Instant(milliseconds: 0)) == nil)
    }

    @Test func theJoinMeasuresTheFirstRoundTripAndAnotherEpochHasAnotherClock() {
        var client = ClientFixture()
        client.handle(.start, at: 100)
        client.handle(.opened, at: 200)
        client.receive(ClientFixture.welcome(1, now: 5_210), ClientFixture.snapshot(1), at: 220)
        #expect(client.core.clock.time(at: Instant(milliseconds: 220)) == Instant(milliseconds: 5_220))
        client.handle(.closed(code: nil, reason: ""))
        client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        client.handle(.opened, at: 1_000)
        client.receive(
            ClientFixture.welcome(1, epoch: "another", now: 7), ClientFixture.snapshot(1, epoch: "another"), at: 1_300)
        #expect(client.core.clock.time(at: Instant(milliseconds: 1_300)) == Instant(milliseconds: 157))
    }
}
