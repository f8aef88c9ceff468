/// The place of a value in a frame: a JSON Pointer (RFC 6901) into the body where it begins with `/`, the body itself where it
/// is `body`, otherwise a field of the framing.
package struct FramePath: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }

    package var isPointer: Bool { text.hasPrefix("/") }
    package var isBody: Bool { text == "body" }

    /// Whether each `~` of a pointer stands before 0 or 1.
    var isValid: Bool {
        guard isPointer else { return !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }
        return text.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
            .allSatisfy { $0.first == "0" || $0.first == "1" }
    }
}

/// A condition on a frame; all parts of it have to hold.
package struct FrameRule: Hashable, Sendable {
    package var kind: String?
    /// The whole body.
    package var body: String?
    package var equal: [KeyedValue<String>] = []
    package var present: [FramePath] = []
    package var absent: [FramePath] = []

    package init() {}

    /// The texts that it compares with.
    var texts: [String] { [kind, body].compactMap(\.self) + equal.map(\.value) }

    /// Places that the rule looks at.
    package var paths: [FramePath] { equal.map { FramePath($0.key) } + present + absent }
}

/// A frame with placeholders.
package struct FrameTemplate: Hashable, Sendable {
    package var kind = ""
    package var fields: [KeyedValue<TextTemplate>] = []
    package var body = TextTemplate.empty

    package init() {}

    package var names: [String] { fields.flatMap(\.value.names) + body.names }
}

/// A text with placeholders that are names between `{{` and `}}`.
package struct TextTemplate: Hashable, Sendable, CustomStringConvertible {
    package enum TextPiece: Hashable, Sendable {
        case text(String)
        case name(String)
    }

    package var pieces: [TextPiece]

    package static let empty = TextTemplate(pieces: [])

    private init(pieces: [TextPiece]) {
        self.pieces = pieces
    }

    /// Reads a text; nil when a `{{` is not closed, or encloses no name.
    package init?(_ text: String) {
        var pieces: [TextPiece] = []
        var rest = text[...]
        while let opening = rest.firstRange(of: "{{") {
            guard let closing = rest[opening.upperBound...].firstRange(of: "}}") else { return nil }
            let name = String(rest[opening.upperBound..<closing.lowerBound])
            guard TextTemplate.isName(name) else { return nil }
            if opening.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<opening.lowerBound]))) }
            pieces.append(.name(name))
            rest = rest[closing.upperBound...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.init(pieces: pieces)
    }

    /// Whether the text is a letter with letters, digits, `_` and `-` behind it.
    static func isName(_ text: String) -> Bool {
        let isWord = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isWord && text.first?.isLetter == true && text.utf8.count <= 64
    }

    package var names: [String] {
        pieces.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// The text with its placeholders filled; names without a value become nothing.
    package func filled(_ value: (String) -> String?) -> String {
        if pieces.count == 1, case .text(let text) = pieces[0] { return text }
        return pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let words): text += words
            case .name(let name): text += value(name) ?? ""
            }
        }
    }

    /// The text as written.
    package var description: String { filled { "{{\($0)}}" } }
}
