import Testing

@testable import riffle

@Suite struct CapacitySearchTests {
    /// Runs a search to its end on a server that holds up to `limit`, and returns the numbers it tried.
    private func trials(from start: Int, most: Int = 100_000, limit: Int) -> (tried: [Int], held: Int?) {
        var search = CapacitySearch(from: start, most: most)
        var tried: [Int] = []
        while let next = search.next {
            tried.append(next)
            search.note(next, didHold: next <= limit)
        }
        return (tried, search.held)
    }

    @Test func itDoublesAndThenHalvesWhatIsLeft() {
        let (tried, held) = trials(from: 10, limit: 77)
        #expect(tried == [10, 20, 40, 80, 60, 70, 75, 77, 77], "what held is tried again")
        #expect(held == 77)
    }

    @Test func itGoesDownWhenTheFirstIsTooMany() {
        #expect(trials(from: 64, limit: 5).held == 5)
        #expect(trials(from: 64, limit: 0).held == nil)
        #expect(trials(from: 64, limit: 0).tried == [64, 32, 16, 8, 4, 2, 1])
    }

    @Test func theResultSaysWhatIsKnown() {
        func bounds(_ trials: [(Int, Bool)], isComplete: Bool = true) -> String {
            var search = CapacitySearch(from: 8, most: 100)
            for (value, didHold) in trials { search.note(value, didHold: didHold) }
            return search.bounds(isComplete: isComplete) { "<\($0)>" }
        }
        #expect(bounds([(8, true), (16, false)]) == "at most <8>")
        #expect(bounds([(8, true), (16, false)], isComplete: false) == "at least <8>")
        #expect(bounds([(8, false), (4, false)], isComplete: false) == "fewer than <4>, no run held,")
        #expect(bounds([(8, false), (4, false), (2, false), (1, false)]) == "fewer than <1>, no run held,")
        #expect(bounds([], isComplete: false) == "no result")
    }

    @Test func itEndsAtWhatTheMachineCanTry() {
        let (tried, held) = trials(from: 30, most: 100, limit: .max)
        #expect(tried == [30, 60, 100, 100] && held == 100)
    }

    @Test func aSecondTrialThatFailsMovesTheEdge() {
        var search = CapacitySearch(from: 40, most: 100)
        for (value, didHold) in [
            (40, true), (80, false), (60, true), (70, false), (65, false), (62, false), (60, false),
        ] {
            #expect(search.next == value)
            search.note(value, didHold: didHold)
        }
        #expect(search.held == 40 && search.failed == 60)
        #expect(search.next == 50)
    }

    @Test func itIsCloseAndEnds() {
        for limit in stride(from: 1, to: 100_000, by: 997) {
            let (tried, held) = trials(from: 100, limit: limit)
            #expect(tried.count <= 24)
            #expect(held.map { $0 <= limit && limit - $0 <= max(1, $0 / 20) } == true, "\(limit): \(held ?? 0)")
        }
    }
}
