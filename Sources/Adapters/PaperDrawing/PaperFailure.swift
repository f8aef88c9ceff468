/// Reason why nothing is drawn.
package struct PaperFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum FailedPart: Sendable {
        /// The input cannot be drawn.
        case content
        /// A file cannot be written.
        case file
    }

    package let part: FailedPart
    package let description: String

    package init(_ part: FailedPart, _ description: String) {
        self.part = part
        self.description = description
    }
}
