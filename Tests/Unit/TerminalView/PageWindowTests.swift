import PagingContent
import PagingEngine
import PagingRoom
import TestSupport
import Testing

@testable import TerminalView

@Suite struct PageWindowTests {
    /// The first column of the frame titled `title`, found by its corner; nil when it is out of view.
    /// A title begins where running text does, in the middle of a wide page.
    private static func titleColumn(_ columns: Int) -> Int { max(2, (columns - 80) / 2) }

    private func column(of title: Character, at units: Int64, columns: Int) -> Int? {
        let pages = ["A", "B", "C"].enumerated().map {
            WindowPage(index: PageIndex(Int64($0)), item: $0, page: Page(id: PageID($1), title: $1))
        }
        let window = PageWindow(
            pages: pages, position: Position(units: units), origin: PageIndex(1),
            configuration: Configuration(.threePage), look: PageLook(borders: .ascii))
        var layouts = LayoutCache()
        let top = Array(window.draw(columns: columns, rows: 4, layouts: &layouts).lines[0])
        return top.firstIndex(of: title).map { $0 - PageWindowTests.titleColumn(columns) }
    }

    /// The column is the exact way times the width, rounded half up, at every position tried.
    @Test(arguments: [40, 79, 80, 120])
    func aPageStandsAtItsTrueOffset(columns: Int) {
        for units in stride(from: Int64(0), through: 2 * Position.unitsPerPage, by: 1_021) {
            let way = Position.unitsPerPage - units
            let exact = (Double(way) / Double(Position.unitsPerPage) * Double(columns) + 0.5).rounded(.down)
            guard let found = column(of: "B", at: units, columns: columns) else {
                let start = Double(PageWindowTests.titleColumn(columns))
                #expect(exact < -start || exact >= Double(columns) - start - 1, "at \(units)")
                continue
            }
            #expect(found == Int(exact), "at \(units)")
            if let next = column(of: "C", at: units, columns: columns) { #expect(next == found + columns) }
        }
    }

    @Test func halfACellGoesUp() {
        #expect(column(of: "B", at: Position.unitsPerPage - 409, columns: 80) == 0)
        #expect(column(of: "B", at: Position.unitsPerPage - 410, columns: 80) == 1)
        #expect(column(of: "B", at: Position.unitsPerPage + 409, columns: 80) == 0)
        #expect(column(of: "B", at: Position.unitsPerPage + 410, columns: 80) == -1)
    }

    @Test func pagesOutsideTheWindowAreNotDrawn() {
        var scene = Samples.scene(at: 1)
        scene.origin = PageIndex(3)
        #expect(scene.draw(columns: 40, rows: 6).lines[0].isEmpty)
    }

    @Test func peekingNeighboursFollowFromTheItemRatio() {
        var configuration = Configuration(.threePage)
        configuration.itemThousandths = 800
        configuration.spacingPoints = 20
        #expect(PageWindow.itemCells(80, configuration) == 64)
        #expect(PageWindow.strideCells(80, configuration) == 68)
        var scene = Samples.scene(at: 1)
        scene.configuration = configuration
        let top = Array(scene.draw(columns: 80, rows: 10).lines[0])
        #expect(top.indices.filter { top[$0] == "+" } == [3, 8, 71, 76])
    }

    /// Nothing traps, whatever the size, the place and the text, and the status is always there.
    @Test func everySmallSizeIsDrawn() {
        let deck = [Samples.deck[1], Samples.cjk, Samples.deck[1]]
        for columns in stride(from: 0, through: 24, by: Effort.isFull ? 1 : 3) {
            for rows in 0...9 {
                for pages in [-1.5, 0, 0.35, 1, 1.5, 99] {
                    for axis in Configuration.Axis.allCases {
                        let screen = Samples.scene(at: pages, of: deck, axis: axis).draw(columns: columns, rows: rows)
                        #expect(screen.columns == max(columns, 1) && screen.rows == max(rows, 1))
                        #expect(Samples.isPlace(screen.lines.last) || screen.columns >= 20)
                    }
                }
            }
        }
    }

    @Test func farAwayPositionsAreBlankAndDoNotTrap() {
        var scene = Samples.scene(at: 1)
        for units in [Int64.min / 4, -(1 << 52), 1 << 52, Int64.max / 4] {
            scene.position = Position(units: units)
            #expect(scene.draw(columns: 20, rows: 6).lines[0].isEmpty)
        }
    }

    @Test func titleStatusAndWarningStandOut() {
        let screen = Samples.scene(at: 1).draw(columns: 19, rows: 8)
        #expect(screen[column: 3, row: 0].style == [.bold, .role(.title)])
        #expect(screen[column: 0, row: 0].style == .plain)
        #expect(screen.lines[6] == "too small: 20x6")
        #expect(screen[column: 0, row: 6].style == .bold)
        #expect((0..<19).allSatisfy { screen[column: $0, row: 7].style == .reversed })
        #expect(Scene.pageRows(columns: 19, rows: 8) == 6)
        #expect(Scene.pageRows(columns: 80, rows: 24) == 23)
        #expect(Scene.pageRows(columns: 10, rows: 2) == 1)
    }

    @Test func anEmptyRoomSaysSo() {
        var scene = Samples.scene(at: 0)
        scene.pages = []
        scene.status.place = .none
        let lines = scene.draw(columns: 40, rows: 7).lines
        #expect(lines[3] == "                no pages")
        #expect(lines[6].contains("no pages"))
    }
}
