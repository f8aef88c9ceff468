import PagingRoom
import Testing

@testable import LoadTesting

@Suite struct DeliveryLedgerTests {
    private let request = RequestTimes(due: LoadTime(microseconds: 1_000), made: LoadTime(microseconds: 1_500))

    private func arrival(_ microseconds: Int64) -> DeliveryLedger.Receipt {
        DeliveryLedger.Receipt(at: LoadTime(microseconds: microseconds), actor: 0)
    }

    private func moment(_ microseconds: Int64) -> LoadTime { LoadTime(microseconds: microseconds) }

    @Test func arrivalsBeforeTheAnswerWaitForIt() {
        var ledger = DeliveryLedger()
        #expect(ledger.arrived(Sequence(5), arrival(2_000)) == nil)
        #expect(ledger.arrived(Sequence(5), arrival(2_100)) == nil)
        #expect(ledger.caused(Sequence(5), by: request, at: moment(2_200))?.map(\.at.microseconds) == [2_000, 2_100])
        #expect(ledger.arrived(Sequence(5), arrival(2_300)) == request)
    }

    @Test func anAnswerMayComeBeforeAnyArrival() {
        var ledger = DeliveryLedger()
        #expect(ledger.caused(Sequence(5), by: request, at: moment(2_000))?.isEmpty == true)
        #expect(ledger.arrived(Sequence(5), arrival(2_100)) == request)
    }

    /// The answer to a request that causes nothing names the newest event.
    @Test func aRequestMadeAfterTheEventDidNotCauseIt() {
        var ledger = DeliveryLedger()
        _ = ledger.arrived(Sequence(5), arrival(1_400))
        #expect(ledger.caused(Sequence(5), by: request, at: moment(2_000)) == nil)
        #expect(ledger.arrived(Sequence(5), arrival(2_100)) == nil)
    }

    @Test func theFirstAnswerThatNamesAnEventCounts() {
        var ledger = DeliveryLedger()
        _ = ledger.caused(Sequence(5), by: request, at: moment(2_000))
        let later = RequestTimes(due: moment(1_600), made: moment(1_600))
        #expect(ledger.caused(Sequence(5), by: later, at: moment(2_100)) == nil)
        #expect(ledger.arrived(Sequence(5), arrival(2_200)) == request)
    }

    @Test func arrivalsWaitForALimitedTime() {
        var ledger = DeliveryLedger()
        _ = ledger.arrived(Sequence(5), arrival(2_000))
        _ = ledger.arrived(Sequence(6), arrival(11_000_000))
        #expect(ledger.caused(Sequence(5), by: request, at: moment(11_000_000))?.count == 1)
        _ = ledger.arrived(Sequence(7), arrival(22_000_000))
        _ = ledger.arrived(Sequence(8), arrival(33_000_000))
        #expect(ledger.caused(Sequence(6), by: request, at: moment(33_000_000))?.isEmpty == true)
    }
}
