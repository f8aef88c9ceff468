import Scripting

/// The windows of a run, one after the other. A window that would go beyond the run ends with it, so it may overlap the one
/// before; a shorter run is one window.
struct Windows: Hashable {
    /// Windows of whole seconds.
    let whole: [Range<Int>]
    /// The one that ends with the seconds in which the last users left, if there are any. These may be short, so a count that
    /// has to reach something is not judged there.
    let last: Range<Int>?

    /// - Parameter start: the first second that counts.
    init(of timeline: ArraySlice<LoadResult.Slice>, from start: Int, length: Int) {
        guard start < timeline.count else {
            (whole, last) = ([], nil)
            return
        }
        let end = max(timeline.lastIndex { $0.users > 0 }.map { $0 + 1 } ?? timeline.count, start + 1)
        var windows = stride(from: start, through: end - length, by: length).map { $0..<($0 + length) }
        if windows.last?.upperBound != end { windows.append(max(start, end - length)..<end) }
        whole = windows
        last = end < timeline.count ? max(start, timeline.count - length)..<timeline.count : nil
    }
}

/// The verdict on a threshold that has to hold in each window. A window without a value says nothing.
struct WindowVerdict {
    private let threshold: Threshold
    private(set) var verdict: Verdict

    init(_ threshold: Threshold) {
        self.threshold = threshold
        verdict = Verdict(threshold, found: nil, held: false)
    }

    mutating func note(_ slice: LoadResult.Slice, _ window: Range<Int>) {
        guard let found = slice.value(of: threshold.figure) else { return }
        verdict.windows += 1
        if !threshold.holds(found) { verdict.brokenWindows += 1 }
        verdict.held = verdict.brokenWindows == 0
        guard verdict.found.map({ isWorse(found, than: $0) }) ?? true else { return }
        (verdict.found, verdict.seconds) = (found, window)
    }

    private func isWorse(_ found: Double, than other: Double) -> Bool {
        switch threshold.relation {
        case .less, .atMost: found > other
        case .more, .atLeast: found < other
        case .equal: abs(found - threshold.bound) > abs(other - threshold.bound)
        }
    }
}
