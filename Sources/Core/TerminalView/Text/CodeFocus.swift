import PagingContent

/// The steps at which a line of code is highlighted.
struct CodeFocus: Hashable, Sendable {
    /// The step of the first group of lines.
    private let first: Int
    private let groups: Int
    /// A bit for each group that holds the line.
    private let isLit: UInt64

    /// Nil for code without groups.
    init?(_ attributes: CodeAttributes, line: Int, from step: Int) {
        guard !attributes.groups.isEmpty else { return nil }
        first = step
        groups = attributes.groups.count
        isLit = attributes.groups.enumerated().reduce(0) { bits, group in
            group.element.contains(line) ? bits | 1 << UInt64(group.offset) : bits
        }
    }

    func isLit(after steps: Int) -> Bool { isLit >> UInt64(min(max(0, steps - first), groups - 1)) & 1 == 1 }
}
