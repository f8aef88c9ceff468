import Testing

@testable import riffle

/// Newcomers come into a loop a few at a time.
@Suite struct ArrivalsTests {
    @Test func aCrowdComesInOrderTwoEachMillisecond() {
        var arrivals = Arrivals<Int>()
        #expect(arrivals.isEmpty)
        #expect(arrivals.take(at: 10).isEmpty)
        #expect(arrivals.nextMoment == nil)
        (1...5).forEach { arrivals.append($0) }
        #expect(Array(arrivals.take(at: 10)) == [1, 2])
        arrivals.append(6)
        #expect(arrivals.nextMoment == 11)
        #expect(arrivals.take(at: 10).isEmpty)
        #expect(Array(arrivals.take(at: 11)) == [3, 4])
        #expect(!arrivals.isEmpty)
        #expect(Array(arrivals.take(at: 15)) == [5, 6])
        #expect(arrivals.isEmpty)
        #expect(arrivals.nextMoment == nil)
    }

    @Test func atTheEndAllThatWaitComeOutAtOnce() {
        var arrivals = Arrivals<Int>()
        (1...5).forEach { arrivals.append($0) }
        #expect(Array(arrivals.take(at: 10)) == [1, 2])
        #expect(Array(arrivals.takeRest()) == [3, 4, 5])
        #expect(arrivals.isEmpty)
        #expect(arrivals.takeRest().isEmpty)
        arrivals.append(6)
        #expect(Array(arrivals.take(at: 11)) == [6])
    }
}
