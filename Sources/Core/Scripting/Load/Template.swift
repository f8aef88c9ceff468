import PagingContent

/// The text of a message with placeholders that are filled for each user and each message: `{{user}}`, `{{id}}`,
/// `{{time}}` and `{{seq}}`.
package struct Template: Hashable, Sendable, CustomStringConvertible {
    package enum Piece: Hashable, Sendable {
        case text(String)
        case place(Place)
    }

    package enum Place: String, Hashable, Sendable, CaseIterable {
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
            guard let place = Place(rawValue: name) else { throw .unknownPlace(name) }
            pieces.append(.place(place))
            rest = rest[closing.upperBound...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.init(pieces: pieces)
    }

    package enum Problem: Error, Hashable, Sendable {
        case unknownPlace(String)
        case unclosed(String)

        private static let known = Place.allCases.map(\.rawValue)

        var message: String {
            switch self {
            case .unknownPlace(let name):
                "expected \(Phrase.list(Problem.known.map { "{{\($0)}}" }, "or")), got {{\(name)}}"
            case .unclosed(let rest): "expected }} after `\(rest.prefix(20))`"
            }
        }

        /// The known placeholder nearest to an unknown one.
        var suggestion: String? {
            guard case .unknownPlace(let name) = self else { return nil }
            return Spelling.nearest(to: name, among: Problem.known)
        }
    }

    /// Whether a reply can be matched to the message by its number.
    package var hasID: Bool { pieces.contains(.place(.id)) }

    /// The message with its placeholders filled.
    package func filled(_ value: (Place) -> String) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let words): text += words
            case .place(let place): text += value(place)
            }
        }
    }

    /// The text as written.
    package var description: String { filled { "{{\($0.rawValue)}}" } }
}
