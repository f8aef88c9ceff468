import Scripting

extension Verdict {
    /// The measured value with its unit.
    var foundText: String {
        guard let found else { return "no such event" }
        switch threshold.figure.subject {
        case .measure(_, _, .count), .count, .rejected, .closed: return Format.number(found)
        case .measure(let name, _, _):
            let isDistance = Measure(rawValue: name)?.isDistance == true
            return isDistance ? "\(Format.pages(found)) pages" : Format.time(microseconds: found)
        }
    }
}
