/// The words and marks of a programming language, as far as colours need them.
struct CodeLanguage: Sendable {
    enum Grammar: Sendable {
        case words
        /// Tags, as in HTML.
        case markup
        /// Lines that are added and removed.
        case changes
    }

    struct Delimiters: Sendable {
        let open: String
        let close: String
    }

    struct Quote: Sendable {
        let open: String
        let close: String
        /// Whether it may go over several lines.
        var isLong = false
        /// Whether a `\` takes the next character with it.
        var hasEscapes = true
        /// Whether it holds one character, so that a lone one is something else.
        var isCharacter = false

        static let double = Quote(open: "\"", close: "\"")
        static let single = Quote(open: "'", close: "'")
        static let character = Quote(open: "'", close: "'", isCharacter: true)
        static let raw = Quote(open: "'", close: "'", isLong: true, hasEscapes: false)
        static let template = Quote(open: "`", close: "`", isLong: true)
        static let tripleDouble = Quote(open: "\"\"\"", close: "\"\"\"", isLong: true)
        static let tripleSingle = Quote(open: "'''", close: "'''", isLong: true)
    }

    /// The names that decks write behind a fence; the first is the language's own.
    let names: [String]
    var grammar = Grammar.words
    var lineComments = ["//"]
    var blockComments = [Delimiters(open: "/*", close: "*/")]
    var hasNestedComments = false
    /// Longer marks first.
    var quotes = [Quote.double, .single]
    var keywords: Set<String> = []
    var types: Set<String> = []
    var ignoresCase = false
    var hasCapitalTypes = true
    /// Marks before the names of variables.
    var variableMarks = ""
    /// Further characters within words.
    var wordMarks = ""
    /// Whether the first word of a line, or a string, is a key where a `:` or `=` follows.
    var hasKeys = false
    /// Whether `#` begins a comment only behind a blank.
    var hasHashWords = false

    /// The language with a name, in any case; nil for an unknown one.
    static func named(_ name: String) -> CodeLanguage? { byName[name.lowercased()] }

    /// The languages' own names.
    static let all = (braces + dynamic + functional + data).map { $0.names[0] }

    private static let byName: [String: CodeLanguage] = (braces + dynamic + functional + data)
        .reduce(into: [:]) { languages, language in
            for name in language.names { languages[name] = language }
        }

    static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
