import Support

/// The place of a value in a script: `${people.name}`, or `${people.name|json}` for its use inside of a JSON string, or
/// `${people.name|url}` for its use inside of a URL.
package struct Reference: Hashable, Sendable {
    package enum Escape: String, Hashable, Sendable, CaseIterable {
        /// Characters that end or change a JSON string are escaped.
        case json
        /// Characters with a meaning in a URL are percent-encoded.
        case url
    }

    package let name: String
    package let escape: Escape?

    /// The reference as the script has it.
    package var description: String { "${\(name)\(escape.map { "|\($0.rawValue)" } ?? "")}" }

    /// The names that every user has.
    static let builtIn = ["user", "iteration"]

    /// The value as it is inserted.
    func inserted(_ value: String) -> String {
        switch escape {
        case .json: String(JSONText.string(value).line.dropFirst().dropLast())
        case .url: value.percentEncoded
        case nil: value
        }
    }
}

/// A text with references, filled for each use.
package struct ReferenceText: Hashable, Sendable, CustomStringConvertible {
    package let pieces: [ReferencePiece]

    init(pieces: [ReferencePiece]) {
        self.pieces = pieces
    }

    /// A text without references.
    package init(literal text: String) {
        pieces = text.isEmpty ? [] : [.text(text)]
    }

    /// Reads a text. `$${` stands for `${`.
    ///
    /// - Throws: the rest of a text after a `${` that is not closed, or a name that is none.
    init(_ text: String) throws(ReferenceProblem) {
        var pieces: [ReferencePiece] = []
        var plain = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            plain += rest[..<dollar]
            rest = rest[dollar...]
            if rest.hasPrefix("$${") {
                plain += "${"
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("${") {
                guard let end = rest.firstIndex(of: "}") else { throw .unclosed(String(rest.prefix(20))) }
                if !plain.isEmpty { pieces.append(.text(plain)) }
                plain = ""
                pieces.append(.reference(try ReferenceText.reference(rest[..<end].dropFirst(2))))
                rest = rest[end...].dropFirst()
            } else {
                plain += "$"
                rest = rest.dropFirst()
            }
        }
        plain += rest
        if !plain.isEmpty { pieces.append(.text(plain)) }
        self.pieces = pieces
    }

    private static func reference(_ text: Substring) throws(ReferenceProblem) -> Reference {
        let escape = Reference.Escape.allCases.first { text.hasSuffix("|\($0.rawValue)") }
        let name = text.dropLast(escape.map { $0.rawValue.count + 1 } ?? 0)
        guard isName(name) else { throw .noName(String(text.prefix(40))) }
        return Reference(name: String(name), escape: escape)
    }

    /// Whether a text is a name that references can have.
    static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == ".") }
    }

    package var references: [Reference] {
        pieces.compactMap { if case .reference(let reference) = $0 { reference } else { nil } }
    }

    /// The text without references; nil where there are some.
    var literal: String? {
        guard references.isEmpty else { return nil }
        return pieces.reduce(into: "") { text, piece in if case .text(let words) = piece { text += words } }
    }

    /// The text with the values of its references.
    package func filled(_ value: (Reference) throws(MissingValue) -> String) throws(MissingValue) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let words): text += words
            case .reference(let reference): text += reference.inserted(try value(reference))
            }
        }
        return text
    }

    /// The text as the script has it.
    package var description: String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let words): text += words.replacing("${", with: "$${")
            case .reference(let reference): text += reference.description
            }
        }
    }
}

/// A reference without a value: nothing has captured it yet.
package struct MissingValue: Error, Hashable, Sendable {
    package let reference: Reference

    package var expected: String { "a value of \(reference.description)" }
    package var found: String { "none: no step has captured it" }
}

package enum ReferencePiece: Hashable, Sendable {
    case text(String)
    case reference(Reference)
}

enum ReferenceProblem: Error, Hashable {
    case unclosed(String)
    case noName(String)

    var message: String {
        switch self {
        case .unclosed(let rest): "expected } behind `\(rest)`; a text with ${ itself has $${"
        case .noName(let text):
            "expected a name of letters, digits, _, - and points, or such a name with |json or |url, got ${\(text)}; a text with ${ itself has $${"
        }
    }
}
