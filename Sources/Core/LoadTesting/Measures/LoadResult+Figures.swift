package import Scripting

/// The figures that thresholds compare.
extension LoadResult {
    /// The measured value in the figure's unit: microseconds, pages, or a plain number; nil when nothing of this kind
    /// happened.
    package func value(of figure: Figure) -> Double? {
        switch figure.subject {
        case .measure(let name, let isNaive, let part):
            guard let measure = Measure(rawValue: name), let values = latencies(of: figure.selection)[measure] else {
                return part == .count ? 0 : nil
            }
            return (isNaive ? values.naive : values.corrected).value(of: part, measure)
        case .count(.failures): return Double(failureCount)
        case .count, .rejected, .closed, .httpErrors, .checks: return counts.value(of: figure.subject)
        }
    }

    /// The measures of some actors, or of the whole run.
    func latencies(of selection: Figure.Selection?) -> [Measure: Latencies] {
        guard let selection else { return latencies }
        return actors.reduce(into: [:]) { sum, actor in
            if selection == .actor(actor.name) || actor.tag.map({ selection == .tag($0) }) == true {
                sum.add(actor.latencies)
            }
        }
    }

    /// The groups that reports show beside the whole run: the tags, and actors that are apart without a tag.
    var groups: [Figure.Selection] {
        actors.reduce(into: []) { groups, actor in
            let group: Figure.Selection? = actor.tag.map { .tag($0) } ?? (actor.isApart ? .actor(actor.name) : nil)
            if let group, !groups.contains(group) { groups.append(group) }
        }
    }
}

extension LoadResult.Slice {
    /// The same of one second, or of several that were merged. Naive measures are known for the whole run only.
    func value(of figure: Figure) -> Double? {
        switch figure.subject {
        case .measure(let name, let isNaive, let part):
            let measured = figure.selection.map { groups[$0.text] ?? [:] } ?? latencies
            guard !isNaive, let measure = Measure(rawValue: name), let values = measured[measure] else {
                return part == .count ? 0 : nil
            }
            return values.value(of: part, measure)
        case .count(.failures): return Double(failures)
        case .count, .rejected, .closed, .httpErrors, .checks: return counts.value(of: figure.subject)
        }
    }
}

extension Distribution {
    fileprivate func value(of part: Figure.Part, _ measure: Measure) -> Double? {
        if part == .count { return Double(count) }
        guard count > 0 else { return nil }
        let found: Double =
            switch part {
            case .percentile(let percent): Double(value(atPercentile: percent))
            case .maximum: Double(maximum)
            case .mean, .count: mean
            }
        return measure.isDistance ? found / 65_536 : found
    }
}

extension LoadCounts {
    /// The count that a figure names; nil for measures, failures, and shares of nothing.
    fileprivate func value(of subject: Figure.Subject) -> Double? {
        switch subject {
        case .measure, .count(.failures): nil
        case .count(.reach): reach
        case .count(let count): number(of: count).map { Double($0) }
        case .rejected(let code): LoadCounts.sum(rejections, code)
        case .closed(let code): LoadCounts.sum(closes, code)
        case .httpErrors(let kind): LoadCounts.sum(httpErrors, kind)
        case .checks(let name, .rate): checks(named: name).rate
        case .checks(let name, .passed): Double(checks(named: name).passed)
        case .checks(let name, .failed): Double(checks(named: name).failed)
        }
    }

    private static func sum(_ counts: [String: Int], _ code: String?) -> Double {
        Double(code.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +))
    }

    private func number(of count: Figure.Count) -> Int? {
        switch count {
        case .started: started
        case .droppedStarts: droppedStarts
        case .connectFailures: connectFailures
        case .sentMessages: sentMessages
        case .sentBytes: sentBytes
        case .receivedMessages: receivedMessages
        case .receivedBytes: receivedBytes
        case .expectedEvents: expectedEvents
        case .receivedEvents: receivedEvents
        case .offsets: offsets
        case .gaps: gaps
        case .duplicates: duplicates
        case .diverged: diverged
        case .unreadable: unreadable
        case .unanswered: unanswered
        case .failures, .reach: nil
        }
    }
}
