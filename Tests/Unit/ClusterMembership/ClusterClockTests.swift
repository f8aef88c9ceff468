import Testing

@testable import ClusterMembership

@Suite struct ClusterClockTests {
    @Test func theFirstSampleSetsTheTime() {
        var clock = ClusterClock()
        #expect(clock.time(at: Fixture.at(0)) == nil)
        clock.add(Fixture.at(50_000), between: Fixture.at(1_000), and: Fixture.at(1_008))
        #expect(clock.time(at: Fixture.at(1_008)) == Fixture.at(50_004))
        #expect(clock.time(at: Fixture.at(2_008)) == Fixture.at(51_004))
    }

    /// A commit may take long after the reading, or a lock before it.
    @Test func aFirstSampleThatTookLongIsNotAhead() {
        var clock = ClusterClock()
        clock.add(Fixture.at(50_000), between: Fixture.at(1_000), and: Fixture.at(2_500))
        #expect(clock.time(at: Fixture.at(2_500)) == Fixture.at(50_005))
    }

    /// The clock of a machine may stand still while the machine does; its members must not be told times of the past.
    @Test func aCorrectionForwardHoldsAtOnce() {
        var clock = ClusterClock()
        clock.add(Fixture.at(50_000), between: Fixture.at(1_000), and: Fixture.at(1_000))
        clock.add(Fixture.at(53_100), between: Fixture.at(1_100), and: Fixture.at(1_102))
        #expect(clock.time(at: Fixture.at(1_102)) == Fixture.at(53_100))
    }

    @Test func correctionsBackAreAtMostHalfAPercent() {
        var clock = ClusterClock()
        clock.add(Fixture.at(50_000), between: Fixture.at(1_000), and: Fixture.at(1_000))
        // The other clock is 60 ms behind from here on.
        clock.add(Fixture.at(50_940), between: Fixture.at(2_000), and: Fixture.at(2_000))
        var last = clock.time(at: Fixture.at(2_000))?.milliseconds ?? 0
        #expect(last == 51_000)
        for moment in stride(from: Int64(2_010), through: 20_000, by: 10) {
            let time = clock.time(at: Fixture.at(moment))?.milliseconds ?? 0
            #expect(time - last >= 9 && time - last <= 11)
            last = time
        }
        #expect(last == 20_000 + 48_940, "60 ms are gone after 12 s")
    }

    @Test func aSlowAnswerChangesNothingThatItAllows() {
        var clock = ClusterClock()
        clock.add(Fixture.at(50_000), between: Fixture.at(1_000), and: Fixture.at(1_002))
        let before = clock.time(at: Fixture.at(90_000))
        clock.add(Fixture.at(50_300), between: Fixture.at(1_250), and: Fixture.at(2_900))
        #expect(clock.time(at: Fixture.at(90_000)) == before)
    }

    @Test func timesOfStrangersDoNotOverflow() {
        var clock = ClusterClock()
        clock.add(Fixture.at(.max), between: Fixture.at(1_000), and: Fixture.at(1_000))
        clock.add(Fixture.at(.min), between: Fixture.at(1_000), and: Fixture.at(1_000))
        #expect(clock.time(at: Fixture.at(1_000)) == nil)
        clock.add(Fixture.at(1 << 50), between: Fixture.at(0), and: Fixture.at(1 << 50))
        #expect(clock.time(at: Fixture.at(1 << 50)) != nil)
    }
}
