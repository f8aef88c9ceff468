/// Reason why nothing is drawn.
package struct PaperFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// The input cannot be drawn.
        case content
        /// A file cannot be written.
        case file
    }

    package let kind: Kind
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
