import ArgumentParser
import Markdown
import PagingContent

/// The pages of a deck as a room gets them: with the colours of their code and the deck's theme.
struct DeckPages {
    let pages: [Page]
    /// Nil where the theme is read, or none is named.
    let themeWarning: String?

    /// - Parameter path: of the deck, from whose folder the path of a theme file counts.
    init(_ deck: Deck, path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        var theme: String?
        var warning: String?
        if let name = deck.settings.theme, !name.isEmpty {
            do {
                theme = try ThemeFile.theme(named: name, relativeTo: folder).text
            } catch {
                warning = "theme: \((error as? ValidationError)?.message ?? "\(error)")"
            }
        }
        pages = deck.pages.map { page in
            var page = page.coloured
            page.theme = theme
            return page
        }
        themeWarning = warning
    }
}
