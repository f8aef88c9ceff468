/// Trials of the same run: how many held, and what follows for the share of such runs that hold.
///
/// The bounds are exact (Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the
/// binomial", 1934), each on one side.
package struct TrialTally: Hashable, Sendable {
    package private(set) var held = 0
    package private(set) var count = 0

    /// The confidence of each bound.
    package static let confidence = 0.95

    package init() {}

    package mutating func note(didHold: Bool) {
        count += 1
        if didHold { held += 1 }
    }

    /// Whether there were trials and all of them held.
    package var allHeld: Bool { count > 0 && held == count }

    /// The least share of runs that hold; of a smaller one, so many would hold in one of twenty series at most.
    package var leastShare: Double {
        held == 0 ? 0 : root { 1 - cumulative(held - 1, share: $0) < 1 - TrialTally.confidence }
    }

    /// The most.
    package var mostShare: Double {
        held == count ? 1 : root { cumulative(held, share: $0) >= 1 - TrialTally.confidence }
    }

    /// Such as `5 of 5 trials held, so with 95 % confidence at least 54.9 % of such runs hold`.
    package var text: String {
        let isUpper = allHeld || held * 2 > count
        let share = isUpper ? leastShare : mostShare
        // Rounded to the side that claims less.
        let tenths = (share * 1_000).rounded(isUpper ? .down : .up) / 10
        let trials = "\(held) of \(count) \(count == 1 ? "trial" : "trials") held"
        return "\(trials), so with 95 % confidence at \(isUpper ? "least" : "most") "
            + "\(Format.decimal(tenths, places: 1)) % of such runs hold"
    }

    /// The share at which `isBelow` ends to be true.
    private func root(_ isBelow: (Double) -> Bool) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if isBelow(middle) { low = middle } else { high = middle }
        }
        return low
    }

    /// The probability that at most `most` of `count` trials hold.
    private func cumulative(_ most: Int, share: Double) -> Double {
        share <= 0.5 ? lower(most, share) : 1 - lower(count - most - 1, 1 - share)
    }

    /// The same for shares up to a half: of larger ones the first term is too small for a number.
    private func lower(_ most: Int, _ share: Double) -> Double {
        guard most >= 0 else { return 0 }
        var term = (0..<count).reduce(1.0) { product, _ in product * (1 - share) }
        var sum = term
        for number in 0..<min(most, count) {
            term *= Double(count - number) / Double(number + 1) * share / (1 - share)
            sum += term
        }
        return min(1, sum)
    }
}
