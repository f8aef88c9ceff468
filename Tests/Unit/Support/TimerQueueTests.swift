import Support
import Testing

@Suite struct TimerQueueTests {
    @Test func elementsComeByMomentThenInTheirOwnOrder() {
        var queue = TimerQueue<Int64, String>([("late", 30), ("b", 10)])
        queue.add("a", at: 10)
        queue.add("early", at: 5)
        #expect(queue.first == 5 && queue.count == 4)
        var order: [String] = []
        while let next = queue.popDue(at: 10) { order.append("\(next.element)@\(next.moment)") }
        #expect(order == ["early@5", "a@10", "b@10"])
        #expect(queue.first == 30 && queue.popDue(at: 29) == nil)
    }
}
