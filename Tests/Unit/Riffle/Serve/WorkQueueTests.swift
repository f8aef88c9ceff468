import Testing

@testable import riffle

/// A queue that is emptied in portions.
@Suite struct WorkQueueTests {
    @Test func portionsComeInOrder() {
        var queue = WorkQueue<Int>()
        #expect(queue.isEmpty && queue.take(3).isEmpty)
        (1...5).forEach { queue.append($0) }
        #expect(Array(queue.take(2)) == [1, 2])
        queue.append(6)
        #expect(Array(queue.waiting) == [3, 4, 5, 6])
        #expect(Array(queue.take()) == [3, 4, 5, 6])
        #expect(queue.isEmpty)
    }

    @Test func theTotalCountsUntilTheQueueIsEmpty() {
        var queue = WorkQueue<Int>()
        (1...4).forEach { queue.append($0) }
        _ = queue.take(3)
        #expect(queue.total == 4)
        _ = queue.take(1)
        #expect(queue.total == 0)
        queue.append(5)
        #expect(queue.total == 1)
    }
}
