package import Scripting

/// Judges the thresholds that may end a run, second by second, and says when one does.
package struct AbortWatch: Sendable {
    /// A threshold, and the values of its present window, or of all seconds that count.
    private struct Watched: Sendable {
        let threshold: Threshold
        var sum = LoadResult.Slice()
        var start: Int
        var windows: WindowVerdict
        /// The verdict that will end the run as soon as it may.
        var broken: Verdict?
    }

    private var watched: [Watched]
    private let warmupSeconds: Int
    /// Seconds that have been judged.
    private var judged = 0
    /// The end of the run; nil while it goes on.
    package private(set) var abort: RunAbort?

    /// Nil when no threshold may end the run.
    package init?(_ load: LoadScript) {
        let warmup = load.warmupSeconds
        watched = load.thresholds.filter { $0.abort != nil }.map {
            Watched(threshold: $0, start: warmup, windows: WindowVerdict($0))
        }
        guard !watched.isEmpty else { return nil }
        warmupSeconds = warmup
    }

    /// Takes the next second of the run, with the measures of all workers.
    package mutating func note(_ second: LoadSecond) {
        guard abort == nil else { return }
        judged = second.number + 1
        guard judged > warmupSeconds else { return }
        for number in watched.indices { judge(second.slice, number) }
    }

    private mutating func judge(_ slice: LoadResult.Slice, _ number: Int) {
        watched[number].sum.merge(slice)
        let threshold = watched[number].threshold
        if let length = threshold.windowSeconds {
            guard judged - watched[number].start == length else { return end(by: number) }
            watched[number].windows.note(watched[number].sum, watched[number].start..<judged)
            (watched[number].sum, watched[number].start) = (LoadResult.Slice(), judged)
            let verdict = watched[number].windows.verdict
            if verdict.brokenWindows > 0 { watched[number].broken = verdict }
        } else {
            let found = watched[number].sum.value(of: threshold.figure)
            watched[number].broken = found.flatMap { threshold.isLost($0) ? Verdict(threshold, found: $0) : nil }
        }
        end(by: number)
    }

    private mutating func end(by number: Int) {
        guard abort == nil, let verdict = watched[number].broken,
            Int64(judged) * 1_000 >= verdict.threshold.abort?.afterMilliseconds ?? 0
        else { return }
        abort = RunAbort(verdict: verdict, second: judged)
    }
}

extension Threshold {
    /// Whether the run so far shows that the threshold will not hold, or does not hold now. A count that must reach a value
    /// exactly is lost when it is above.
    fileprivate func isLost(_ found: Double) -> Bool {
        figure.grows && relation == .equal ? found > bound && !holds(found) : !holds(found)
    }
}
