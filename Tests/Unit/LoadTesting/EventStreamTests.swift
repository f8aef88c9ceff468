import PagingEngine
import PagingRoom
import Testing

@testable import LoadTesting

@Suite struct EventStreamTests {
    private func findings(_ numbers: [Int64], after known: Int64) -> [EventStream.Finding] {
        var stream = EventStream()
        stream.begin(life: 0, welcomed: Sequence(known), after: Sequence(known))
        return numbers.map { stream.take(Sequence($0)) }
    }

    @Test func numbersInOrderAreRight() {
        #expect(findings([5, 6, 7], after: 4) == [.next, .next, .next])
    }

    @Test func missingNumbersAreCounted() {
        #expect(findings([5, 8, 9], after: 4) == [.next, .gap(2), .next])
    }

    @Test func aRepeatedNumberIsADuplicate() {
        #expect(findings([5, 5, 4, 6], after: 4) == [.next, .duplicate, .duplicate, .next])
    }

    @Test func aNumberOutOfOrderIsAGapAndADuplicate() {
        #expect(findings([6, 5, 7], after: 4) == [.gap(1), .duplicate, .next])
    }

    @Test func aStateBeginsTheStreamAndLaterSkipsItsEvents() {
        var stream = EventStream()
        stream.begin(life: 0, welcomed: Sequence(10), after: nil)
        #expect(stream.jump(to: Sequence(10)) == 0)
        #expect(stream.take(Sequence(11)) == .next)
        #expect(stream.isLive(Sequence(11)) && !stream.isLive(Sequence(10)))
        #expect(stream.jump(to: Sequence(20)) == 9)
        #expect(stream.take(Sequence(21)) == .next)
    }

    /// A wrong number does not drown the others, whatever a server sends.
    @Test func aGapCountsAMillionAtMost() {
        #expect(findings([1 << 53, 5], after: 4) == [.gap(1_000_000), .duplicate])
        var stream = EventStream()
        stream.begin(life: 0, welcomed: Sequence(0), after: Sequence(0))
        #expect(stream.jump(to: Sequence(1 << 53)) == 1_000_000)
    }

    @Test func anEventWithoutAStateIsAGap() {
        var stream = EventStream()
        stream.begin(life: 0, welcomed: Sequence(10), after: nil)
        #expect(stream.take(Sequence(11)) == .gap(1))
    }
}

@Suite struct ServerTimeTests {
    /// The server's clock is 5.3 s and a quarter of a millisecond ahead, and shows whole milliseconds.
    private static let ahead: Int64 = 5_300_250

    private static func stamp(at moment: Int64) -> Instant { Instant(milliseconds: (moment + ahead) / 1_000) }

    /// A stamp may be any number that JSON has.
    @Test(arguments: [Int64(1) << 53, -(1 << 53), 1 << 50, -(1 << 50)]) func impossibleStampsTellNothing(stamp: Int64) {
        let now = LoadTime(microseconds: 5_000)
        var time = ServerTime()
        time.add(sent: LoadTime(microseconds: 0), received: now, server: Instant(milliseconds: stamp))
        for other in [stamp, -stamp] {
            let age = time.age(of: Instant(milliseconds: other), at: now)
            #expect(stamp.magnitude <= 1 << 50 ? (age ?? -1) >= 0 : age == nil)
        }
    }

    @Test func manyRoundTripsTellPartsOfAMillisecond() {
        var time = ServerTime()
        #expect(time.age(of: Instant(milliseconds: 0), at: LoadTime(microseconds: 0)) == nil)
        for number in 0..<200 {
            let sent = Int64(number) * 7_137
            let stamp = Self.stamp(at: sent + 60)
            time.add(
                sent: LoadTime(microseconds: sent), received: LoadTime(microseconds: sent + 150), server: stamp)
        }
        // Stamps err by half a millisecond either way, and not on average.
        var sum: Int64 = 0
        for number in 0..<1_000 {
            let made = 2_000_000 + Int64(number) * 1_013
            let age = time.age(of: Self.stamp(at: made), at: LoadTime(microseconds: made + 3_000)) ?? 0
            #expect(abs(age - 3_000) <= 700)
            sum += age
        }
        #expect(abs(sum / 1_000 - 3_000) < 120)
    }

    @Test func aClockThatJumpsIsFollowed() {
        var time = ServerTime()
        let moment = LoadTime(microseconds: 1_000_000)
        time.add(sent: moment, received: moment.advanced(byMicroseconds: 100), server: Instant(milliseconds: 50))
        time.add(sent: moment, received: moment.advanced(byMicroseconds: 100), server: Instant(milliseconds: 90_000))
        let age = time.age(of: Instant(milliseconds: 89_990), at: moment) ?? 0
        #expect(abs(age - 10_000) < 1_000)
    }
}
