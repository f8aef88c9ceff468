import Scripting

extension Verdict {
    /// What was found, in the unit the figure is measured in.
    var foundText: String {
        guard let found else { return "nothing of the kind" }
        switch threshold.figure.subject {
        case .measure(_, _, .count), .count, .rejected, .closed: return Format.number(found)
        case .measure(let name, _, _):
            let isDistance = Measure(rawValue: name)?.isDistance == true
            return isDistance ? "\(Format.pages(found)) pages" : Format.time(microseconds: found)
        }
    }
}
