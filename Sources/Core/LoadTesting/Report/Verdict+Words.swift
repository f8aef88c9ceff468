import Scripting

extension Verdict {
    /// The measured value with its unit, and the seconds of a window.
    package var foundText: String {
        guard let seconds else { return valueText }
        let (first, last) = (seconds.lowerBound, seconds.upperBound - 1)
        return valueText + (first == last ? " in second \(first)" : " in seconds \(first) to \(last)")
    }

    private var valueText: String {
        guard let found else { return "no such event" }
        switch threshold.figure.subject {
        case .checks(_, .rate), .count(.reach): return Format.share(found)
        case .measure(_, _, .count), .count, .rejected, .closed, .httpErrors, .checks: return Format.number(found)
        case .measure(let name, _, _):
            let isDistance = Measure(rawValue: name)?.isDistance == true
            return isDistance ? "\(Format.pages(found)) pages" : Format.time(microseconds: found)
        }
    }
}
