/// The kind of a part of code that has a colour of its own. The letters are those of `CodeColours`.
package enum CodeToken: Character, Hashable, Sendable, CaseIterable {
    case keyword = "k"
    case type = "t"
    case function = "f"
    case variable = "v"
    case string = "s"
    case number = "n"
    case comment = "c"
    case inserted = "i"
    case deleted = "d"
}

/// A part of code.
package struct CodeSpan: Hashable, Sendable {
    /// Unicode scalars.
    package let length: Int
    /// Nil for text without a colour of its own.
    package let token: CodeToken?

    package init(length: Int, token: CodeToken?) {
        self.length = length
        self.token = token
    }
}
