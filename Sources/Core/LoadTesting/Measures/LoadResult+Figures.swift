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
            return LoadResult.value(of: part, in: isNaive ? values.naive : values.corrected, measure)
        case .count(let count): return value(of: count)
        case .rejected(let code): return LoadResult.sum(counts.rejections, code)
        case .closed(let code): return LoadResult.sum(counts.closes, code)
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

    private static func value(of part: Figure.Part, in values: Distribution, _ measure: Measure) -> Double? {
        if part == .count { return Double(values.count) }
        guard values.count > 0 else { return nil }
        let found: Double =
            switch part {
            case .percentile(let percent): Double(values.value(atPercentile: percent))
            case .maximum: Double(values.maximum)
            case .mean, .count: values.mean
            }
        return measure.isDistance ? found / 65_536 : found
    }

    private static func sum(_ counts: [String: Int], _ code: String?) -> Double {
        Double(code.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +))
    }

    private func value(of count: Figure.Count) -> Double {
        let number: Int =
            switch count {
            case .started: counts.started
            case .droppedStarts: counts.droppedStarts
            case .connectFailures: counts.connectFailures
            case .sentMessages: counts.sentMessages
            case .sentBytes: counts.sentBytes
            case .receivedMessages: counts.receivedMessages
            case .receivedBytes: counts.receivedBytes
            case .expectedEvents: counts.expectedEvents
            case .receivedEvents: counts.receivedEvents
            case .offsets: counts.offsets
            case .gaps: counts.gaps
            case .duplicates: counts.duplicates
            case .diverged: counts.diverged
            case .unreadable: counts.unreadable
            case .failures: failureCount
            case .reach: 0
            }
        return count == .reach ? counts.reach : Double(number)
    }
}

extension Verdict {
    /// Compares each threshold with the result. A threshold on something that never happened does not hold.
    package static func judge(_ thresholds: [Threshold], _ result: LoadResult) -> [Verdict] {
        thresholds.map { threshold in
            guard let found = result.value(of: threshold.figure) else {
                return Verdict(threshold, found: nil, held: false)
            }
            // 99.9 % is not exactly 0.999 in binary: values that differ this little are equal.
            let isBound = abs(found - threshold.bound) <= 1e-9 * max(1, abs(threshold.bound))
            let held = threshold.relation.holds(isBound ? threshold.bound : found, threshold.bound)
            return Verdict(threshold, found: found, held: held)
        }
    }
}
