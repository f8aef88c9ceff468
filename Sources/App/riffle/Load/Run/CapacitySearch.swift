/// Looks for the most users, or the highest rate, with which a condition holds: doubles until it does not, then halves
/// what is left between.
struct CapacitySearch {
    /// The most that was found to hold, and the least that was not.
    private(set) var held: Int?
    private(set) var failed: Int?
    private(set) var trialCount = 0
    private let start: Int
    private let most: Int

    /// It ends when what is left is a twentieth.
    private static let part = 20
    private static let trials = 24

    /// - Parameters:
    ///   - start: the first value to try.
    ///   - most: the highest value that this machine can try.
    init(from start: Int, most: Int) {
        precondition(1 <= start && start <= most, "A search begins with somebody, within what is possible.")
        self.start = start
        self.most = most
    }

    /// Value to try next; nil when the search is over.
    var next: Int? {
        guard trialCount < CapacitySearch.trials else { return nil }
        switch (held, failed) {
        case (nil, nil): return start
        case (let held?, nil): return held == most ? nil : min(held * 2, most)
        case (nil, let failed?): return failed == 1 ? nil : failed / 2
        case (let held?, let failed?):
            guard failed - held > max(1, held / CapacitySearch.part) else { return nil }
            return (held + failed) / 2
        }
    }

    mutating func note(_ tried: Int, didHold: Bool) {
        trialCount += 1
        if didHold { held = max(held ?? 0, tried) } else { failed = min(failed ?? .max, tried) }
    }
}
