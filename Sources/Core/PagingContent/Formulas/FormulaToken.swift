/// A word of TeX.
enum FormulaToken: Hashable, Sendable {
    case character(Character)
    /// The name without its `\`.
    case command(String)
    case space

    /// As it is written.
    var text: String {
        switch self {
        case .character(let character): String(character)
        case .command(let name): "\\" + name
        case .space: " "
        }
    }

    static func all(in text: String) throws(FormulaError) -> [FormulaToken] {
        var tokens: [FormulaToken] = []
        var rest = text[...]
        while let character = rest.popFirst() {
            if character.isWhitespace {
                if tokens.last != .space { tokens.append(.space) }
            } else if character == "\\" {
                let name = rest.prefix { $0.isASCII && $0.isLetter }
                if !name.isEmpty {
                    tokens.append(.command(String(name)))
                    rest = rest[name.endIndex...]
                } else if let sign = rest.popFirst() {
                    tokens.append(.command(String(sign.isWhitespace ? " " : sign)))
                } else {
                    throw FormulaError(unknown: "\\")
                }
            } else {
                // Wide characters would break rows that stand above each other.
                guard
                    character.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value < 0x2E80 && $0.value != 0x7F }),
                    character != "%", !(0x80..<0xA0).contains(character.unicodeScalars.first!.value)
                else { throw FormulaError(unknown: String(character)) }
                tokens.append(.character(character))
            }
        }
        return tokens
    }
}
