import Testing

@testable import ClusterMembership

@Suite struct BeatObservationTests {
    private let other = Fixture.node(9)

    /// An observer whose renewals are confirmed every 250 ms up to a time, and that heard of beat 4 at 1,000.
    private func observer(confirmedTo end: Int64) -> BeatObservation {
        var observation = BeatObservation(LeaseTiming())
        for moment in stride(from: Int64(0), through: end, by: 250) {
            observation.confirmed(at: Fixture.at(moment))
            if moment == 1_000 { observation.heard(other, beat: 4, at: Fixture.at(1_000)) }
        }
        return observation
    }

    @Test func aNodeMayBeExpelledASecondAfterItsNewestBeat() {
        let observation = observer(confirmedTo: 2_000)
        #expect(observation.nextDeadline == Fixture.at(2_000))
        #expect(observation.expellable(at: Fixture.at(1_999)) == nil)
        let found = observation.expellable(at: Fixture.at(2_000))
        #expect(found?.node == other && found?.beat == 4)
    }

    @Test func newsOfALaterBeatBeginsTheCountAgain() {
        var observation = observer(confirmedTo: 1_750)
        observation.heard(other, beat: 3, at: Fixture.at(1_800))
        observation.heard(other, beat: 4, at: Fixture.at(1_800))
        #expect(observation.nextDeadline == Fixture.at(2_000), "the same beat, and earlier ones, are no news")
        observation.heard(other, beat: 5, at: Fixture.at(1_900))
        #expect(observation.nextDeadline == Fixture.at(2_900))
        observation.read(other, beat: 5, at: Fixture.at(1_950))
        #expect(observation.nextDeadline == Fixture.at(2_900))
    }

    @Test func aRowThatWasReadIsRightAgainstTheFabric() {
        var observation = observer(confirmedTo: 1_750)
        observation.heard(other, beat: .max, at: Fixture.at(1_800))
        observation.read(other, beat: 6, at: Fixture.at(1_900))
        #expect(observation.nextDeadline == Fixture.at(2_900))
        observation.heard(other, beat: 7, at: Fixture.at(2_000))
        #expect(observation.nextDeadline == Fixture.at(3_000))
    }

    @Test func aStallOfTheOwnRenewalsBeginsTheCountAgain() {
        var observation = observer(confirmedTo: 1_750)
        #expect(observation.expellable(at: Fixture.at(2_160)) == nil, "nothing was confirmed for 400 ms")
        observation.confirmed(at: Fixture.at(2_160))
        #expect(observation.expellable(at: Fixture.at(2_160)) == nil)
        for moment in stride(from: Int64(2_400), through: 3_150, by: 250) {
            observation.confirmed(at: Fixture.at(moment))
        }
        #expect(observation.expellable(at: Fixture.at(3_159)) == nil)
        #expect(observation.expellable(at: Fixture.at(3_160)) != nil)
    }

    @Test func anObserverWithoutConfirmationExpelsNobody() {
        var observation = BeatObservation(LeaseTiming())
        observation.heard(other, beat: 1, at: Fixture.at(0))
        #expect(observation.nextDeadline == nil && observation.expellable(at: Fixture.at(90_000)) == nil)
    }

    @Test func aTryThatFailedIsNotMadeAgainAtOnce() {
        var observation = observer(confirmedTo: 2_000)
        observation.refused(other, at: Fixture.at(2_010))
        observation.confirmed(at: Fixture.at(2_250))
        #expect(observation.expellable(at: Fixture.at(2_259)) == nil)
        #expect(observation.expellable(at: Fixture.at(2_260)) != nil)
        observation.remove(other)
        #expect(observation.expellable(at: Fixture.at(2_260)) == nil)
    }

    @Test func aKnownNodeWithoutARowIsGone() {
        let observation = observer(confirmedTo: 2_000)
        #expect(observation.missing(in: [], knownBefore: Fixture.at(1_001)) == [other])
        #expect(observation.missing(in: [], knownBefore: Fixture.at(1_000)).isEmpty, "it may have come after the read")
        #expect(observation.missing(in: [other], knownBefore: Fixture.at(1_500)).isEmpty)
    }
}
