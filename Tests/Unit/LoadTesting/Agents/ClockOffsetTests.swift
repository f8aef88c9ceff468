import Testing

@testable import LoadTesting

@Suite struct ClockOffsetTests {
    /// The exchange with a clock that is `ahead`, over a path with these delays.
    private func exchange(at sent: Int64, ahead: Int64, there: Int64, back: Int64) -> ClockOffset.Exchange {
        let received = sent + there + ahead
        return ClockOffset.Exchange(
            sent: sent, received: received, replied: received + 40, answered: sent + there + 40 + back)
    }

    @Test func equalDelaysGiveTheOffsetExactly() {
        var clock = ClockOffset()
        clock.note(exchange(at: 1_000, ahead: 5_000_000, there: 300, back: 300))
        #expect(clock.microseconds == 5_000_000 && clock.errorMicroseconds == 301)
    }

    /// Delays that differ by direction, and by exchange: what is stated holds for each.
    @Test(arguments: [-7_000_000, 0, 123_456] as [Int64])
    func theErrorOfAnAsymmetricPathStaysWithinWhatIsStated(ahead: Int64) {
        var clock = ClockOffset()
        let delays: [(Int64, Int64)] = [(9_000, 100), (50, 20_000), (2_001, 0), (0, 1_500), (700, 3_000)]
        for (place, delay) in delays.enumerated() {
            clock.note(
                exchange(at: 10_000_000 * Int64(place + 1), ahead: ahead, there: delay.0, back: delay.1))
            #expect(abs(clock.microseconds - ahead) <= clock.errorMicroseconds, "\(delay)")
        }
        #expect(clock.errorMicroseconds == 751, "the exchange with the smallest round trip counts")
    }

    @Test func exchangesThatCannotBeTrueAreIgnored() {
        var clock = ClockOffset()
        clock.note(.init(sent: 100, received: 200, replied: 150, answered: 300))
        clock.note(.init(sent: 300, received: 200, replied: 200, answered: 100))
        clock.note(.init(sent: 0, received: 0, replied: 5_000, answered: 100))
        clock.note(.init(sent: .min, received: .max, replied: .max, answered: .max))
        #expect(clock.count == 0 && clock.microseconds == 0)
    }

    @Test func oldExchangesCountNoLonger() {
        var clock = ClockOffset()
        clock.note(exchange(at: 0, ahead: 1_000, there: 1, back: 1))
        for second in 1...16 {
            clock.note(exchange(at: Int64(second) * 1_000_000, ahead: 2_000, there: 100, back: 100))
        }
        #expect(clock.microseconds == 2_000 && clock.count == 16)
    }

    @Test func timesOfCausesAreTranslatedUnlessTheyOverflow() {
        let time = LoadTime(microseconds: 10)
        let cause = EventCause(room: 0, epoch: "e", event: 1, due: time, made: LoadTime(microseconds: 30))
        let shifted = cause.shifted(byMicroseconds: -7)
        #expect(shifted?.due.microseconds == 3 && shifted?.made.microseconds == 23)
        #expect(cause.shifted(byMicroseconds: .max) == nil)
    }
}
