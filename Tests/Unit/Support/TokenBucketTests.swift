import Support
import Testing

@Suite struct TokenBucketTests {
    @Test func aSecondsWorthMayComeAtOnceAndThenTheRateHolds() {
        var bucket = TokenBucket(ratePerSecond: 10, atMilliseconds: 0)
        #expect((0..<12).count { _ in bucket.take(atMilliseconds: 0) } == 10)
        #expect(!bucket.take(atMilliseconds: 99) && bucket.take(atMilliseconds: 100))
        #expect((0..<50).count { _ in bucket.take(atMilliseconds: 100_000) } == 10, "no more than a second's worth")
        #expect(!bucket.take(atMilliseconds: 0), "a clock that goes back adds nothing")
        #expect(TokenBucket.waitMilliseconds(ratePerSecond: 60) == 17)
    }
}
