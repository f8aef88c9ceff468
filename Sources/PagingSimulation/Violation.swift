/// A rule that a world broke.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// World time, in milliseconds.
    public let milliseconds: Int64
    /// What should hold and what was seen.
    public let text: String

    public var description: String { "at \(milliseconds) ms: \(text)" }
}
