/// Unicode's raised and lowered characters.
enum FormulaScripts {
    private static func pairs(_ plain: String, _ small: String) -> [Character: Character] {
        Dictionary(zip(plain, small), uniquingKeysWith: { first, _ in first })
    }

    private static let above = pairs(
        "0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ′″‴°∘∗*†‡",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ′″‴°°**†‡")
    private static let below = pairs(
        "0123456789+−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")

    /// The raised text; nil where a character has none.
    static func raised(_ text: String) -> String? { mapped(text, above) }

    /// The lowered text; nil where a character has none.
    static func lowered(_ text: String) -> String? { mapped(text, below) }

    private static func mapped(_ text: String, _ table: [Character: Character]) -> String? {
        var result = ""
        for character in text {
            guard let small = table[character] else { return nil }
            result.append(small)
        }
        return result
    }
}

/// A kind of letters of mathematics, named as its command.
enum FormulaAlphabet: String, Sendable {
    case mathbb, mathbf, mathcal, mathscr, mathfrak, boldsymbol, bm, textbf, mathbfit

    /// Letters that Unicode had before it got the alphabets.
    private static let early: [String: [Character: Character]] = [
        "bb": ["C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"],
        "cal": [
            "B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ", "e": "ℯ", "g": "ℊ",
            "o": "ℴ",
        ],
        "frak": ["C": "ℭ", "H": "ℌ", "I": "ℑ", "R": "ℜ", "Z": "ℨ"],
    ]

    /// The key of `early`, and the numbers of `A`, `a` and `0`.
    private var row: (early: String, capital: UInt32, small: UInt32, digit: UInt32?) {
        switch self {
        case .mathbb: ("bb", 0x1D538, 0x1D552, 0x1D7D8)
        case .mathcal, .mathscr: ("cal", 0x1D49C, 0x1D4B6, nil)
        case .mathfrak: ("frak", 0x1D504, 0x1D51E, nil)
        case .boldsymbol, .bm, .mathbfit: ("", 0x1D468, 0x1D482, nil)
        case .mathbf, .textbf: ("", 0x1D400, 0x1D41A, 0x1D7CE)
        }
    }

    /// Nil where Unicode has no such letter.
    func letter(for character: Character) -> Character? {
        let row = row
        if let early = FormulaAlphabet.early[row.early]?[character] { return early }
        if character == " " { return " " }
        guard let value = character.asciiValue else { return nil }
        let start: UInt32?
        let first: UInt8
        switch character {
        case "A"..."Z": (start, first) = (row.capital, UInt8(ascii: "A"))
        case "a"..."z": (start, first) = (row.small, UInt8(ascii: "a"))
        case "0"..."9": (start, first) = (row.digit, UInt8(ascii: "0"))
        default: return nil
        }
        return start.flatMap { Unicode.Scalar($0 + UInt32(value - first)) }.map(Character.init)
    }
}
