import PagingContent

/// The text of a message with placeholders that are filled for each user and each message: `{{user}}`, `{{id}}`,
/// `{{time}}` and `{{seq}}`.
package struct Template: Hashable, Sendable, CustomStringConvertible {
    package enum Piece: Hashable, Sendable {
        case text(String)
        case placeholder(Placeholder)
    }

    package enum Placeholder: String, Hashable, Sendable, CaseIterable {
        /// The user's number over the whole run, from 0.
        case user
        /// A number that differs for every message of the run: digits alone, so that it may stand in JSON with or
        /// without quotes.
        case id
        /// The intended send time in the endpoint's format: digits alone.
        case time
        /// The number of messages the user has sent before.
        case sequence = "seq"
    }

    package var pieces: [Piece]

    package init(pieces: [Piece]) {
        self.pieces = pieces
    }

    /// Reads a text; throws an unknown placeholder, or the rest of a text after a `{{` that is not closed.
    package init(_ text: String) throws(Problem) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let opening = rest.firstRange(of: "{{") {
            if opening.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<opening.lowerBound]))) }
            guard let closing = rest[opening.upperBound...].firstRange(of: "}}") else {
                throw .unclosed(String(rest[opening.lowerBound...]))
            }
            let name = String(rest[opening.upperBound..<closing.lowerBound])
            guard let placeholder = Placeholder(rawValue: name) else { throw .unknownPlaceholder(name) }
            pieces.append(.placeholder(placeholder))
            rest = rest[closing.upperBound...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.init(pieces: pieces)
    }

    package enum Problem: Error, Hashable, Sendable {
        case unknownPlaceholder(String)
        case unclosed(String)

        private static let known = Placeholder.allCases.map(\.rawValue)

        var message: String {
            switch self {
            case .unknownPlaceholder(let name):
                "expected \(Phrase.list(Problem.known.map { "{{\($0)}}" }, "or")), got {{\(name)}}"
            case .unclosed(let rest): "expected }} after `\(rest.prefix(20))`"
            }
        }

        /// The known placeholder nearest to an unknown one.
        var suggestion: String? {
            guard case .unknownPlaceholder(let name) = self else { return nil }
            return Spelling.nearest(to: name, among: Problem.known)
        }
    }

    /// Whether a reply can be matched to the message by its number.
    package var hasID: Bool { pieces.contains(.placeholder(.id)) }

    /// The message with its placeholders filled.
    package func filled(_ value: (Placeholder) -> String) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let words): text += words
            case .placeholder(let placeholder): text += value(placeholder)
            }
        }
    }

    /// The text as written.
    package var description: String { filled { "{{\($0.rawValue)}}" } }
}
