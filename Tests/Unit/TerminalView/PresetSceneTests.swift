import PagingContent
import PagingEngine
import PagingRoom
import TestSupport
import Testing

@testable import TerminalView

/// The differences between the presets' pictures.
@Suite struct PresetSceneTests {
    @Test func theStrideIsThePagersOwn() throws {
        for preset in Preset.allCases {
            let configuration = Configuration(preset)
            for width in 1...400 {
                let viewport = try #require(configuration.viewport(width: Int64(width)))
                #expect(PageWindow.strideCells(width, configuration) == Int(viewport.stride))
                #expect(PageWindow.itemCells(width, configuration) <= Int(viewport.stride))
            }
        }
    }

    @Test func aCarouselOfTwoShowsTheSameNeighbourOnBothSides() {
        let room = PresetRoom(.carousel, PresetRoom.letters(2))
        let line = room.scene().draw(columns: 100, rows: 9).lines[1]
        let runs = line.split { !$0.isLetter }.map { ($0.first, $0.count) }
        #expect(runs.map(\.0) == ["b", "a", "b"])
        #expect(runs[0].1 == runs[2].1 && runs[1].1 == 76)
    }

    /// However many laps one has gone, the same page looks the same: the padding and its jump are nowhere to be seen.
    @Test(arguments: [2, 3, 5])
    func thePaddingOfACarouselIsInvisible(count: Int) {
        var room = PresetRoom(.carousel, PresetRoom.letters(count))
        for offset in [-0.9, -0.5, 0, 0.3, 0.9] {
            room.goTo(1)
            let first = room.scene(offset: offset).draw(columns: 80, rows: 10)
            room.goTo(1 + 3 * Int64(count))
            #expect(room.scene(offset: offset).draw(columns: 80, rows: 10) == first)
        }
    }

    @Test func aCarouselOfOneHasNoNeighbours() {
        let room = PresetRoom(.carousel, PresetRoom.letters(1))
        let lines = room.scene().draw(columns: 100, rows: 9).lines
        #expect(lines[0] == String(repeating: " ", count: 10) + "+" + String(repeating: "-", count: 78) + "+")
    }

    private func buttons(_ room: PresetRoom, columns: Int = 60, rows: Int = 10) -> [Character] {
        let screen = room.scene().draw(columns: columns, rows: rows)
        return screen.lines.dropLast().joined().filter { "<>".contains($0) }.map { $0 }
    }

    @Test func aButtonWithoutAPageBehindItIsHiddenAtOnce() {
        var room = PresetRoom(.buttons, PresetRoom.letters(3))
        #expect(buttons(room) == [">"])
        room.ask(.step(.forward, from: PageIndex(0)))
        #expect(buttons(room) == ["<", ">"])
        room.wait(milliseconds: 2_000)
        room.ask(.step(.forward, from: PageIndex(1)))
        // The page has not moved yet, and the button is gone: what counts is where it goes.
        #expect(room.replica.position == Position(page: PageIndex(1)))
        #expect(buttons(room) == ["<"])
        #expect(buttons(PresetRoom(.buttons, PresetRoom.letters(1))).isEmpty)
        #expect(buttons(PresetRoom(.buttons, [])).isEmpty)
        #expect(buttons(PresetRoom(.buttons)) == ["<", ">"])
    }

    @Test func verticalButtonsStandAboveAndBelow() {
        var room = PresetRoom(.buttons, PresetRoom.letters(3)) { $0.axis = .vertical }
        room.goTo(1)
        var scene = room.scene()
        scene.hasBorders = true
        let lines = scene.draw(columns: 40, rows: 12).lines
        #expect(lines[0] == String(repeating: " ", count: 18) + "[^]")
        #expect(lines[10] == String(repeating: " ", count: 18) + "[v]")
        #expect(lines[1].hasPrefix("+---"))
    }

    /// A page on its way in that is not known yet is a frame, not a hole, and its text comes with it.
    @Test func pagesOnTheWayAreFramesUntilTheyAreKnown() {
        var room = PresetRoom(.buttons, PresetRoom.letters(3))
        room.ask(.step(.forward, from: PageIndex(0)))
        room.wait(milliseconds: 300)
        var scene = room.scene()
        let unknown = scene.draw(columns: 60, rows: 10).lines
        #expect(unknown[0].contains("++---") && !unknown[1].contains("b"))
        scene.beyond = room.room.pages(from: PageIndex(1), count: 1)
        #expect(scene.draw(columns: 60, rows: 10).lines[1].contains("|| bbb"))
    }

    @Test func thereIsNoFrameBeyondTheLastPage() {
        var room = PresetRoom(.threePage, PresetRoom.letters(3)) { $0.wrap = .finite }
        room.goTo(2)
        let line = room.scene(offset: 0.5).draw(columns: 60, rows: 10).lines[0]
        #expect(line == String(repeating: "-", count: 29) + "+")
    }

    @Test func loadingIsShown() {
        var replica = PresetRoom(.buttons, []).replica
        replica.loading = true
        let scene = Scene(
            replica: replica, position: replica.position, now: Instant(milliseconds: 0), room: "r", borders: .unicode)
        let lines = scene.draw(columns: 40, rows: 11).lines
        #expect(lines[5].trimmingPrefix { $0 == " " } == "loading …")
        #expect(lines[10] == "r | loading | 1 member | in step")
        var text = LinearText()
        #expect(text.next(replica) == "loading\n\n")
        #expect(text.next(replica) == nil)
        replica.loading = false
        #expect(text.next(replica) == "no pages\n\n")
    }

    @Test func everyPresetSaysWhereItIs() {
        func line(_ room: PresetRoom, _ offset: Double = 0) -> String {
            room.scene(offset: offset).status.text(columns: 90)
        }
        #expect(line(.original(.carousel), -1) == "room | page 5 of 5 | idle | 1 member | in step")
        #expect(line(.original(.tabs), 1.4) == "room | page 2 of 4 | BBBB | idle | 1 member | in step")
        #expect(line(.original(.tabs), 1.5).contains("| page 3 of 4 | CCC |"))
        #expect(line(.original(.continuous), 2.25).contains("| page 2 | at 2.25 |"))
        #expect(line(.original(.continuous), -0.25).contains("| page 0 | at -0.25 |"))
        #expect(line(.original(.majority), 2).contains("| page 2 | idle |"))
        var loading = PresetRoom.original(.buttons).replica
        loading.loading = true
        let scene = Scene(replica: loading, position: loading.position, now: Instant(milliseconds: 0), room: "r")
        #expect(scene.status.text(columns: 90) == "r | page 1 of 3 | loading | idle | 1 member | in step")
        var held = PresetRoom.original(.tabs).replica
        held.strip = Samples.position(pages: 2)
        let moved = Scene(replica: held, position: held.position, now: Instant(milliseconds: 0), room: "r")
        #expect(moved.status.text(columns: 90).contains("| page 1 of 4 | A | dragging the strip |"))
    }

    @Test func keysTypedAreShownBeforeAllElse() {
        var scene = PresetRoom.original(.carousel).scene()
        scene.status.pending = "12"
        #expect(scene.status.text(columns: 90) == "room | page 1 of 5 | idle | 1 member | in step | 12_")
        #expect(scene.status.text(columns: 18) == "page 1 of 5 | 12_")
        #expect(scene.status.text(columns: 4) == "12_")
    }

    /// Nothing traps, and the last row is the status, whatever the preset, the size and the place.
    @Test(arguments: Preset.allCases, Configuration.Axis.allCases)
    func everySmallSizeIsDrawn(preset: Preset, axis: Configuration.Axis) {
        let room = PresetRoom.original(preset, axis: axis)
        for columns in [0, 1, 2, 3, 4, 5, 7, 8, 10, 19, 20, 24] {
            for rows in stride(from: 0, through: 12, by: Effort.isFull ? 1 : 4) {
                for offset in [-1.5, 0.35, 99] {
                    let screen = room.scene(offset: offset).draw(columns: columns, rows: rows)
                    #expect(screen.columns == max(columns, 1) && screen.rows == max(rows, 1))
                    #expect(Samples.isPlace(screen.lines.last) || screen.columns >= 12)
                }
            }
        }
    }
}
