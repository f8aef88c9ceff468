import LoadTesting

/// Searches for the most users, or the highest rate, for which a condition holds. It doubles the value until the
/// condition fails, then bisects the interval. A value holds when it holds in all its trials; at the edge there are
/// several: near it one trial is chance.
struct CapacitySearch {
    /// Values that held in all trials so far, in ascending order.
    private var heldValues: [Int] = []
    /// The largest value that held, and the smallest that did not.
    var held: Int? { heldValues.last }
    private(set) var failed: Int?
    private var tallies: [Int: TrialTally] = [:]
    private(set) var trialCount = 0
    private let start: Int
    private let most: Int
    /// Trials of each value at the edge.
    private let trials: Int
    private let mustHold: Bool

    /// The search ends when the interval is a twentieth of the value.
    private static let part = 20
    /// Most trials, and how often those at the edge may move it.
    private static let (searchTrials, edges) = (24, 4)

    /// - Parameters:
    ///   - start: the first value to try.
    ///   - most: the highest value that this machine can try.
    ///   - mustHold: whether the search ends when the first value does not hold.
    init(from start: Int, most: Int, trials: Int = CourseOptions.standardTrials, mustHold: Bool = false) {
        precondition(1 <= start && start <= most, "expected a start from 1 to \(most), got \(start)")
        self.start = start
        self.most = most
        self.trials = trials
        self.mustHold = mustHold
    }

    /// Value to try next; nil when the search is over.
    var next: Int? {
        guard trialCount < CapacitySearch.searchTrials + CapacitySearch.edges * trials, !isBelowStart else {
            return nil
        }
        return nextInInterval ?? edge.first { tally(of: $0).count < trials }
    }

    /// Whether even the highest value that this machine can try holds.
    var isLimitedHere: Bool { held == most }

    /// Whether the first value had to hold and does not.
    var isBelowStart: Bool { mustHold && failed.map { $0 <= start } == true }

    /// The trials of a value.
    func tally(of value: Int) -> TrialTally { tallies[value] ?? TrialTally() }

    /// The largest value that held and the smallest that did not; empty when none held.
    private var edge: [Int] { held.map { [$0, failed].compactMap(\.self) } ?? [] }

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
        case (let held?, _?) where isComplete: "at most \(text(held))"
        case (let held?, _): "at least \(text(held))"
        }
    }

    /// The evidence of the trials at the edge, a line each: the interval of the number, and the share of runs that hold at its ends.
    func evidence(text: (Int) -> String) -> [String] {
        let lines = edge.map { "\(text($0)): \(tally(of: $0).text)" }
        guard let held, let failed else { return lines }
        let interval = failed - held > 1 ? "\(held) to \(failed - 1)" : "\(held)"
        return ["the largest number that holds: \(interval)"] + lines
    }

    mutating func note(_ tried: Int, didHold: Bool) {
        trialCount += 1
        tallies[tried, default: TrialTally()].note(didHold: didHold)
        if tally(of: tried).allHeld {
            if tried != held { heldValues.append(tried) }
        } else {
            heldValues.removeAll { $0 >= tried }
            failed = min(failed ?? .max, tried)
        }
    }
}
