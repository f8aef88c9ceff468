/// Searches for the most users, or the highest rate, for which a condition holds. It doubles the value until the
/// condition fails, then bisects the interval. The result has to hold in a second trial: near the edge one trial is chance.
struct CapacitySearch {
    /// Values that held and were not refuted by a second trial, in ascending order.
    private var heldValues: [Int] = []
    /// The largest value that held, and the smallest that did not.
    var held: Int? { heldValues.last }
    private(set) var failed: Int?
    /// The value that held in two trials.
    private var confirmed: Int?
    private(set) var trialCount = 0
    private let start: Int
    private let most: Int

    /// The search ends when the interval is a twentieth of the value.
    private static let part = 20
    private static let trials = 24

    /// - Parameters:
    ///   - start: the first value to try.
    ///   - most: the highest value that this machine can try.
    init(from start: Int, most: Int) {
        precondition(1 <= start && start <= most, "expected a start from 1 to \(most), got \(start)")
        self.start = start
        self.most = most
    }

    /// Value to try next; nil when the search is over.
    var next: Int? {
        guard trialCount < CapacitySearch.trials else { return nil }
        return nextInInterval ?? (held == confirmed ? nil : held)
    }

    /// Nil when the interval is small enough.
    private var nextInInterval: Int? {
        switch (held, failed) {
        case (nil, nil): return start
        case (let held?, nil): return held == most ? nil : min(held * 2, most)
        case (nil, let failed?): return failed == 1 ? nil : failed / 2
        case (let held?, let failed?):
            guard failed - held > max(1, held / CapacitySearch.part) else { return nil }
            return (held + failed) / 2
        }
    }

    /// The result in words, to be followed by the condition.
    ///
    /// - Parameters:
    ///   - isComplete: whether the search ended by itself.
    ///   - text: a value in words.
    func bounds(isComplete: Bool, text: (Int) -> String) -> String {
        switch (held, failed) {
        case (nil, nil): "no result"
        case (nil, let failed?): "fewer than \(text(failed)), no run held,"
        case (let held?, _) where isComplete: "at most \(text(held))"
        case (let held?, _): "at least \(text(held))"
        }
    }

    mutating func note(_ tried: Int, didHold: Bool) {
        trialCount += 1
        if didHold {
            if tried == held { confirmed = tried } else { heldValues.append(tried) }
        } else {
            heldValues.removeAll { $0 >= tried }
            failed = min(failed ?? .max, tried)
        }
    }
}
