package import PagingEngine

/// A deck: a Markdown text with pages separated by lines of exactly `---`.
///
/// A page's title is its first heading, or else the beginning of its text; the rest is the body, unchanged.
/// `<!-- notes: … -->` adds to the page's notes; `<!-- pause -->` alone on its line hides the following text until the
/// next step. `key: value` lines between a first line `---` and the next one are front matter. Separators, headings,
/// notes and pauses inside fenced code are text.
package struct Deck: Hashable, Sendable {
    /// From the front matter, or else the first page's title.
    package let title: String
    package let settings: DeckSettings
    /// From the front matter; nil without it.
    package let preset: Preset?
    /// Planned length of the talk, from the front matter; nil without it.
    package let duration: Duration?
    /// Pages in order, with distinct ids, all Markdown; empty pages are kept.
    package internal(set) var pages: [Page]
    /// Warnings in the order of their lines.
    package let warnings: [DeckWarning]

    /// Reads a deck.
    ///
    /// Throws the first error of a `DeckReport`: when there is no page with a title or a body, when the text holds a
    /// NUL, or beyond `DeckLimits`.
    package init(parsing text: String) throws(DeckError) {
        let report = DeckReport(reading: text)
        if let error = report.errors.first { throw error }
        guard let deck = report.deck else { preconditionFailure("A report without errors has a deck.") }
        self = deck
    }

    init(_ frontMatter: FrontMatter, title: String?, pages: [Page], warnings: [DeckWarning]) {
        self.title = title ?? pages.first?.title ?? ""
        settings = frontMatter.settings
        preset = frontMatter.preset
        duration = frontMatter.duration
        self.pages = pages
        self.warnings = warnings
    }

    /// Reads a deck from the bytes of a file; throws also where they are not UTF-8.
    package init(utf8 bytes: [UInt8]) throws(DeckError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Deck.notUTF8(bytes)
        }
        try self.init(parsing: text)
    }

    /// Checks the limits of the text as a whole.
    static func check(_ text: String) throws(DeckError) {
        if let (place, code) = Deck.control(in: text) {
            throw DeckError(code == 0 ? .nul : .control(code), endOf: text[..<place])
        }
        let bytes = text.utf8.count
        guard bytes <= DeckLimits.deckBytes else {
            let limit = text.utf8.index(text.startIndex, offsetBy: DeckLimits.deckBytes)
            throw DeckError(.deckTooLong(bytes: bytes, limit: DeckLimits.deckBytes), endOf: text[..<limit])
        }
    }

    /// The first control character of ASCII or Latin-1 other than tabs and line ends. The wire refuses them, because a
    /// terminal takes them as commands.
    private static func control(in text: String) -> (place: String.Index, code: UInt32)? {
        let scalars = text.unicodeScalars
        for place in scalars.indices {
            switch scalars[place].value {
            case 0x09, 0x0A: continue
            case 0x0D where scalars[scalars.index(after: place)...].first == "\n": continue
            case 0..<0x20, 0x7F..<0xA0: return (place, scalars[place].value)
            default: continue
            }
        }
        return nil
    }

    /// The error at the first byte that is not part of a character.
    private static func notUTF8(_ bytes: [UInt8]) -> DeckError {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var front = ""
        while case .valid(let encoded) = parser.parseScalar(from: &iterator) {
            front.unicodeScalars.append(Unicode.UTF8.decode(encoded))
        }
        return DeckError(.notUTF8, endOf: front[...])
    }
}

extension DeckError {
    /// An error at the end of `text`, which begins at the start of the deck.
    fileprivate init(_ reason: Reason, endOf text: Substring) {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let column = lines.last.map { Substring($0).count } ?? 0
        self.init(reason, line: max(lines.count, 1), column: column + 1)
    }
}
