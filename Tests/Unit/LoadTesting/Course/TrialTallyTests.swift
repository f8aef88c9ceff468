import Testing

@testable import LoadTesting

/// Conclusions from some trials about all runs.
@Suite struct TrialTallyTests {
    private func tally(_ held: Int, of count: Int) -> TrialTally {
        var tally = TrialTally()
        for number in 0..<count { tally.note(didHold: number < held) }
        return tally
    }

    /// n of n: the n-th root of 0.05; the others from sums of exact binomial terms, computed by another program.
    @Test(arguments: [
        (1, 1, 0.05, 1.0), (2, 2, 0.223_607, 1), (3, 3, 0.368_403, 1), (5, 5, 0.549_280, 1), (10, 10, 0.741_134, 1),
        (0, 1, 0, 0.95), (0, 5, 0, 0.450_720), (3, 5, 0.189_256, 0.923_559), (9, 10, 0.605_838, 0.994_884),
        (50, 100, 0.413_622, 0.586_378), (99, 100, 0.953_440, 0.999_487),
    ])
    func boundsAreExact(held: Int, count: Int, least: Double, most: Double) {
        let tally = tally(held, of: count)
        #expect(abs(tally.leastShare - least) < 1e-5, "\(tally.leastShare)")
        #expect(abs(tally.mostShare - most) < 1e-5, "\(tally.mostShare)")
    }

    /// If a share of 0.6 of runs hold, the bound is above it in at most one of twenty series: all series are counted.
    @Test(arguments: [2, 5, 12]) func theBoundIsRightOftenEnough(count: Int) {
        let share = 0.6
        var wrong = 0.0
        for held in 0...count where tally(held, of: count).leastShare > share {
            var term = 1.0
            for number in 0..<held { term *= Double(count - number) / Double(number + 1) * share / (1 - share) }
            for _ in 0..<count { term *= 1 - share }
            wrong += term
        }
        #expect(wrong <= 0.05)
    }

    @Test func theWordsClaimNoMoreThanTheBound() {
        #expect(tally(5, of: 5).text == "5 of 5 trials held, so with 95 % confidence at least 54.9 % of such runs hold")
        #expect(tally(0, of: 1).text == "0 of 1 trial held, so with 95 % confidence at most 95.0 % of such runs hold")
        #expect(tally(0, of: 5).text.contains("at most 45.1 %"), "rounded up")
        #expect(tally(1, of: 2).text.contains("1 of 2 trials held, so with 95 % confidence at most 97.5 %"))
    }
}
