import Foundation
import PagingEngine
import TestSupport
import Testing

@testable import TerminalView

@Suite struct TabStripTests {
    private static let titles = ["A", "BBBB", "CCC", "DDDDDD"]
    /// Widths 5, 8, 7 and 10: two blanks beside each title.
    private static let lap: Int64 = 30

    private func strip(_ pages: Double, _ titles: [String] = titles, isEndless: Bool = true) -> TabStrip {
        TabStrip(titles: titles, place: Samples.position(pages: pages), isEndless: isEndless)
    }

    private func lines(_ strip: TabStrip, columns: Int = 41) -> [String] {
        strip.draw(columns: columns, rows: 2, borders: .ascii).lines
    }

    private func row(_ titles: [String] = titles, columns: Int = 41) throws -> TabRow {
        try #require(TabRow(titles: titles, columns: columns, isEndless: true, ellipsis: "..."))
    }

    @Test func theChosenTabStandsInTheMiddle() {
        #expect(
            lines(strip(1)) == [
                "   DDDDDD    A  [ BBBB ]  CCC    DDDDDD", String(repeating: " ", count: 16) + "========",
            ])
        #expect(lines(strip(-3)) == lines(strip(1)))
        #expect(lines(strip(4_000_001)) == lines(strip(1)))
    }

    @Test func theHighlightFlipsExactlyAtTheMiddle() {
        for page in Int64(-5)...5 {
            var strip = strip(0)
            strip.place = Position(units: page * 65_536 + 32_767)
            let before = lines(strip)[0]
            strip.place.units += 1
            let after = lines(strip)[0]
            let (old, new) = (Self.titles[Int((page + 8) % 4)], Self.titles[Int((page + 9) % 4)])
            #expect(before.contains("[ \(old) ]") && !before.contains("[ \(new) ]"))
            #expect(after.contains("[ \(new) ]") && !after.contains("[ \(old) ]"))
        }
    }

    @Test func theMarkSlidesAndStretchesBetweenNeighbours() throws {
        let row = try row()
        #expect(row.indicator(at: Samples.position(pages: 0)) == 0..<5)
        #expect(row.indicator(at: Samples.position(pages: 1)) == 5..<13)
        #expect(row.indicator(at: Samples.position(pages: 0.5)) == 3..<9)
        #expect(row.indicator(at: Samples.position(pages: 3.5)) == 25..<33)
        #expect(row.indicator(at: Samples.position(pages: -1)) == -10..<0)
        var last = row.indicator(at: Position(units: -200_000))
        for units in stride(from: Int64(-200_000), through: 400_000, by: 97) {
            let mark = row.indicator(at: Position(units: units))
            #expect(mark.lowerBound >= last.lowerBound && mark.upperBound >= last.upperBound)
            #expect(mark.lowerBound - last.lowerBound <= 1 && mark.upperBound - last.upperBound <= 1)
            last = mark
        }
    }

    /// The mark's middle is the view's middle at every place, to the rounding of its edges.
    @Test(arguments: [1, 12, 40, 41, 120, 300])
    func theMarkStaysInTheMiddle(columns: Int) throws {
        let row = try row(columns: columns)
        for units in stride(from: Int64(-300_000), through: 300_000, by: 1_013) {
            let place = Position(units: units)
            let offset = row.offset(centredOn: place)
            let mark = row.indicator(at: place)
            let twice = mark.lowerBound + mark.upperBound - 2 * offset
            #expect(abs(twice - Int64(columns)) <= 2, "at \(units)")
        }
    }

    /// Every cell of the view belongs to the tab that the row has there, at any width, place and number of tabs.
    @Test(arguments: [["A"], ["", "B"], titles, ["你好", "a very long title, longer than a tab"]])
    func nowhereIsAHole(titles: [String]) throws {
        for columns in [1, 2, 7, 23, 40, 120, 300] {
            let row = try row(titles, columns: columns)
            let filled = row.layout.widths.map { String(repeating: "x", count: Int($0)) }
            let solid = TabRow(titles: filled, layout: row.layout, isEndless: true)
            for units in stride(from: Int64(-200_000), through: 200_000, by: 4_999) {
                let offset = row.offset(centredOn: Position(units: units))
                var screen = Screen(columns: columns, rows: 1)
                TabStrip.draw(solid, from: offset, chosen: PageIndex(.max / 4), on: &screen)
                let reference = Self.reference(solid, from: offset, columns: columns)
                #expect(screen.lines[0] == reference, "\(titles) \(columns) at \(units)")
            }
        }
    }

    /// The expected view: the row's tabs cell by cell, computed by floored division alone.
    private static func reference(_ row: TabRow, from offset: Int64, columns: Int) -> String {
        var lap: [Character] = []
        for (title, width) in zip(row.titles, row.layout.widths) {
            let start = lap.count
            lap += Array("  " + title).prefix(Int(width))
            while lap.count < start + Int(width) { lap.append(" ") }
        }
        var line = (0..<Int64(columns)).map { cell in
            let place = (offset + cell) % Int64(lap.count)
            return lap[Int(place < 0 ? place + Int64(lap.count) : place)]
        }
        while line.last == " " { line.removeLast() }
        return String(line)
    }

    private struct Vectors: Decodable {
        struct Row: Decodable {
            let widths: [Double]
            let view: Double
            let x: Double
            let recentred: Double
            let copies: Double
        }
        let rows: [Row]
    }

    /// A strip drawn from the offset of a vector equals the laps of the vector from the recentred offset.
    @Test func theVectorsHoldForWhatIsDrawn() throws {
        let data = try Data(contentsOf: Repository.file("Tests/Unit/PagingEngine/Vectors/strip.json"))
        let vectors = try JSONDecoder().decode(Vectors.self, from: data).rows
        #expect(vectors.count > 50)
        // The same twice as large where a vector has half a cell.
        for vector in vectors {
            let scale = vector.x == vector.x.rounded() ? 1.0 : 2.0
            func whole(_ value: Double) -> Int64 { Int64((value * scale).rounded()) }
            let (x, view, recentred) = (whole(vector.x), whole(vector.view), whole(vector.recentred))
            let widths = vector.widths.map(whole)
            let layout = try #require(StripLayout(widths: widths, view: view))
            #expect(layout.copies == Int64(vector.copies) && layout.recentred(x) == recentred)
            let titles = widths.enumerated().map { item, width in
                String(repeating: String(UnicodeScalar(UInt8(97 + item % 26))), count: max(0, Int(width) - 4))
            }
            let row = TabRow(titles: titles, layout: layout, isEndless: true)
            let columns = max(1, Int(view))
            var screen = Screen(columns: columns, rows: 1)
            TabStrip.draw(row, from: x, chosen: PageIndex(.max / 4), on: &screen)
            let cells = Int64(vector.copies) * layout.lap
            #expect(recentred >= 0 && recentred + view <= cells)
            #expect(screen.lines[0] == Self.reference(row, from: recentred, columns: screen.columns))
        }
    }

    @Test func aRowWithEndsIsNotRepeated() {
        let ends = lines(strip(0, isEndless: false))[0]
        #expect(ends == String(repeating: " ", count: 18) + "[ A ]  BBBB    CCC    D")
        #expect(lines(strip(-0.4, isEndless: false))[0] == ends)
        #expect(lines(strip(3.4, isEndless: false)) == lines(strip(3, isEndless: false)))
    }

    @Test func oneTabIsThereAgainAndAgain() {
        let one = lines(strip(7, ["A"]), columns: 25)
        #expect(one == ["  A    A  [ A ]  A    A", "          ====="])
    }

    @Test func oneRowUnderlinesTheChosenTab() {
        let screen = strip(0).draw(columns: 25, rows: 1, borders: .ascii)
        #expect(
            (0..<25).map { screen[column: $0, row: 0].style.contains(.underlined) }
                == (0..<25).map { (10..<15).contains($0) })
        #expect(screen[column: 10, row: 0].style.contains(.bold))
    }

    @Test func noTabsAndFarPlacesDoNotTrap() {
        #expect(lines(strip(1, [])) == ["", ""])
        for units in [Int64.min / 4, -(1 << 52), 1 << 52, Int64.max / 4] {
            for columns in [0, 1, 3, 1_000] {
                var strip = strip(0)
                strip.place = Position(units: units)
                let line = strip.draw(columns: columns, rows: 2, borders: .unicode).lines[0]
                #expect(columns < 40 || line.contains("["))
            }
        }
    }
}
