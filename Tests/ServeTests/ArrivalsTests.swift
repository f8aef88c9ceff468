import Testing

@testable import riffle

/// Newcomers come into a loop a few at a time.
@Suite struct ArrivalsTests {
    @Test func aFewComeInOrderFourEachMillisecond() {
        var arrivals = Arrivals<Int>()
        #expect(arrivals.isEmpty)
        #expect(arrivals.take(at: 10, whileMoving: false).isEmpty)
        #expect(arrivals.nextMoment == nil)
        (1...6).forEach { arrivals.append($0) }
        #expect(Array(arrivals.take(at: 10, whileMoving: false)) == [1, 2, 3, 4])
        arrivals.append(7)
        #expect(arrivals.nextMoment == 11)
        #expect(arrivals.take(at: 10, whileMoving: false).isEmpty)
        #expect(!arrivals.isEmpty)
        #expect(Array(arrivals.take(at: 15, whileMoving: false)) == [5, 6, 7])
        #expect(arrivals.isEmpty)
        #expect(arrivals.nextMoment == nil)
    }

    @Test func whileSomethingMovesOneComesInEachMillisecond() {
        var arrivals = Arrivals<Int>()
        (1...1_000).forEach { arrivals.append($0) }
        #expect((10...12).flatMap { arrivals.take(at: $0, whileMoving: true) } == [1, 2, 3])
        #expect(arrivals.take(at: 12, whileMoving: false).isEmpty)
        #expect(arrivals.take(at: 13, whileMoving: false).count == 4)
    }

    @Test func theMoreWaitTheMoreComeInAtOnce() {
        var arrivals = Arrivals<Int>()
        (1...20_000).forEach { arrivals.append($0) }
        #expect(arrivals.take(at: 0, whileMoving: true).count == 9)
        var moment: Int64 = 0
        while !arrivals.isEmpty {
            moment += 1
            _ = arrivals.take(at: moment, whileMoving: true)
        }
        #expect((2_500...7_500).contains(moment))
    }

    @Test func atTheEndAllThatWaitComeOutAtOnce() {
        var arrivals = Arrivals<Int>()
        (1...6).forEach { arrivals.append($0) }
        #expect(Array(arrivals.take(at: 10, whileMoving: false)) == [1, 2, 3, 4])
        #expect(Array(arrivals.takeRest()) == [5, 6])
        #expect(arrivals.isEmpty)
        #expect(arrivals.takeRest().isEmpty)
        arrivals.append(6)
        #expect(Array(arrivals.take(at: 11, whileMoving: false)) == [6])
    }
}
