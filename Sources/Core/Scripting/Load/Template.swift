import PagingContent

/// The text of a message with places that are filled for each user and each sending: `{{user}}`, `{{id}}`, `{{time}}` and
/// `{{seq}}`. Everything else stands for itself.
package struct Template: Hashable, Sendable, CustomStringConvertible {
    package enum Piece: Hashable, Sendable {
        case text(String)
        case place(Place)
    }

    package enum Place: String, Hashable, Sendable, CaseIterable {
        /// The user's number over the whole run, from 0.
        case user
        /// Another one for every message of the run: digits alone, so it may stand in JSON with or without quotes.
        case id
        /// When the message was due, as the endpoint's stamp says: digits alone.
        case time
        /// How many messages the user has sent before.
        case sequence = "seq"
    }

    package var pieces: [Piece]

    package init(pieces: [Piece]) {
        self.pieces = pieces
    }

    /// Reads a text; the error is the name of a place there is none of, or the rest of a text whose `{{` is never closed.
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

        /// The place that was probably meant.
        var suggestion: String? {
            guard case .unknownPlace(let name) = self else { return nil }
            return Spelling.nearest(to: name, among: Problem.known)
        }
    }

    /// Whether replies to it can be told apart by its number.
    package var hasID: Bool { pieces.contains(.place(.id)) }

    /// The message, with what `value` says for each place.
    package func filled(_ value: (Place) -> String) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let words): text += words
            case .place(let place): text += value(place)
            }
        }
    }

    /// As it was written.
    package var description: String { filled { "{{\($0.rawValue)}}" } }
}
