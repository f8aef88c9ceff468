import PagingContent

/// Thresholds that are judged second by second: over windows, or to end the run.
extension Threshold {
    /// The end of a run by a threshold that does not hold.
    package struct EarlyEnd: Hashable, Sendable {
        /// From the start of the run; the threshold ends no run earlier.
        package var afterMilliseconds: Int64

        package init(afterMilliseconds: Int64 = 0) {
            self.afterMilliseconds = afterMilliseconds
        }
    }

    /// The bound, and what stands behind `over`.
    static func split(_ text: String) -> (bound: String, window: String?) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let over = words.firstIndex(of: "over") else { return (text, nil) }
        return (words[..<over].joined(separator: " "), words[(over + 1)...].joined(separator: " "))
    }

    /// The length of a window in seconds.
    static func seconds(_ text: String, of figure: Figure) throws(Problem) -> Int {
        if let problem = figure.courseProblem { throw problem }
        guard let time = TimeText.milliseconds(text), time >= 1_000, time % 1_000 == 0,
            time <= ScriptLimits.durationMilliseconds
        else {
            throw Problem("`\(figure.name)`: expected a window of whole seconds such as `over 10s`, got `over \(text)`")
        }
        return Int(time / 1_000)
    }

    /// The reason why the threshold cannot end a run; nil when it can.
    package var abortProblem: Problem? {
        if let problem = figure.courseProblem { return problem }
        if case .measure("spread", _, _) = figure.subject { return known(atTheEnd: "spread") }
        if case .measure("skew", _, _) = figure.subject { return known(atTheEnd: "skew") }
        guard windowSeconds == nil, figure.grows, relation == .atLeast || relation == .more else { return nil }
        return Problem(
            "`\(text)` may hold until the end of the run, so it cannot end it; expected a window such as "
                + "`\(text) over 10s`")
    }

    private func known(atTheEnd measure: String) -> Problem {
        Problem(
            "`\(measure)` is known at the end of the run, so it cannot end it; expected a threshold without `abort`")
    }
}

extension Figure {
    /// The reason why the figure is not known second by second; nil when it is.
    fileprivate var courseProblem: Threshold.Problem? {
        switch subject {
        case .measure(_, isNaive: true, _):
            Threshold.Problem("`\(name)` is known for the whole run only; expected it without `over` and `abort`")
        case .measure, .count, .rejected, .closed, .httpErrors, .checks: nil
        }
    }

    /// Whether the figure of the whole run never becomes smaller while the run lasts.
    package var grows: Bool {
        switch subject {
        case .measure(_, _, .count), .rejected, .closed, .httpErrors: true
        case .measure, .count(.reach), .checks(_, .rate): false
        case .count, .checks: true
        }
    }
}
