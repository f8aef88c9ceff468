import PagingContent
package import Support

/// The text of a message with placeholders that are filled for each user and each message: `{{user}}`, `{{id}}`,
/// `{{time}}`, `{{seq}}` and `{{random:200}}`, and with values of the user such as `${people.name}`.
package struct Template: Hashable, Sendable, CustomStringConvertible {
    package enum Piece: Hashable, Sendable {
        case text(String)
        case placeholder(Placeholder)
        /// Random letters and digits, so many.
        case random(RandomAmount)
        /// A value of the user.
        case reference(Reference)
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

    /// Reads a text with references.
    init(_ text: ReferenceText) throws(Problem) {
        var pieces: [Piece] = []
        for piece in text.pieces {
            switch piece {
            case .text(let words): pieces += try Template(words).pieces
            case .reference(let reference): pieces.append(.reference(reference))
            }
        }
        self.init(pieces: pieces)
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
            pieces.append(try Template.piece(name))
            rest = rest[closing.upperBound...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.init(pieces: pieces)
    }

    private static let randomPrefix = "random:"

    private static func piece(_ name: String) throws(Problem) -> Piece {
        if name.hasPrefix(randomPrefix) {
            let text = String(name.dropFirst(randomPrefix.count))
            guard let amount = RandomAmount(bytes: text) else { throw .noAmount(text) }
            return .random(amount)
        }
        guard let placeholder = Placeholder(rawValue: name) else { throw .unknownPlaceholder(name) }
        return .placeholder(placeholder)
    }

    package enum Problem: Error, Hashable, Sendable {
        case noAmount(String)
        case unknownPlaceholder(String)
        case unclosed(String)

        private static let known = Placeholder.allCases.map(\.rawValue)

        var message: String {
            switch self {
            case .unknownPlaceholder(let name):
                "expected \(Phrase.list(Problem.known.map { "{{\($0)}}" }, "or")), got {{\(name)}}"
            case .unclosed(let rest): "expected }} after `\(rest.prefix(20))`"
            case .noAmount(let text):
                "expected a number of bytes up to \(ScriptLimits.messageBytes) or \(RandomAmount.words) in {{random:…}}, got `\(text.prefix(40))`"
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

    /// The message with its placeholders and values filled.
    ///
    /// - Parameters:
    ///   - values: those of the user.
    ///   - random: the source of random lengths and letters.
    package func filled(
        with values: UserValues, using random: inout SeedStream, _ value: (Placeholder) -> String
    ) throws(MissingValue) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let words): text += words
            case .placeholder(let placeholder): text += value(placeholder)
            case .random(let amount): text += RandomPayload.text(amount, using: &random)
            case .reference(let reference): text += reference.inserted(try values.value(of: reference))
            }
        }
        return text
    }

    /// The text as written.
    package var description: String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let words): text += words.replacing("${", with: hasReferences ? "$${" : "${")
            case .placeholder(let placeholder): text += "{{\(placeholder.rawValue)}}"
            case .random(let amount): text += "{{\(Template.randomPrefix)\(amount.bytesText)}}"
            case .reference(let reference): text += reference.description
            }
        }
    }

    private var hasReferences: Bool { pieces.contains { if case .reference = $0 { true } else { false } } }
}
