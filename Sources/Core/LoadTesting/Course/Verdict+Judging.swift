package import Scripting

extension Verdict {
    /// Compares each threshold with the result. A threshold on something that never happened does not hold.
    ///
    /// - Parameter abort: The end of the run by one of the thresholds; nil: the run went on to its end.
    package static func judge(
        _ thresholds: [Threshold], _ result: LoadResult, abort: RunAbort? = nil
    ) -> [Verdict] {
        thresholds.map { threshold in
            var verdict = judge(threshold, result, end: abort?.second)
            guard let abort, abort.verdict.threshold == threshold else { return verdict }
            // What came while the users left may have made the value of the whole run better again.
            if verdict.held { verdict = abort.verdict }
            verdict.endedRun = true
            return verdict
        }
    }

    /// - Parameter end: The second in which users began to leave because the run was ended.
    private static func judge(_ threshold: Threshold, _ result: LoadResult, end: Int?) -> Verdict {
        guard let length = threshold.windowSeconds else {
            return Verdict(threshold, found: result.value(of: threshold.figure))
        }
        var windows = WindowVerdict(threshold)
        let timeline = result.timeline.prefix(end ?? .max)
        let all = Windows(of: timeline, from: result.warmupSeconds, length: length)
        for window in all.whole + (threshold.isMinimumOfCount ? [] : all.rest) {
            windows.note(timeline[window].reduce(into: LoadResult.Slice()) { $0.merge($1) }, window)
        }
        return windows.verdict
    }

    /// - Parameter found: the value of all seconds that count.
    init(_ threshold: Threshold, found: Double?) {
        self.init(threshold, found: found, held: found.map { threshold.holds($0) } ?? false)
    }
}

extension Threshold {
    /// Whether it asks for at least so many of something, which a shorter time cannot have.
    fileprivate var isMinimumOfCount: Bool { figure.grows && (relation == .more || relation == .atLeast) }

    func holds(_ found: Double) -> Bool {
        // 99.9 % is not exactly 0.999 in binary: values that differ this little are equal.
        let isBound = abs(found - bound) <= 1e-9 * max(1, abs(bound))
        return relation.holds(isBound ? bound : found, bound)
    }
}
