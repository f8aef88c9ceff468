import Platform

/// Compiled expressions by their text. A script has few, and looks for each often.
package final class PatternCache: Sendable {
    private let patterns = Locked<[String: PatternBox]>([:])

    /// Used under the lock only.
    private struct PatternBox: @unchecked Sendable {
        let pattern: Pattern
    }

    package init() {}

    /// The first match in a text; `.none` for an expression with an error.
    package func match(in text: String, _ expression: String) -> PatternMatch {
        patterns.withLock { patterns in
            if let known = patterns[expression] { return known.pattern.match(in: text) }
            guard let pattern = try? Pattern(expression) else { return .none }
            patterns[expression] = PatternBox(pattern: pattern)
            return pattern.match(in: text)
        }
    }
}
