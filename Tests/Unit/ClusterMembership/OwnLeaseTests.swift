import ClusterTraffic
import Testing

@testable import ClusterMembership

@Suite struct OwnLeaseTests {
    private let node = Fixture.node(5)
    private let confirmed = NodeOutcome.renewed(Fixture.renewal())

    private func lease() -> OwnLease { OwnLease(of: node, LeaseTiming(), at: Fixture.at(1_000)) }

    @Test func theLeaseCountsFromTheSendingOfTheNewestConfirmedBeat() {
        var lease = lease()
        #expect(lease.validUntil == nil)
        #expect(
            lease.renewal(isHeard: true, at: Fixture.at(1_000)) == .renew(node, beat: 1, confirmed: 0, isHeard: true))
        #expect(lease.validUntil == nil)
        #expect(lease.answered(confirmed) == nil)
        #expect(lease.validUntil == Fixture.at(1_750))
        #expect(
            lease.renewal(isHeard: false, at: Fixture.at(1_300)) == .renew(node, beat: 2, confirmed: 1, isHeard: false))
        #expect(lease.validUntil == Fixture.at(1_750), "a beat in flight counts for nothing")
        #expect(lease.answered(confirmed) == nil)
        #expect(lease.validUntil == Fixture.at(2_050))
        #expect(lease.confirmed == 2)
    }

    @Test func oneRenewalIsInFlightAndTheNextComesAfterAQuarterOfASecond() {
        var lease = lease()
        _ = lease.renewal(isHeard: true, at: Fixture.at(1_000))
        #expect(lease.nextDeadline == nil)
        #expect(lease.renewal(isHeard: true, at: Fixture.at(5_000)) == nil)
        _ = lease.answered(confirmed)
        #expect(lease.nextDeadline == Fixture.at(1_250))
        #expect(lease.renewal(isHeard: true, at: Fixture.at(1_249)) == nil)
        #expect(lease.renewal(isHeard: true, at: Fixture.at(1_250)) != nil)
    }

    @Test func aNumberWithAnUnknownOutcomeIsNeverSentAgain() {
        var lease = lease()
        var sent: [UInt64] = []
        for moment in stride(from: Int64(1_000), to: 4_000, by: 250) {
            if case .renew(_, let beat, let base, _) = lease.renewal(isHeard: true, at: Fixture.at(moment)) {
                sent.append(beat)
                #expect(base == (moment > 2_000 ? 5 : 0))
            }
            #expect(lease.answered(moment == 2_000 ? confirmed : .unknown) == nil)
        }
        #expect(sent == Array(1...12))
        #expect(lease.confirmed == 5)
        #expect(lease.validUntil == Fixture.at(2_750))
    }

    @Test func aMissingRowAndAnotherTimelineEndTheLife() {
        var missing = lease()
        _ = missing.renewal(isHeard: true, at: Fixture.at(1_000))
        #expect(missing.answered(.noRow) == .noRow)
        var other = lease()
        _ = other.renewal(isHeard: true, at: Fixture.at(1_000))
        #expect(other.answered(confirmed) == nil)
        _ = other.renewal(isHeard: true, at: Fixture.at(1_250))
        #expect(other.answered(.renewed(Fixture.renewal(timeline: 2))) == .timeline)
        #expect(other.validUntil == Fixture.at(1_750), "the beat of another timeline is not confirmed")
    }
}
