import Scripting

/// The windows of a run, one after the other. A window that would go beyond the run ends with it, so it may overlap the one
/// before; a shorter run is one window.
struct Windows: Hashable {
    /// Windows of whole seconds, up to the last one at whose end the run had users.
    let whole: [Range<Int>]
    /// The others, counted back from the end. The last seconds may be short, so a count that has to reach something is not
    /// judged there.
    let rest: [Range<Int>]

    /// - Parameter start: the first second that counts.
    init(of timeline: ArraySlice<LoadResult.Slice>, from start: Int, length: Int) {
        let end = timeline.lastIndex { $0.playing > 0 }.map { $0 + 1 } ?? timeline.count
        var windows = stride(from: start, through: end - length, by: length).map { $0..<($0 + length) }
        if start < end, windows.last?.upperBound != end { windows.append(max(start, end - length)..<end) }
        whole = windows
        rest = stride(from: timeline.count, to: max(start, end), by: -length).map { max(start, $0 - length)..<$0 }
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
