import Testing

@testable import riffle

/// A loop takes accepted connections a few at a time.
@Suite struct AcceptQueueTests {
    @Test func fourConnectionsPerMillisecondInOrder() {
        var queue = AcceptQueue<Int>()
        #expect(queue.isEmpty)
        #expect(queue.take(at: 10, whileMoving: false).isEmpty)
        #expect(queue.nextDeadline == nil)
        (1...6).forEach { queue.append($0) }
        #expect(Array(queue.take(at: 10, whileMoving: false)) == [1, 2, 3, 4])
        queue.append(7)
        #expect(queue.nextDeadline == 11)
        #expect(queue.take(at: 10, whileMoving: false).isEmpty)
        #expect(!queue.isEmpty)
        #expect(Array(queue.take(at: 15, whileMoving: false)) == [5, 6, 7])
        #expect(queue.isEmpty)
        #expect(queue.nextDeadline == nil)
    }

    @Test func whileMovingTwoConnectionsInThreeMilliseconds() {
        var queue = AcceptQueue<Int>()
        (1...1_000).forEach { queue.append($0) }
        #expect((10...15).map { queue.take(at: $0, whileMoving: true).count } == [1, 1, 0, 1, 1, 0])
        #expect(queue.nextDeadline == 16)
        #expect(queue.take(at: 15, whileMoving: false).isEmpty)
        #expect(queue.take(at: 16, whileMoving: false).count == 4)
    }

    @Test func aLateLoopMakesUpForOneMillisecond() {
        var queue = AcceptQueue<Int>()
        (1...1_000).forEach { queue.append($0) }
        #expect([10, 50, 51].map { queue.take(at: $0, whileMoving: true).count } == [1, 1, 1])
    }

    @Test(arguments: [2_500, 20_000])
    func allConnectionsAreTakenWithinTheWindow(many: Int) {
        var queue = AcceptQueue<Int>()
        (1...many).forEach { queue.append($0) }
        var (now, most) = (0 as Int64, 0)
        while !queue.isEmpty {
            now += 1
            most = max(most, queue.take(at: now, whileMoving: true).count)
        }
        #expect((3_450...3_550).contains(now) && most <= many / 3_500 + 1, "evenly, not most of them at first")
    }

    @Test func takeAllEmptiesTheQueue() {
        var queue = AcceptQueue<Int>()
        (1...6).forEach { queue.append($0) }
        #expect(Array(queue.take(at: 10, whileMoving: false)) == [1, 2, 3, 4])
        #expect(Array(queue.takeAll()) == [5, 6])
        #expect(queue.isEmpty)
        #expect(queue.takeAll().isEmpty)
        queue.append(6)
        #expect(Array(queue.take(at: 11, whileMoving: false)) == [6])
    }
}
