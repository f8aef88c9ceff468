import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

/// Clicks hit the parts that are drawn under the mouse.
@Suite struct ClickTests {
    private func scene(_ preset: Preset, axis: Configuration.Axis = .horizontal) -> Scene {
        let room = PresetRoom.original(preset, axis: axis)
        let replica = room.replica
        return Scene(
            replica: replica, position: replica.position, now: Instant(milliseconds: 0), room: "room")
    }

    @Test func theFifthsAtBothEnds() {
        let scene = scene(.threePage)
        let found = (0..<80).map { scene.click(column: $0, row: 10, columns: 80, rows: 24) }
        #expect(found.prefix(16).allSatisfy { $0 == .edge(.back) })
        #expect(found.dropFirst(16).prefix(48).allSatisfy { $0 == nil })
        #expect(found.suffix(16).allSatisfy { $0 == .edge(.forward) })
        #expect(scene.click(column: 2, row: 23, columns: 80, rows: 24) == nil, "the status line")
        #expect(scene.click(column: -1, row: 3, columns: 80, rows: 24) == nil)
        #expect(scene.click(column: 80, row: 3, columns: 80, rows: 24) == nil)
    }

    @Test func aVerticalRowHasThemAboveAndBelow() {
        let scene = scene(.threePage, axis: .vertical)
        #expect(scene.click(column: 40, row: 0, columns: 80, rows: 24) == .edge(.back))
        #expect(scene.click(column: 40, row: 11, columns: 80, rows: 24) == nil)
        #expect(scene.click(column: 40, row: 22, columns: 80, rows: 24) == .edge(.forward))
    }

    @Test(arguments: [30, 51, 80, 133])
    func aTabIsThePageDrawnThere(columns: Int) throws {
        let scene = scene(.tabs)
        let titles = try #require(scene.tabs).titles
        let line = Array(scene.draw(columns: columns, rows: 24).lines[0])
        var seen: Set<String> = []
        for column in 0..<columns {
            guard case .tab(let page)? = scene.click(column: column, row: 0, columns: columns, rows: 24) else {
                Issue.record("no tab at \(column)")
                continue
            }
            let count = Int64(titles.count)
            let title = titles[Int((page.value % count + count) % count)]
            if column < line.count, line[column].isLetter { #expect(title.contains(line[column]), "at \(column)") }
            seen.insert(title)
        }
        #expect(seen.count == titles.count || columns < 51)
    }

    @Test func theStripIsWhereTheTabsAre() {
        let scene = scene(.tabs)
        #expect((0..<80).allSatisfy { scene.isOnStrip(column: $0, row: 0, columns: 80, rows: 24) })
        #expect(scene.isOnStrip(column: 5, row: 1, columns: 80, rows: 24), "the mark below them")
        #expect(!scene.isOnStrip(column: 5, row: 2, columns: 80, rows: 24))
        #expect(!scene.isOnStrip(column: 80, row: 0, columns: 80, rows: 24))
        #expect(!self.scene(.threePage).isOnStrip(column: 5, row: 0, columns: 80, rows: 24))
    }

    /// The same tab stays under the pointer during a drag.
    @Test(arguments: [40, 80])
    func aStripGoesWithThePointer(columns: Int) throws {
        let scene = scene(.tabs)
        var strip = try #require(scene.tabs)
        let start = strip.place
        let row = try #require(
            TabRow(titles: strip.titles, columns: columns, isEndless: strip.isEndless, ellipsis: "..."))
        for way in -100...100 {
            let place = try #require(strip.position(draggedBy: way, from: start, columns: columns, borders: .ascii))
            let moved = row.offset(centredOn: start) - row.offset(centredOn: place)
            #expect(moved == Int64(way), "\(way)")
        }
        #expect(strip.position(draggedBy: 0, from: start, columns: columns, borders: .ascii) == start)
        strip.isEndless = false
        #expect(
            strip.position(draggedBy: -1_000, from: start, columns: columns, borders: .ascii)
                == Position(page: PageIndex(Int64(strip.titles.count) - 1)), "to the last tab")
        #expect(
            strip.position(draggedBy: 1_000, from: start, columns: columns, borders: .ascii) == Position(units: 0))
    }

    @Test func theViewportOfADragIsTheOnePagesAreDrawnIn() throws {
        for preset in Preset.allCases {
            for axis in Configuration.Axis.allCases {
                let scene = scene(preset, axis: axis)
                let viewport = try #require(scene.viewport(columns: 80, rows: 24))
                let extent = Int(viewport.width)
                #expect(PageWindow.strideCells(extent, scene.configuration) == Int(viewport.stride), "\(preset)")
                #expect(extent <= (axis == .vertical ? 23 : 80))
            }
        }
    }
}
