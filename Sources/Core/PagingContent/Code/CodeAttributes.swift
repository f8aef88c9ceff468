/// Wishes behind the language of a fence: highlighted lines and their steps, line numbers.
///
/// The spellings of presenterm (`{1,3|5-7|all} +line_numbers`), Slidev (`{1,3|5}{lines:true}`) and reveal.js
/// (`[1,3|5]`) are read; other words are ignored.
package struct CodeAttributes: Hashable, Sendable {
    /// Lines that are highlighted together.
    package struct LineGroup: Hashable, Sendable {
        /// Nil for all lines.
        let ranges: [ClosedRange<Int>]?

        /// Whether line `number`, from 1, is one of them.
        package func contains(_ number: Int) -> Bool { ranges?.contains { $0.contains(number) } ?? true }
    }

    private static let mostGroups = 50
    /// Ranges of all groups together: each is compared with each line.
    private static let mostRanges = 100

    /// Groups in the order in which steps show them; empty without a wish.
    package private(set) var groups: [LineGroup] = []
    package private(set) var hasLineNumbers = false

    /// The groups as `1,3-5|all`, for other readers; empty without groups.
    package var groupText: String {
        groups.map { group in
            group.ranges?.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
                .joined(separator: ",") ?? "all"
        }.joined(separator: "|")
    }

    /// Steps from the first group to the last.
    package var steps: Int { max(0, groups.count - 1) }

    /// Reads the words behind the language.
    package init(_ text: some StringProtocol) {
        let text = text.lowercased()
        hasLineNumbers = ["+line_numbers", "+numbers", "lines:true", "data-line-numbers", ".numberlines"]
            .contains { text.contains($0) }
        for (open, close) in [("{", "}"), ("[", "]")] where groups.isEmpty {
            guard let start = text.firstRange(of: open),
                let end = text[start.upperBound...].firstRange(of: close)
            else { continue }
            groups = CodeAttributes.groups(text[start.upperBound..<end.lowerBound]) ?? []
            // reveal.js numbers the lines of code with a list in brackets.
            if open == "[", !groups.isEmpty { hasLineNumbers = true }
        }
    }

    /// Nil for a text that is no list of lines.
    private static func groups(_ text: Substring) -> [LineGroup]? {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        guard !text.isEmpty, parts.count <= mostGroups else { return nil }
        var groups: [LineGroup] = []
        for part in parts {
            let part = part.filter { $0 != " " }
            if part == "all" || part == "*" {
                groups.append(LineGroup(ranges: nil))
                continue
            }
            let words = part.split(separator: ",", omittingEmptySubsequences: false)
            guard groups.reduce(words.count, { $0 + ($1.ranges?.count ?? 1) }) <= mostRanges else { return nil }
            let ranges = words.compactMap(range)
            guard ranges.count == words.count || part == "none" || part == "hide" else { return nil }
            groups.append(LineGroup(ranges: ranges))
        }
        return groups
    }

    /// `3` or `3-5`.
    private static func range(_ text: Substring) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first >= 1, first <= last
        else { return nil }
        return first...last
    }
}
