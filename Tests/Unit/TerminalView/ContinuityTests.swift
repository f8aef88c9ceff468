import PagingContent
import PagingEngine
import PagingRoom
import TestSupport
import Testing

@testable import TerminalView

/// The window moves and nobody sees it: every cell moves with the pointer, and nothing comes apart.
@Suite struct ContinuityTests {
    private static let columns = 40
    private static let rows = 16

    /// A row or column of letters across the axis, one beside a page's border.
    private static let line = 2

    /// The first cell along the axis of every page in view, by its letter, and whether the row has a blank cell.
    private func look(_ scene: Scene, _ axis: Configuration.Axis) -> (first: [Character: Int], hasHole: Bool) {
        let screen = scene.draw(columns: Self.columns, rows: Self.rows)
        let top = scene.tabs == nil ? 0 : 2
        let length = axis == .vertical ? Self.rows - 1 - top : Self.columns
        func cell(_ place: Int, across: Int) -> Character {
            axis == .vertical
                ? screen[column: across, row: top + place].character
                : screen[column: place, row: top + across].character
        }
        var first: [Character: Int] = [:]
        for place in 0..<length {
            let letter = cell(place, across: Self.line)
            // At the edge of the view a page may begin outside; only beginnings in view are told.
            if letter.isLetter, place > 0, !cell(place - 1, across: Self.line).isLetter {
                first[letter] = first[letter] ?? place
            }
        }
        return (first, (0..<length).contains { cell($0, across: 0) == " " })
    }

    /// As many letters as are looked at.
    private func pages(_ axis: Configuration.Axis) -> [Page] {
        axis == .vertical
            ? PresetRoom.letters(26, columns: 2, rows: Self.rows)
            : PresetRoom.letters(26, columns: Self.columns - 4, rows: Self.rows)
    }

    private struct Watcher {
        let axis: Configuration.Axis
        let isWhole: Bool
        var last: (position: Position, first: [Character: Int])?
        var origin: PageIndex
        var shifts = 0
        var seen: Set<Character> = []
    }

    private func watch(_ room: PresetRoom, with watcher: inout Watcher) {
        var scene = room.scene()
        scene.hasBorders = true
        let (first, hasHole) = look(scene, watcher.axis)
        #expect(!hasHole || !watcher.isWhole, "a hole at \(scene.position.units)")
        #expect(!first.isEmpty || watcher.isWhole || watcher.axis == .vertical)
        watcher.seen.formUnion(first.keys)
        if scene.origin != watcher.origin {
            watcher.origin = scene.origin
            watcher.shifts += 1
        }
        defer { watcher.last = (scene.position, first) }
        guard let last = watcher.last else { return }
        let way = scene.position - last.position
        let extent = watcher.axis == .vertical ? Self.rows : Self.columns
        let cells = Int((abs(way.units) * Int64(extent)) >> 16) + 1
        for (letter, place) in first {
            guard let before = last.first[letter] else { continue }
            let moved = before - place
            #expect(way.units >= 0 ? moved >= 0 : moved <= 0, "\(letter) went against the pager")
            #expect(abs(moved) <= cells, "\(letter) jumped by \(moved) at \(scene.position.units)")
        }
    }

    /// Drags there and back over the middle, releases, and checks the animation.
    @Test(
        arguments: [Preset.threePage, .threePagePredicted, .carousel, .tabs, .majority, .continuous],
        Configuration.Axis.allCases.prefix(Effort.rounds(1, of: 2)))
    func nothingJumps(preset: Preset, axis: Configuration.Axis) {
        var room = PresetRoom(preset, pages(axis)) {
            $0.axis = axis
            $0.wrap = .loop
        }
        room.goTo(12)
        var watcher = Watcher(axis: axis, isWhole: preset != .carousel, origin: room.replica.origin)
        var shiftsInDrag = 0
        for direction in [Int64(1), 1, -1] {
            let drag = DragID(room.now.milliseconds + 1)
            room.ask(.dragBegan(drag, viewport: nil))
            let before = watcher.shifts
            let path = [0...90, 40...90, 40...95].enumerated().flatMap { $0 % 2 == 0 ? Array($1) : $1.reversed() }
            for hundredths in path where hundredths % 2 == 0 {
                room.wait(milliseconds: 5)
                room.ask(.dragMoved(drag, by: Distance(units: direction * Int64(hundredths) * 655)))
                watch(room, with: &watcher)
            }
            shiftsInDrag += watcher.shifts - before
            room.ask(.dragEnded(drag, by: Distance(units: direction * 95 * 655), velocity: .zero))
            for _ in 0..<90 {
                watch(room, with: &watcher)
                room.wait(milliseconds: 7)
            }
        }
        #expect(watcher.shifts >= 3)
        #expect(watcher.seen.count >= 3)
        let movesInDrag = room.replica.configuration.recentring == .inFlight || preset == .continuous
        #expect(movesInDrag == (shiftsInDrag > 0), "\(shiftsInDrag) shifts in mid-drag")
    }

    /// The same place drawn from a window centred on either neighbour is the same picture.
    @Test(arguments: Preset.allCases.filter { Configuration($0).recentring != .never })
    func theOriginIsNotSeen(preset: Preset) {
        var room = PresetRoom(preset, PresetRoom.letters(26)) {
            $0.wrap = .loop
            $0.windowSlots = 5
        }
        room.goTo(12)
        var scene = room.scene(offset: 0.5)
        let picture = scene.draw(columns: 80, rows: 20)
        room.goTo(13)
        let next = room.scene(offset: -0.5)
        (scene.pages, scene.origin) = (next.pages, next.origin)
        #expect(scene.draw(columns: 80, rows: 20) == picture)
    }
}
