import PagingContent

/// A result of a load run, by name: a part of a measure such as `deliver.p95` or `naive.ack.max`, or a count such
/// as `gaps` or `rejected.held`.
package struct Figure: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        /// A measure by its name, counted from the intended time or, naive, from the actual one.
        case measure(String, isNaive: Bool, Part)
        case count(Count)
        /// Refused requests; nil: for any reason.
        case rejected(code: String?)
        /// Connections closed by the other side, by close code or `broken`; nil: all.
        case closed(code: String?)
    }

    /// The part of all values of a measure.
    package enum Part: Hashable, Sendable {
        /// The value that this percentage of values does not exceed.
        case percentile(Double)
        case maximum
        case mean
        /// The number of values.
        case count
    }

    package enum Count: String, Hashable, Sendable, CaseIterable {
        case started, droppedStarts, connectFailures
        case sentMessages, sentBytes, receivedMessages, receivedBytes
        case expectedEvents, receivedEvents, reach, offsets
        case gaps, duplicates, diverged, unreadable
        /// Failed expectations.
        case failures
    }

    /// The names of all measures, as `Measure` of the load run has them.
    package static let measures = [
        "connect", "join", "ack", "deliver", "spread", "catchUp", "skew", "lag", "reply", "push",
    ]
    static let partWords = ["p50", "p90", "p95", "p99", "p99.9", "max", "mean", "count"]
    private static let plainWords = Count.allCases.map(\.rawValue) + ["rejected", "closed"]

    /// The name as the script has it.
    package let name: String
    package let subject: Subject

    /// Reads a name.
    package init(_ name: String) throws(Threshold.Problem) {
        self.name = name
        var words = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isNaive = words[0] == "naive"
        if isNaive {
            words = (words.count > 1 ? words[1] : "")
                .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        }
        let head = words[0]
        let tail = words.count > 1 ? words[1] : nil
        if Figure.measures.contains(head) {
            subject = .measure(head, isNaive: isNaive, try Figure.part(tail, of: head))
            return
        }
        guard !isNaive else { throw Figure.unknown(head, "measure", among: Figure.measures) }
        switch (head, tail) {
        case ("rejected", let code): subject = .rejected(code: code)
        case ("closed", let code): subject = .closed(code: code)
        case (let word, nil):
            guard let count = Count(rawValue: word) else {
                throw Figure.unknown(word, "figure", among: Figure.measures + Figure.plainWords + ["naive"])
            }
            subject = .count(count)
        case (let word, .some):
            guard Count(rawValue: word) == nil else {
                throw Threshold.Problem("`\(word)` is a single number without parts; remove the part")
            }
            throw Figure.unknown(word, "measure", among: Figure.measures + ["naive", "rejected", "closed"])
        }
    }

    private static func part(_ word: String?, of measure: String) throws(Threshold.Problem) -> Part {
        guard let word else {
            throw Threshold.Problem("`\(measure)` requires a part: \(measure).p95, \(measure).max and so on")
        }
        switch word {
        case "max": return .maximum
        case "mean": return .mean
        case "count": return .count
        default:
            let digits = word.dropFirst()
            guard word.first == "p", digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
                let percent = Double(digits), (0...100).contains(percent)
            else { throw unknown(word, "part of `\(measure)`", among: partWords) }
            return .percentile(percent)
        }
    }

    private static func unknown(_ word: String, _ noun: String, among known: [String]) -> Threshold.Problem {
        Threshold.Problem(
            "unknown \(noun) `\(word)`; expected \(Phrase.list(known, "or"))",
            suggestion: Spelling.nearest(to: word, among: known))
    }

    /// The unit of its values.
    var dimension: Dimension {
        switch subject {
        case .measure(_, _, .count), .count, .rejected, .closed: .number
        case .measure("skew", _, _): .pages
        case .measure: .time
        }
    }

    enum Dimension {
        case time
        case pages
        case number
    }
}
