import Testing

@testable import ClusterMembership

@Suite struct FabricHearingTests {
    private func confirm(_ hearing: inout FabricHearing, _ times: ClosedRange<Int64>, others: Int) -> Int64? {
        stride(from: times.lowerBound, through: times.upperBound, by: 250).first {
            hearing.confirmed(othersHeard: others, at: Fixture.at($0))
        }
    }

    @Test func aNodeThatIsNotHeardEndsAfterTwoSecondsWhileAnotherIs() {
        var hearing = FabricHearing(LeaseTiming(), at: Fixture.at(0))
        #expect(confirm(&hearing, 0...10_000, others: 1) == 2_000)
        var heard = FabricHearing(LeaseTiming(), at: Fixture.at(0))
        for moment in stride(from: Int64(0), through: 10_000, by: 250) {
            heard.heardOwnBeat(at: Fixture.at(moment))
            #expect(heard.confirmed(othersHeard: 1, at: Fixture.at(moment)) == false)
        }
        #expect(heard.isHeard(at: Fixture.at(11_000)) && !heard.isHeard(at: Fixture.at(11_001)))
    }

    @Test func nobodyEndsWhileTheFabricIsAway() {
        var hearing = FabricHearing(LeaseTiming(), at: Fixture.at(0))
        #expect(confirm(&hearing, 0...1_500, others: 2) == nil)
        #expect(confirm(&hearing, 1_750...9_000, others: 0) == nil)
        #expect(!hearing.isAnotherHeard)
        #expect(confirm(&hearing, 9_250...20_000, others: 1) == 11_250, "two seconds from the begin of the others")
    }

    @Test func aPauseOfTheNodeIsNotSilenceOfTheFabric() {
        var hearing = FabricHearing(LeaseTiming(), at: Fixture.at(0))
        #expect(hearing.confirmed(othersHeard: 1, at: Fixture.at(0)) == false)
        #expect(hearing.confirmed(othersHeard: 1, at: Fixture.at(6_000)) == false, "its own beats may wait to be read")
    }
}
