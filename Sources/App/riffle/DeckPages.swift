import ArgumentParser
import PagingContent

/// The pages of a deck as a room gets them: with the colours of their code and the deck's theme.
struct DeckPages {
    let pages: [Page]
    /// Nil where the theme is read, or none is named.
    let themeWarning: String?

    /// - Parameters:
    ///   - path: of the deck, from whose folder the path of a theme file counts.
    ///   - highlighting: finds the colours; those of the built-in tables without it.
    init(_ deck: Deck, path: String, highlighting: Highlighting? = nil) {
        let theme = DeckTheme(deck, path: path)
        pages = (highlighting ?? Highlighting(.builtin)).coloured(deck.pages).map { page in
            var page = page
            page.theme = theme.text
            return page
        }
        themeWarning = theme.warning
    }

    /// The number of warnings about a deck, that of its theme included.
    static func warnings(of file: DeckFile, _ deck: Deck, path: String) -> Int {
        file.warnings.count + (DeckTheme(deck, path: path).warning == nil ? 0 : 1)
    }
}

/// The theme that a deck names.
struct DeckTheme {
    /// As pages carry it; nil where there is none.
    private(set) var text: String?
    /// Nil where the theme is read, or none is named.
    private(set) var warning: String?

    init(_ deck: Deck, path: String) {
        guard let name = deck.settings.theme, !name.isEmpty else { return }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        do {
            text = try ThemeFile.theme(named: name, relativeTo: folder).text
        } catch {
            warning = "theme: \((error as? ValidationError)?.message ?? "\(error)")"
        }
    }
}
