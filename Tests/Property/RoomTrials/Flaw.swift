/// A failure in a trial, and the move after which it appeared.
package struct Flaw: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the move in the trial; nil when only the end shows it.
    package let move: Int?
    package let text: String

    package var description: String { (move.map { "after move \($0): " } ?? "in the end: ") + text }
}
