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
        #expect(tried == [10, 20, 40, 80, 60, 70, 75, 77, 77, 80], "the edge is tried again")
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
        #expect(bounds([(8, true), (16, true), (100, true), (100, true)]) == "at least <100>", "nothing has failed")
    }

    @Test func itEndsAtWhatTheMachineCanTry() {
        let (tried, held) = trials(from: 30, most: 100, limit: .max)
        #expect(tried == [30, 60, 100, 100] && held == 100)
    }

    @Test func aSecondTrialThatFailsMovesTheEdge() {
        var search = CapacitySearch(from: 40, most: 100, trials: 2)
        for (value, didHold) in [
            (40, true), (80, false), (60, true), (70, false), (65, false), (62, false), (60, false),
        ] {
            #expect(search.next == value)
            search.note(value, didHold: didHold)
        }
        #expect(search.held == 40 && search.failed == 60)
        #expect(search.next == 50)
    }

    /// All trials of the number must hold; those of the number above it only say how sure that is.
    @Test func theEdgeIsTriedAsOftenAsAsked() {
        var search = CapacitySearch(from: 8, most: 100, trials: 4)
        for (value, didHold) in [(8, true), (16, false), (12, true), (14, true), (15, false)] {
            #expect(search.next == value)
            search.note(value, didHold: didHold)
        }
        for didHold in [true, true, true] {
            #expect(search.next == 14)
            search.note(14, didHold: didHold)
        }
        for didHold in [true, false, true] {
            #expect(search.next == 15)
            search.note(15, didHold: didHold)
        }
        #expect(search.next == nil && search.held == 14 && search.failed == 15)
        #expect(
            search.evidence { "<\($0)>" } == [
                "the largest number that holds: 14",
                "<14>: 4 of 4 trials held, so with 95 % confidence at least 47.2 % of such runs hold",
                "<15>: 2 of 4 trials held, so with 95 % confidence at most 90.3 % of such runs hold",
            ])
    }

    /// A server that holds by chance: the search ends, and what it names held in all its trials unless it says otherwise.
    @Test(arguments: 1...20) func chanceEndsTheSearchToo(seed: UInt64) {
        var search = CapacitySearch(from: 10, most: 100_000, trials: 3)
        var state = seed
        while let next = search.next {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            search.note(next, didHold: next < 500 || (next < 900 && state >> 63 == 0))
        }
        #expect(search.trialCount <= 36)
        let held = search.held ?? 0
        #expect(held >= 480 && held < 900)
        if search.trialCount < 36 { #expect(search.tally(of: held).allHeld && search.tally(of: held).count == 3) }
    }

    @Test func aLowerBoundThatDoesNotHoldEndsTheSearch() {
        var search = CapacitySearch(from: 300, most: 1_000, mustHold: true)
        search.note(300, didHold: false)
        #expect(search.next == nil && search.isBelowStart)
        var later = CapacitySearch(from: 300, most: 310, mustHold: true)
        later.note(300, didHold: true)
        later.note(310, didHold: false)
        #expect(later.next == 300)
        later.note(300, didHold: false)
        #expect(later.next == nil && later.isBelowStart, "it does not hold each time")
        var held = CapacitySearch(from: 300, most: 310, mustHold: true)
        for value in [300, 310, 310] { held.note(value, didHold: true) }
        #expect(held.next == nil && !held.isBelowStart && held.held == 310)
    }

    @Test func itIsCloseAndEnds() {
        for limit in stride(from: 1, to: 100_000, by: 997) {
            let (tried, held) = trials(from: 100, limit: limit)
            #expect(tried.count <= 25)
            #expect(held.map { $0 <= limit && limit - $0 <= max(1, $0 / 20) } == true, "\(limit): \(held ?? 0)")
        }
    }
}
