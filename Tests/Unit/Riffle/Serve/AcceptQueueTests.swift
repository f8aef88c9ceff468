import Testing

@testable import riffle

/// Newcomers come into a loop a few at a time.
@Suite struct AcceptQueueTests {
    @Test func aFewComeInOrderFourEachMillisecond() {
        var arrivals = AcceptQueue<Int>()
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

    @Test func whileSomethingMovesTwoComeInInThreeMilliseconds() {
        var arrivals = AcceptQueue<Int>()
        (1...1_000).forEach { arrivals.append($0) }
        #expect((10...15).map { arrivals.take(at: $0, whileMoving: true).count } == [1, 1, 0, 1, 1, 0])
        #expect(arrivals.nextMoment == 16)
        #expect(arrivals.take(at: 15, whileMoving: false).isEmpty)
        #expect(arrivals.take(at: 16, whileMoving: false).count == 4)
    }

    @Test func aLateLoopLetsInNoMoreThanAMillisecondsWorth() {
        var arrivals = AcceptQueue<Int>()
        (1...1_000).forEach { arrivals.append($0) }
        #expect([10, 50, 51].map { arrivals.take(at: $0, whileMoving: true).count } == [1, 1, 1])
    }

    @Test(arguments: [2_500, 20_000])
    func howeverManyWaitAllAreInWithinTheWindow(many: Int) {
        var arrivals = AcceptQueue<Int>()
        (1...many).forEach { arrivals.append($0) }
        var (moment, most) = (0 as Int64, 0)
        while !arrivals.isEmpty {
            moment += 1
            most = max(most, arrivals.take(at: moment, whileMoving: true).count)
        }
        #expect((3_450...3_550).contains(moment) && most <= many / 3_500 + 1, "evenly, not most of them at first")
    }

    @Test func atTheEndAllThatWaitComeOutAtOnce() {
        var arrivals = AcceptQueue<Int>()
        (1...6).forEach { arrivals.append($0) }
        #expect(Array(arrivals.take(at: 10, whileMoving: false)) == [1, 2, 3, 4])
        #expect(Array(arrivals.takeRest()) == [5, 6])
        #expect(arrivals.isEmpty)
        #expect(arrivals.takeRest().isEmpty)
        arrivals.append(6)
        #expect(Array(arrivals.take(at: 11, whileMoving: false)) == [6])
    }
}
