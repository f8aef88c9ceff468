/// The offset of another machine's clock, estimated from exchanges of time stamps as NTP does (RFC 5905, section 8): of the
/// newest exchanges the one with the smallest round trip counts.
package struct ClockOffset: Hashable, Sendable {
    /// One question and its answer, in microseconds. `sent` and `answered` are of this clock, the others of the other clock.
    package struct Exchange: Hashable, Sendable {
        package var sent: Int64
        package var received: Int64
        package var replied: Int64
        package var answered: Int64

        package init(sent: Int64, received: Int64, replied: Int64, answered: Int64) {
            (self.sent, self.received, self.replied, self.answered) = (sent, received, replied, answered)
        }
    }

    private struct ClockSample: Hashable {
        var offset: Int64
        var roundTrip: Int64
    }

    /// Clocks drift apart, so older exchanges do not count.
    private static let kept = 16
    /// Stamps beyond it are not of a clock: a hundred years.
    private static let largest: Int64 = 3_200_000_000_000_000

    private var samples: [ClockSample] = []

    package init() {}

    /// Exchanges that count now.
    package var count: Int { samples.count }

    /// Adds an exchange. One that cannot be true is ignored: the answer came before the question, or took longer than all of it.
    package mutating func note(_ exchange: Exchange) {
        let stamps = [exchange.sent, exchange.received, exchange.replied, exchange.answered]
        guard stamps.allSatisfy({ (0...ClockOffset.largest).contains($0) }) else { return }
        let roundTrip = (exchange.answered - exchange.sent) - (exchange.replied - exchange.received)
        guard exchange.replied >= exchange.received, roundTrip >= 0 else { return }
        let offset = ((exchange.received - exchange.sent) + (exchange.replied - exchange.answered)) / 2
        if samples.count == ClockOffset.kept { samples.removeFirst() }
        samples.append(ClockSample(offset: offset, roundTrip: roundTrip))
    }

    private var best: ClockSample? { samples.min { $0.roundTrip < $1.roundTrip } }

    /// Microseconds that the other clock is ahead of this one; 0 without an exchange.
    package var microseconds: Int64 { best?.offset ?? 0 }

    /// The most by which the estimate can be wrong: half of the round trip, rounded up for the halves of microseconds.
    package var errorMicroseconds: Int64 { best.map { $0.roundTrip / 2 + 1 } ?? 0 }
}

extension EventCause {
    /// The same with its times in a clock that is so many microseconds ahead; nil when a time is none of a clock.
    package func shifted(byMicroseconds offset: Int64) -> EventCause? {
        let (newDue, tooLargeDue) = due.microseconds.addingReportingOverflow(offset)
        let (newMade, tooLargeMade) = made.microseconds.addingReportingOverflow(offset)
        guard !tooLargeDue, !tooLargeMade else { return nil }
        var cause = self
        cause.due = LoadTime(microseconds: newDue)
        cause.made = LoadTime(microseconds: newMade)
        return cause
    }
}
