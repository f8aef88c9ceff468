import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

/// A picture of every preset in both directions, wide and narrow, at rest and between two pages.
@Suite struct PresetGoldenTests {
    @Test(arguments: Preset.allCases, Configuration.Axis.allCases)
    func everyPreset(preset: Preset, axis: Configuration.Axis) throws {
        var room = PresetRoom.original(preset, axis: axis)
        room.goTo(1)
        for (columns, rows) in [(100, 24), (40, 12)] {
            for (offset, name) in [(0, "rest"), (0.35, "0.35")] {
                try GoldenFile.compare(
                    room.scene(offset: offset),
                    "presets/\(preset.rawValue)-\(axis.rawValue)-\(columns)x\(rows)-\(name)",
                    columns: columns, rows: rows)
            }
        }
    }

    @Test func carouselOfTwoPages() throws {
        let room = PresetRoom(.carousel, PresetRoom.titled(["One", "Two"]))
        try GoldenFile.compare(room.scene(), "presets/carousel-of-two", columns: 100, rows: 8)
    }

    @Test func tabsDuringADrag() throws {
        var room = PresetRoom.original(.tabs)
        room.ask(.jump(PageIndex(0), animated: false))
        var replica = room.replica
        replica.strip = Samples.position(pages: 2.25)
        let scene = Scene(replica: replica, position: replica.position, now: room.now, room: "room")
        try GoldenFile.compare(scene, "presets/tabs-held", columns: 60, rows: 10)
    }

    @Test func oneTab() throws {
        let room = PresetRoom(.tabs, PresetRoom.titled(["Alone"]))
        try GoldenFile.compare(room.scene(offset: 0.25), "presets/tabs-of-one", columns: 60, rows: 10)
    }

    @Test func tabsWithEnds() throws {
        let room = PresetRoom(.tabs, PresetRoom.titled(["A", "BBBB", "CCC"])) { $0.wrap = .finite }
        try GoldenFile.compare(room.scene(offset: 0.5), "presets/tabs-with-ends", columns: 60, rows: 10)
    }

    @Test func buttonsAtAnEnd() throws {
        try GoldenFile.compare(
            PresetRoom.original(.buttons).scene(), "presets/buttons-at-the-end", columns: 60, rows: 10)
    }

    @Test func loading() throws {
        let room = PresetRoom(.buttons, [])
        var replica = room.replica
        replica.loading = true
        let scene = Scene(replica: replica, position: replica.position, now: room.now, room: "room")
        try GoldenFile.compare(scene, "presets/buttons-loading", columns: 60, rows: 10)
    }
}
