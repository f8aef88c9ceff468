import Support
import Testing

@Suite struct TokenBucketTests {
    @Test func aSecondsWorthMayComeAtOnceAndThenTheRateHolds() {
        var bucket = TokenBucket(ratePerSecond: 10, atMilliseconds: 0)
        func taken(_ tries: Int, at now: Int64) -> Int { (0..<tries).count { _ in bucket.take(atMilliseconds: now) } }
        #expect(taken(12, at: 0) == 10)
        #expect(taken(1, at: 99) == 0)
        #expect(taken(2, at: 100) == 1)
        #expect(taken(50, at: 100_000) == 10, "no more than a second's worth")
        #expect(taken(1, at: 0) == 0, "a clock that goes back adds nothing")
    }

    @Test func theLongestWaitIsRoundedUp() {
        #expect(TokenBucket.waitMilliseconds(ratePerSecond: 60) == 17)
    }
}
