import Foundation
import Markdown
import PagingContent
import PagingEngine
import PagingRoom
import TestSupport
import Testing

@testable import TerminalView

/// Every element in every built-in theme, with both kinds of borders, in three widths.
///
/// The files repeat nothing: characters and styles are the same in all themes, and a theme gives each style one rendition. New elements
/// are added to `looks/elements.md`; pictures have a place there too once they are drawn.
@Suite struct LookGoldenTests {
    static let decks = ["everything", "elements"]
    static let widths = [40, 80, 200]

    private static func screens(_ deck: String, _ borders: Borders, width: Int, theme: Theme) throws -> [Screen] {
        let path = deck == "elements" ? "Tests/Unit/TerminalView/Golden/looks/elements.md" : "Examples/decks/\(deck).md"
        let deck = try Deck(utf8: Array(Data(contentsOf: Repository.file(path))))
        return deck.pages.enumerated().map { number, page in
            let page = page.coloured
            let document = page.document
            var rows = 12
            while PageOverflow(of: page, document: document, columns: width, rows: rows).isHidden(.forward) {
                rows += 1
            }
            var status = StatusLine(
                room: deck.title, place: .listed(number: Int64(number + 1), count: deck.pages.count), phase: .idle,
                members: 1)
            status.isQuiet = true
            var scene = Scene(
                pages: [WindowPage(index: PageIndex(0), item: 0, page: page)], position: Position(page: PageIndex(0)),
                origin: PageIndex(0), configuration: Configuration(.threePage), status: status, borders: borders)
            scene.documents[page.id] = document
            scene.stepPlace = StepPlace(page: PageIndex(0), shown: page.steps)
            scene.theme = theme
            return scene.draw(columns: width, rows: rows)
        }
    }

    @Test(arguments: decks, [Borders.ascii, .unicode])
    func charactersAndStyles(deck: String, borders: Borders) throws {
        let kind = borders == .ascii ? "ascii" : "unicode"
        for width in Self.widths {
            let screens = try Self.screens(deck, borders, width: width, theme: .standard)
            try GoldenFile.compare(screens.map { FrameText.text(of: $0) }.joined(), "looks/\(deck)-\(kind)-\(width)")
            try GoldenFile.compare(
                screens.map(Self.styles).joined(separator: "\n"), "looks/\(deck)-\(kind)-\(width)-styles")
        }
    }

    @Test func renditionsInEveryTheme() throws {
        let looks = Self.decks.flatMap { deck in Self.widths.map { (deck, $0) } }
            .flatMap { deck, width in [Borders.ascii, .unicode].map { (deck, width, $0) } }
        let standard = try looks.map { try Self.screens($0, $2, width: $1, theme: .standard).map(\.cells) }
        for theme in Theme.builtIn {
            var lines: Set<String> = []
            for ((deck, width, borders), plain) in zip(looks, standard) {
                let screens = try Self.screens(deck, borders, width: width, theme: theme)
                #expect(screens.map(\.cells) == plain, "\(theme.name) moves characters")
                for style in Set(screens.flatMap(\.cells).map { Self.withoutLink($0.style) }) {
                    let full = Rendition(of: style, theme: theme).parameters
                    let indexed = Rendition(of: style, theme: ColourDepth.indexed.theme(theme)).parameters
                    let none = Rendition(of: style, theme: nil).parameters
                    lines.insert("\(Self.name(of: style)): \(full) | \(indexed) | \(none)\n")
                }
            }
            try GoldenFile.compare(lines.sorted().joined(), "looks/theme-\(theme.name)")
        }
    }

    private static func withoutLink(_ style: Style) -> Style {
        Style(style.attributes, ink: style.ink, ground: style.ground)
    }

    /// A line for each row that has a style: the first column and the number of columns of each run.
    private static func styles(of screen: Screen) -> String {
        (0..<screen.rows).compactMap { row -> String? in
            var runs: [String] = []
            var column = 0
            while column < screen.columns {
                let start = column
                let style = screen[column: start, row: row].style
                while column < screen.columns, screen[column: column, row: row].style == style { column += 1 }
                guard style != .plain else { continue }
                runs.append(
                    "\(start)+\(column - start) \(name(of: style))\(screen.links[style.link].map { " <\($0)>" } ?? "")")
            }
            return runs.isEmpty ? nil : "\(row): \(runs.joined(separator: ", "))\n"
        }.joined()
    }

    private static func name(of style: Style) -> String {
        let names: [(Style.Attributes, String)] = [
            (.bold, "bold"), (.faint, "faint"), (.italic, "italic"), (.underlined, "underlined"),
            (.reversed, "reversed"),
            (.struck, "struck"),
        ]
        let inks = [("", style.ink), ("on-", style.ground)].compactMap { prefix, ink -> String? in
            guard ink != .none else { return nil }
            if let colour = ink.colour { return "\(prefix)#\(colour.red),\(colour.green),\(colour.blue)" }
            return prefix + (ink.role?.name ?? "\(ink.rawValue)")
        }
        let words = names.filter { style.attributes.contains($0.0) }.map(\.1) + inks
        return words.isEmpty ? "plain" : words.joined(separator: "-")
    }
}
