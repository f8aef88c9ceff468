import PagingContent
import Paper
import Testing

@testable import TerminalView

/// Cells of a screen on paper.
@Suite struct PaperSheetTests {
    private func screen(_ theme: Theme, _ draw: (inout Screen) -> Void) -> Screen {
        var screen = Screen(columns: 20, rows: 3)
        screen.theme = theme
        draw(&screen)
        return screen
    }

    private func theme(_ name: String) throws -> Theme { try #require(Theme(name)) }

    @Test func cellsOfOneLookAreOneRunWithoutBlanksAtItsEnds() throws {
        let screen = screen(try theme("catppuccin")) { screen in
            screen.write("two words", column: 3, row: 1)
            screen.write("bold", column: 14, row: 1, style: .bold)
        }
        let sheet = PaperSheet(screen, name: "page-001", title: "T")
        #expect(sheet.columns == 20 && sheet.rows == 3 && sheet.ground == PaperColour(0x1E1E2E))
        #expect(sheet.runs.map(\.text) == ["two words", "bold"])
        #expect(sheet.runs.map(\.column) == [3, 14] && sheet.runs.map(\.columns) == [9, 4])
        #expect(sheet.runs.allSatisfy { $0.row == 1 && $0.ink == PaperColour(0xCDD6F4) && $0.ground == nil })
        #expect(sheet.runs.map(\.marks) == [[], [.bold]])
    }

    @Test func wideCharactersAreRunsOfTheirOwn() throws {
        let sheet = PaperSheet(
            screen(.standard) { $0.write("a宽字b", column: 0, row: 0) }, name: "a", title: nil)
        #expect(sheet.runs.map(\.text) == ["a", "宽字", "b"])
        #expect(sheet.runs.map(\.column) == [0, 1, 5] && sheet.runs.map(\.columns) == [1, 4, 1])
    }

    /// Inks of a terminal's palette are meant for its ground; on white paper they are made darker.
    @Test(arguments: Theme.builtIn.map(\.name))
    func everyRoleIsReadable(name: String) throws {
        let theme = try theme(name)
        for role in ThemeRole.allCases {
            let sheet = PaperSheet(
                screen(theme) { $0.write("x", column: 0, row: 0, style: .role(role)) }, name: "a", title: nil)
            #expect(sheet.runs[0].ink.contrast(to: sheet.runs[0].ground ?? sheet.ground) >= 445, "\(name) \(role.name)")
            if theme.ground == nil { #expect(sheet.ground == .white) }
        }
    }

    @Test func marksColoursAndLinks() throws {
        let address = "https://example.org/a"
        let number = try #require(LinkNumber(address))
        let screen = screen(try theme("mono")) { screen in
            screen.write("r", column: 0, row: 0, style: .reversed)
            screen.write("s", column: 2, row: 0, style: [.struck, .italic, .underlined])
            screen.write("f", column: 4, row: 0, style: .faint)
            screen.write("w", column: 6, row: 0, style: .whiteOnBlack)
            var link = Style.plain
            link.link = number
            screen.write("l", column: 8, row: 0, style: link)
            screen.links[number] = address
        }
        let runs = PaperSheet(screen, name: "a", title: nil).runs
        #expect(runs.map(\.text) == ["r", "s", "f", "w", "l"])
        #expect(runs[0].ink == .white && runs[0].ground == .black)
        #expect(runs[1].marks == [.struck, .italic, .underlined])
        #expect(runs[2].ink != .black && runs[2].ink.contrast(to: .white) >= 450)
        #expect(runs[3].ink == .white && runs[3].ground == .black)
        #expect(runs[4].link == address && runs[3].link == nil)
    }
}
