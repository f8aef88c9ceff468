import Testing

@testable import riffle

/// Newcomers come into a loop a few in each of its turns.
@Suite struct ArrivalsTests {
    @Test func aCrowdComesInOrderAFewAtATime() {
        var arrivals = Arrivals<Int>()
        #expect(arrivals.isEmpty)
        #expect(arrivals.take().isEmpty)
        (1...20).forEach { arrivals.append($0) }
        #expect(Array(arrivals.take()) == Array(1...8))
        arrivals.append(21)
        #expect(Array(arrivals.take()) == Array(9...16))
        #expect(!arrivals.isEmpty)
        #expect(Array(arrivals.take()) == Array(17...21))
        #expect(arrivals.isEmpty)
        arrivals.append(22)
        #expect(Array(arrivals.take()) == [22])
    }
}
