import PagingEngine
import PagingWire
import Testing

@testable import PagingClient

/// The waits between attempts, and their limit.
@Suite struct BackoffTests {
    private let band = Retry(minimumMilliseconds: 100, maximumMilliseconds: 1_000)

    @Test func delaysCoverTheWholeRange() {
        var waits: [[Int64]] = Array(repeating: [], count: 6)
        for seed in UInt64(1)...400 {
            var backoff = Backoff(seed: seed)
            for attempt in waits.indices { waits[attempt].append(backoff.next(in: band)) }
        }
        for (attempt, ceiling) in [Int64(200), 400, 800, 1_000, 1_000, 1_000].enumerated() {
            let (low, high) = (waits[attempt].min() ?? 0, waits[attempt].max() ?? 0)
            #expect(low >= 100 && high <= ceiling, "attempt \(attempt + 1): \(low) to \(high)")
            let width = ceiling - 100
            #expect(low < 100 + width / 10 && high > ceiling - width / 10, "attempt \(attempt + 1): \(low) to \(high)")
            #expect(Set(waits[attempt]).count > 60, "a crowd does not come back together")
        }
    }

    @Test func strangeBandsDoNoHarm() {
        let bands: [(low: Int64, high: Int64)] = [(0, 0), (500, 100), (-5, 10), (1 << 53, 1 << 53), (0, .max)]
        for (low, high) in bands {
            var backoff = Backoff(seed: 1)
            let band = Retry(minimumMilliseconds: low, maximumMilliseconds: high)
            for _ in 0..<70 { #expect(backoff.next(in: band) >= max(low, 0)) }
        }
    }

    @Test func attemptsThatFailInARowAreCounted() {
        var client = ClientFixture(attempts: 3)
        client.handle(.start)
        for _ in 0..<2 {
            client.handle(.failed("refused"))
            #expect(client.words == ["waiting"])
            client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        }
        client.handle(.failed("refused"))
        #expect(client.end == .unreachable(attempts: 3, reason: "refused"))
    }

    /// A connection that stood was no failed attempt, and the way back has a number of its own; nil never gives up.
    @Test(arguments: [3, nil])
    func aBrokenConnectionRestoresAllAttempts(toReturn: Int?) {
        var client = ClientFixture(attempts: 2) { $0.attemptsToReturn = toReturn }
        client.handle(.start)
        client.handle(.failed("refused"))
        client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        client.handle(.opened)
        client.receive(ClientFixture.welcome(1), ClientFixture.snapshot(1))
        client.handle(.closed(code: nil, reason: ""))
        for _ in 0..<(toReturn ?? 50) {
            #expect(client.end == nil)
            client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
            client.handle(.failed("refused"))
        }
        #expect(client.end == toReturn.map { .unreachable(attempts: $0, reason: "refused") })
    }

    /// With several addresses the wait comes before each round of them, and rounds are counted.
    @Test func addressesAreTriedInRounds() {
        var client = ClientFixture(attempts: 2)
        client.core.addresses = 3
        client.handle(.start)
        for _ in 0..<2 {
            client.handle(.failed("refused"))
            #expect(client.words == ["connect"])
        }
        client.handle(.failed("refused"))
        #expect(client.words == ["waiting"] && (200...400).contains(client.wait ?? 0))
        #expect(client.core.failedAttempts == 1)
        client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        client.handle(.failed("refused"))
        client.handle(.tick, at: client.milliseconds + 10_000)
        #expect(client.words == ["drop", "connect"], "no welcome in time is a failed attempt")
        client.handle(.failed("refused"))
        #expect(client.end == .unreachable(attempts: 2, reason: "refused"))
    }

    @Test func aLostConnectionWaitsAndBeginsARound() {
        var client = ClientFixture()
        client.core.addresses = 2
        client.handle(.start)
        client.handle(.failed("refused"))
        client.handle(.opened)
        client.receive(ClientFixture.welcome(10), ClientFixture.snapshot(10))
        client.handle(.closed(code: 4000, reason: ""))
        #expect(client.words == ["waiting"] && (100...200).contains(client.wait ?? 0))
        client.handle(.tick, at: client.core.nextDeadline?.milliseconds)
        client.handle(.failed("refused"))
        #expect(client.words == ["connect"])
        client.handle(.opened)
        client.handle(.closed(code: 4000, reason: ""))
        #expect(client.words == ["waiting"] && (100...400).contains(client.wait ?? 0))
    }

    @Test(arguments: [
        (ClientEvent.notFound("no room"), ClientEnd.notFound("no room")),
        (.closed(code: 4_104, reason: "no room"), .refused(.noSuchRoom, reason: "no room")),
        (.certificateRejected("expired"), .certificateRejected("expired")),
    ])
    func whatOneAddressRefusesMayBeAtTheNext(event: ClientEvent, end: ClientEnd) {
        var client = ClientFixture()
        client.core.addresses = 2
        client.handle(.start)
        client.handle(event)
        #expect(client.words == ["connect"])
        client.handle(event)
        #expect(client.end == end)
    }

    @Test func theTimeOfALookupIsNotThatOfTheAttempt() {
        var client = ClientFixture()
        client.handle(.start)
        let end = client.core.nextDeadline
        client.core.restartAttempt(at: Instant(milliseconds: 4_000))
        #expect(client.core.nextDeadline == end?.advanced(byMilliseconds: 4_000))
    }

    @Test func theServersBandCounts() {
        for seed in UInt64(1)...50 {
            var client = ClientFixture(seed: seed)
            client.enter()
            client.handle(.closed(code: 4000, reason: ""))
            #expect((100...200).contains(client.wait ?? 0), "after a good connection the waits start again")
        }
    }
}
