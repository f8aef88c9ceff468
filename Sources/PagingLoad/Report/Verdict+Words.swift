import PagingScript

extension Verdict {
    /// What was found, in the unit the figure is measured in.
    var foundText: String {
        guard let found else { return "nothing of the kind" }
        guard let measure, !isCount else { return Words.number(found) }
        return measure.isDistance
            ? "\(Words.pages(found)) pages" : Words.time(microseconds: found)
    }

    /// The measure a figure such as `deliver.p95` or `naive.ack.max` is a part of; nil for a count.
    private var measure: Measure? {
        let parts = threshold.figure.split(separator: ".")
        guard parts.count > 1 else { return nil }
        return Measure(rawValue: String(parts.first == "naive" ? parts[1] : parts[0]))
    }

    private var isCount: Bool { threshold.figure.hasSuffix(".count") }
}
