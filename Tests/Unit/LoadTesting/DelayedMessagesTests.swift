import Testing

@testable import LoadTesting

@Suite struct DelayedMessagesTests {
    @Test func nothingOvertakes() {
        let start = LoadTime(microseconds: 1_000)
        var held = DelayedMessages<PlainMessage>()
        for (number, delay) in [(0, Int64(500)), (1, 20), (2, 0), (3, 900)] {
            held.add([.text("\(number)")], bytes: 1, afterMicroseconds: delay, at: start)
        }
        #expect(held.firstDue == LoadTime(microseconds: 1_500))
        #expect(held.take(at: LoadTime(microseconds: 1_499))?.bytes == nil)
        var taken: [PlainMessage] = []
        while let entry = held.take(at: LoadTime(microseconds: 1_500)) { taken += entry.messages }
        #expect(taken == [.text("0"), .text("1"), .text("2")])
        #expect(held.firstDue == LoadTime(microseconds: 1_900) && !held.isEmpty)
    }
}
