import PagingContent

/// A condition on a figure of a load run, such as `deliver.p95 < 100ms`, `gaps == 0` or, in each ten seconds,
/// `deliver.p95 < 100ms over 10s`.
package struct Threshold: Hashable, Sendable, CustomStringConvertible {
    package enum Relation: String, Hashable, Sendable, CaseIterable {
        case less = "<"
        case atMost = "<="
        case equal = "=="
        case atLeast = ">="
        case more = ">"

        package func holds(_ value: Double, _ bound: Double) -> Bool {
            switch self {
            case .less: value < bound
            case .atMost: value <= bound
            case .equal: value == bound
            case .atLeast: value >= bound
            case .more: value > bound
            }
        }
    }

    /// An error in a threshold: a sentence without its full stop, and the word that was probably meant.
    package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        package let message: String
        package let suggestion: String?

        init(_ message: String, suggestion: String? = nil) {
            self.message = message
            self.suggestion = suggestion
        }

        package var description: String { message + (suggestion.map { " (did you mean `\($0)`?)" } ?? "") }
    }

    package let figure: Figure
    package let relation: Relation
    /// Microseconds for times, pages for `skew`, otherwise a plain number (`reach`: 0 … 1).
    package let bound: Double
    /// The length of the windows in each of which it has to hold; nil: in the whole run.
    package let windowSeconds: Int?
    /// Whether the run ends early when it does not hold, and from when on; nil: it is judged at the end.
    package var abort: EarlyEnd?
    /// The text as written.
    package let text: String

    /// Reads `FIGURE RELATION BOUND`, with or without spaces: `deliver.p95 < 100ms`, `reach >= 99.9%`, `skew.max<0.5`;
    /// behind it may stand the length of windows: `over 10s`.
    package init(_ text: String) throws(Problem) {
        self.text = text
        let isPartOfRelation: (Character) -> Bool = { "<>=!".contains($0) }
        guard let first = text.firstIndex(where: isPartOfRelation) else {
            throw Problem("expected a figure, a relation and a bound such as `deliver.p95 < 100ms`, got `\(text)`")
        }
        let end = text[first...].firstIndex { !isPartOfRelation($0) } ?? text.endIndex
        guard let relation = Relation(rawValue: String(text[first..<end])) else {
            let known = Phrase.list(Relation.allCases.map(\.rawValue), "or")
            throw Problem("expected \(known), got `\(text[first..<end])`")
        }
        let figure = try Figure(Threshold.trimmed(text[..<first]))
        (self.figure, self.relation) = (figure, relation)
        let (bound, window) = Threshold.split(Threshold.trimmed(text[end...]))
        self.bound = try Threshold.bound(bound, of: figure)
        windowSeconds = try window.map { window throws(Problem) in try Threshold.seconds(window, of: figure) }
    }

    package var description: String { text }

    /// The problem of a threshold about an actor, a tag or a check that the script does not have; nil without one.
    package func problem(in script: Script) -> Problem? {
        problem(
            actors: script.actors.map(\.name), tags: Set(script.actors.compactMap(\.tag)),
            checks: Set(script.actors.flatMap(\.checkNames)))
    }

    func problem(in outline: ScriptOutline) -> Problem? {
        problem(actors: outline.actorNames, tags: outline.tags, checks: outline.checkNames)
    }

    private func problem(actors: [String], tags: Set<String>, checks: Set<String>) -> Problem? {
        let (noun, name, known) =
            switch (figure.selection, figure.subject) {
            case (.actor(let name), _): ("actor", name, actors)
            case (.tag(let name), _): ("tag", name, tags.sorted())
            case (nil, .checks(let name?, _)): ("check", name, checks.sorted())
            case (nil, _): ("", "", [""])
            }
        guard !known.contains(name) else { return nil }
        let expected = known.isEmpty ? "the script has none" : "expected \(Phrase.list(known, "or"))"
        return Problem(
            "`\(figure.name)`: unknown \(noun) `\(name)`; \(expected)",
            suggestion: Spelling.nearest(to: name, among: known))
    }

    private static func bound(_ text: String, of figure: Figure) throws(Problem) -> Double {
        let unit = String(text.reversed().prefix { $0.isLetter || $0 == "%" || $0 == "µ" }.reversed())
        let digits = text.dropLast(unit.count)
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
            let number = Double(digits)
        else { throw Problem("`\(figure.name)`: expected a number as bound, got `\(text)`") }
        switch figure.dimension {
        case .time:
            let microseconds: [String: Double] = ["us": 1, "µs": 1, "ms": 1_000, "s": 1_000_000, "m": 60_000_000]
            guard let factor = microseconds[unit] else {
                throw Problem("`\(figure.name)`: expected a time in us, ms, s or m, got `\(text)`")
            }
            return number * factor
        case .pages:
            guard unit.isEmpty else {
                throw Problem("`\(figure.name)`: expected a number of pages without unit, got `\(text)`")
            }
            return number
        case .number:
            guard unit != "%" else {
                guard figure.isShare else {
                    throw Problem("`\(figure.name)`: expected a count, got the share `\(text)`")
                }
                return try Threshold.share(number / 100, text, of: figure)
            }
            guard unit.isEmpty else { throw Problem("`\(figure.name)`: expected a number without unit, got `\(text)`") }
            if figure.isShare { return try Threshold.share(number, text, of: figure) }
            return number
        }
    }

    private static func share(_ bound: Double, _ text: String, of figure: Figure) throws(Problem) -> Double {
        guard bound <= 1 else {
            throw Problem(
                "`\(figure.name)`: expected a share of at most 100 %, got `\(text)`",
                suggestion: text.hasSuffix("%") || bound > 100 ? nil : "\(text)%")
        }
        return bound
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
