import PagingContent
import PagingEngine
import TestPeers
import Testing

@testable import TerminalView

/// Colours and links of screens on a terminal.
@Suite struct ScreenColourTests {
    @Test func linksOpenWhereTheyAreClicked() {
        func document(_ address: String) -> Document {
            Document([.paragraph([.text("see "), .link([.text("here")], address: address), .text(" now")])])
        }
        func terminal(_ address: String) -> ModelTerminal {
            let page = Page(id: PageID("a"), title: "A", format: .markdown)
            var scene = Samples.scene(at: 0, origin: 0, of: [page])
            scene.documents = [page.id: document(address)]
            let screen = scene.draw(columns: 60, rows: 12)
            var terminal = ModelTerminal(columns: 60, rows: 12)
            terminal.write(ScreenDiff.bytes(from: nil, to: screen))
            #expect(terminal.difference(from: screen) == nil)
            #expect(terminal.failures == [])
            return terminal
        }
        let terminal = terminal("https://example.org/a b\u{1B}]0;x\u{7}é")
        #expect(terminal.links == ["https://example.org/a%20b%1B]0;x%07%C3%A9"])
        #expect(terminal.style.link == .none)
        for other in [
            "javascript:alert(1)", "file:///etc/passwd", "#top", "https://a/" + String(repeating: "b", count: 500),
        ] {
            #expect(self.links(document(other)).isEmpty)
        }
    }

    /// Also where cells are erased, inserted and deleted, and when the theme changes.
    @Test(arguments: [ColourDepth.none, .indexed, .full]) func aThemeColoursTheWholeWindow(colours: ColourDepth) throws
    {
        let themes = [try #require(Theme("dracula")), Theme.standard, try #require(Theme("sea;ground=#002b36;text=7"))]
        var terminal = ModelTerminal(columns: 60, rows: 12)
        var shown: Screen?
        for (number, theme) in themes.enumerated() {
            for place in [0, 0.1, 0.15, 0.6, 1] {
                var scene = Samples.scene(at: place)
                scene.theme = theme
                let next = scene.draw(columns: 60, rows: 12)
                terminal.write(ScreenDiff.bytes(from: shown, to: next, colours: colours))
                shown = next
                let expected = colours.theme(theme)
                for (cell, want) in zip(terminal.cells, next.cells) {
                    #expect(cell.style == Rendition(of: want.style, theme: expected), "theme \(number) at \(place)")
                }
            }
        }
        #expect(terminal.failures == [])
    }

    private func links(_ document: Document) -> [LinkNumber: String] {
        DocumentLayout(document, columns: 60).links
    }

    @Test func codeWithinALineIsReversedWithoutColours() {
        let document = Document([.paragraph([.text("a "), .code("b"), .text(" c")])])
        #expect(DocumentLayout(document, columns: 20).lines().map(\.text) == ["a b c"])
        var screen = Screen(columns: 4, rows: 1)
        screen.write("b", column: 0, row: 0, style: .role(.code))
        let plain = ScreenDiff.bytes(from: Screen(columns: 4, rows: 1), to: screen, colours: .none)
        #expect(plain == Array("\u{1B}[1;1H\u{1B}[0;7mb\u{1B}[0m".utf8))
    }

    @Test func withoutColourTheRestOfAStyleStays() {
        var screen = Screen(columns: 4, rows: 1)
        screen.write("ab", column: 0, row: 0, style: [.role(.code), .bold])
        let plain = ScreenDiff.bytes(from: Screen(columns: 4, rows: 1), to: screen, colours: .none)
        #expect(plain == Array("\u{1B}[1;1H\u{1B}[0;1;7mab\u{1B}[0m".utf8))
        let coloured = ScreenDiff.bytes(from: Screen(columns: 4, rows: 1), to: screen)
        #expect(coloured == Array("\u{1B}[1;1H\u{1B}[0;1;93mab\u{1B}[0m".utf8))
    }

    @Test func quietTextHasTheThemesOwnColour() {
        let theme = Theme(name: "x", inks: [.faint: .terminal(3), .status: .terminal(5)])
        #expect(Rendition(of: .faint, theme: theme) == Rendition(ink: .terminal(3)))
        #expect(Rendition(of: [.faint, .role(.status)], theme: theme) == Rendition(ink: .terminal(5)))
        #expect(Rendition(of: [.faint, .role(.link)], theme: theme) == Rendition(.faint))
        #expect(Rendition(of: .faint, theme: Theme(name: "y")) == Rendition(.faint))
    }
}
