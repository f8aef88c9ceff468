import PagingContent

/// A result of a load run, by name: a part of a measure such as `deliver.p95` or `naive.ack.max`, or a count such
/// as `gaps` or `rejected.held`. A measure may be that of some actors: `deliver{tag:slow}.p95`.
package struct Figure: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        /// A measure by its name, counted from the intended time or, naive, from the actual one.
        case measure(String, isNaive: Bool, Part)
        case count(Count)
        /// Refused requests; nil: for any reason.
        case rejected(code: String?)
        /// Connections closed by the other side, by close code or `broken`; nil: all.
        case closed(code: String?)
        /// HTTP requests without the expected answer, by kind; nil: all.
        case httpErrors(kind: String?)
        /// Checks of the script, by name; nil: all.
        case checks(name: String?, CheckPart)
    }

    package enum CheckPart: String, Hashable, Sendable, CaseIterable {
        /// The share of those that held.
        case rate
        case passed
        case failed
    }

    /// The actors whose values count.
    package enum Selection: Hashable, Sendable {
        case actor(String)
        case tag(String)

        /// As thresholds and reports write it: `{actor:ann}`.
        package var text: String {
            switch self {
            case .actor(let name): "{actor:\(name)}"
            case .tag(let name): "{tag:\(name)}"
            }
        }
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
        case gaps, duplicates, diverged, unreadable, unanswered
        /// Failed expectations.
        case failures
    }

    /// The names of all measures, as `Measure` of the load run has them.
    package static let measures = [
        "connect", "join", "ack", "deliver", "transit", "spread", "catchUp", "skew", "lag", "reply", "push",
        "http",
    ]
    /// Measures between the members of a room.
    private static let comparing: Set = ["spread", "skew"]
    static let partWords = ["p50", "p90", "p95", "p99", "p99.9", "max", "mean", "count"]
    private static let plainWords = Count.allCases.map(\.rawValue) + ["rejected", "closed", "httpErrors", "checks"]

    /// The name as the script has it.
    package let name: String
    package let subject: Subject
    /// Nil for the whole run.
    package let selection: Selection?

    /// Reads a name.
    package init(_ name: String) throws(Threshold.Problem) {
        self.name = name
        if let (check, part) = try Figure.checks(name) {
            (subject, selection) = (.checks(name: check, part), nil)
            return
        }
        let (plain, selection) = try Figure.split(name)
        self.selection = selection
        var words = plain.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isNaive = words[0] == "naive"
        if isNaive {
            words = (words.count > 1 ? words[1] : "")
                .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        }
        let head = words[0]
        let tail = words.count > 1 ? words[1] : nil
        if Figure.measures.contains(head) {
            if let selection, Figure.comparing.contains(head) {
                throw Threshold.Problem(
                    "`\(head)` compares all members of a room; expected it without \(selection.text), got `\(name)`; actors "
                        + "with `apart: true` stay out of it")
            }
            subject = .measure(head, isNaive: isNaive, try Figure.part(tail, of: head))
            return
        }
        if let selection {
            throw Threshold.Problem(
                "expected a measure before \(selection.text), got `\(head)`; only measures are known by actor")
        }
        guard !isNaive else { throw Figure.unknown(head, "measure", among: Figure.measures) }
        switch (head, tail) {
        case ("rejected", let code): subject = .rejected(code: code)
        case ("closed", let code):
            // libwebsockets 4.1 takes the codes that RFC 6455 does not name for errors of the protocol.
            if let code, ["1012", "1013", "1014"].contains(code) {
                throw Threshold.Problem(
                    "expected a close code that can be told apart, got `\(code)`: connections closed with it count as 1002"
                )
            }
            subject = .closed(code: code)
        case ("httpErrors", let kind):
            let kinds = HTTPError.allCases.map(\.rawValue)
            if let kind, !kinds.contains(kind) { throw Figure.unknown(kind, "kind of `httpErrors`", among: kinds) }
            subject = .httpErrors(kind: kind)
        case (let word, nil):
            guard let count = Count(rawValue: word) else {
                throw Figure.unknown(word, "figure", among: Figure.measures + Figure.plainWords + ["naive"])
            }
            subject = .count(count)
        case (let word, .some):
            guard Count(rawValue: word) == nil else {
                throw Threshold.Problem("expected `\(word)` without a part, got `\(name)`; remove the part")
            }
            throw Figure.unknown(
                word, "measure", among: Figure.measures + ["naive", "rejected", "closed", "httpErrors"])
        }
    }

    /// Reads `checks`, `checks{check:NAME}` and their parts; nil for another figure.
    private static func checks(_ name: String) throws(Threshold.Problem) -> (name: String?, CheckPart)? {
        guard name.hasPrefix("checks") else { return nil }
        var rest = name.dropFirst("checks".count)
        var check: String?
        if rest.hasPrefix("{") {
            guard rest.hasPrefix("{check:"), let closing = rest.firstIndex(of: "}") else {
                throw Threshold.Problem("expected checks{check:NAME}, got `\(name)`")
            }
            check = String(rest[..<closing].dropFirst("{check:".count).drop { $0 == " " })
            rest = rest[closing...].dropFirst()
        }
        if rest.isEmpty { return (check, .rate) }
        guard rest.first == "." else { return nil }
        guard let part = CheckPart(rawValue: String(rest.dropFirst())) else {
            throw unknown(String(rest.dropFirst()), "part of `checks`", among: CheckPart.allCases.map(\.rawValue))
        }
        return (check, part)
    }

    /// Splits off the selection: the name without it, and what stands in its braces.
    private static func split(_ name: String) throws(Threshold.Problem) -> (name: String, Selection?) {
        guard let opening = name.firstIndex(of: "{") else { return (name, nil) }
        guard let closing = name[opening...].firstIndex(of: "}") else {
            throw Threshold.Problem("expected } behind `\(name[opening...])`")
        }
        let words = name[name.index(after: opening)..<closing].split(separator: ":", maxSplits: 1)
        let plain = String(name[..<opening] + name[name.index(after: closing)...])
        guard words.count == 2 else {
            throw Threshold.Problem("expected {actor:NAME} or {tag:NAME}, got `\(name[opening...closing])`")
        }
        let value = String(words[1].drop { $0 == " " })
        switch words[0] {
        case "actor": return (plain, .actor(value))
        case "tag": return (plain, .tag(value))
        default:
            throw Threshold.Problem(
                "expected {actor:NAME} or {tag:NAME}, got `\(name[opening...closing])`",
                suggestion: Spelling.nearest(to: String(words[0]), among: ["actor", "tag"]))
        }
    }

    private static func part(_ word: String?, of measure: String) throws(Threshold.Problem) -> Part {
        guard let word else {
            throw Threshold.Problem(
                "expected a part of `\(measure)` such as \(measure).p95 or \(measure).max, got `\(measure)`")
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

    /// Whether it is a share, 0 … 1.
    package var isShare: Bool {
        switch subject {
        case .count(.reach), .checks(_, .rate): true
        default: false
        }
    }

    /// The unit of its values.
    var dimension: Dimension {
        switch subject {
        case .measure(_, _, .count), .count, .rejected, .closed, .httpErrors, .checks: .number
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
