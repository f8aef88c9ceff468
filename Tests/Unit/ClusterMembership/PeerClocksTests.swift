import ClusterTraffic
import PagingEngine
import Testing

@testable import ClusterMembership

@Suite struct PeerClocksTests {
    private let sender = Fixture.node(3)
    private let timing = LeaseTiming()

    /// A sample at an own time: the sender's clock shows `ahead` more, in the middle of the round trip.
    private func sample(_ clocks: inout PeerClocks, at own: Int64, ahead: Int64, roundTrip: Int64 = 4) {
        let nonce = UInt64(own)
        clocks.asked(sender, nonce: nonce, at: Fixture.at(own))
        let reading = ClockReading(nonce: nonce, boot: Fixture.at(own + roundTrip / 2 + ahead), cluster: nil)
        _ = clocks.answered(reading, by: sender, at: Fixture.at(own + roundTrip))
    }

    private func clocks(ahead: Int64 = 100_000, roundTrip: Int64 = 4) -> PeerClocks {
        var clocks = PeerClocks(timing)
        for own in stride(from: Int64(1_000), through: 3_000, by: 250) {
            sample(&clocks, at: own, ahead: ahead, roundTrip: roundTrip)
        }
        return clocks
    }

    /// The `valid` of a renewal that the sender sent at this own time.
    private func valid(sentAt own: Int64, ahead: Int64 = 100_000) -> Instant {
        Fixture.at(own + ahead + timing.lease)
    }

    @Test func wordsCountForTheToleranceAfterTheLease() {
        let clocks = clocks()
        #expect(clocks.obeys(valid: valid(sentAt: 3_002), from: sender, at: Fixture.at(3_010)))
        // The renewal came 2 ms after the sample, which was asked for 2 ms before.
        #expect(clocks.obeys(valid: valid(sentAt: 3_002), from: sender, at: Fixture.at(3_900)))
        #expect(!clocks.obeys(valid: valid(sentAt: 3_002), from: sender, at: Fixture.at(3_903)))
        #expect(!clocks.obeys(valid: valid(sentAt: 3_002), from: Fixture.node(4), at: Fixture.at(3_010)))
    }

    @Test func aWordOfARenewalBeforeAllSamplesDoesNotCount() {
        #expect(!clocks().obeys(valid: valid(sentAt: 1_001), from: sender, at: Fixture.at(1_100)), "eight are kept")
        #expect(!PeerClocks(timing).obeys(valid: valid(sentAt: 3_002), from: sender, at: Fixture.at(3_010)))
    }

    @Test func aSampleWorseThanTheErrorCountsAsNone() {
        let good = clocks(roundTrip: 190)
        #expect(good.obeys(valid: valid(sentAt: 3_110), from: sender, at: Fixture.at(3_300)))
        #expect(!clocks(roundTrip: 201).obeys(valid: valid(sentAt: 3_110), from: sender, at: Fixture.at(3_300)))
        // Two clocks may part by 20 ms a second.
        #expect(clocks().obeys(valid: valid(sentAt: 12_000), from: sender, at: Fixture.at(12_010)))
        #expect(!clocks().obeys(valid: valid(sentAt: 13_500), from: sender, at: Fixture.at(13_510)))
    }

    /// A machine whose clock stood still for a minute wakes with a lease that looks young on its clock.
    @Test func nothingCountsAfterAPauseUntilARenewalFromAfterIt() {
        var clocks = clocks()
        let stale = valid(sentAt: 3_002)
        let late = 63_100
        #expect(!clocks.obeys(valid: stale, from: sender, at: Fixture.at(Int64(late))))
        sample(&clocks, at: Int64(late), ahead: 100_000 - 60_000)
        sample(&clocks, at: Int64(late) + 250, ahead: 100_000 - 60_000)
        #expect(
            !clocks.obeys(valid: stale, from: sender, at: Fixture.at(Int64(late) + 300)),
            "the new samples came after it")
        let fresh = valid(sentAt: Int64(late) + 300, ahead: 40_000)
        #expect(clocks.obeys(valid: fresh, from: sender, at: Fixture.at(Int64(late) + 310)))
    }

    /// Two beats may be on their way during a pause: the first told late, the second confirmed meanwhile.
    @Test func twoNewerBeatsAreNotEnoughAfterAPause() {
        var clocks = clocks()
        let second = valid(sentAt: 3_250)
        // The clock stood still at 103,300 and shows 103,312.
        sample(&clocks, at: 63_100, ahead: 40_210)
        #expect(!clocks.obeys(valid: second, from: sender, at: Fixture.at(63_200)))
    }

    @Test func aClockThatRanAheadIsNotBelieved() {
        #expect(!clocks().obeys(valid: valid(sentAt: 5_000), from: sender, at: Fixture.at(3_100)))
    }

    @Test func answersToNoPingAreDropped() {
        var clocks = PeerClocks(timing)
        let reading = ClockReading(nonce: 5, boot: Fixture.at(100), cluster: nil)
        #expect(clocks.answered(reading, by: sender, at: Fixture.at(10)) == nil)
        clocks.asked(sender, nonce: 5, at: Fixture.at(10))
        #expect(clocks.answered(reading, by: Fixture.node(4), at: Fixture.at(12)) == nil)
        #expect(clocks.answered(reading, by: sender, at: Fixture.at(12)) == Fixture.at(10))
        #expect(clocks.answered(reading, by: sender, at: Fixture.at(12)) == nil, "each once")
        clocks.remove(sender)
        #expect(!clocks.obeys(valid: Fixture.at(900), from: sender, at: Fixture.at(12)))
    }

    @Test func timesOfStrangersDoNotOverflow() {
        let clocks = clocks()
        for milliseconds in [Int64.min, .max, 0, 1 << 50, -1] {
            #expect(!clocks.obeys(valid: Fixture.at(milliseconds), from: sender, at: Fixture.at(3_010)))
        }
    }
}
