import PagingContent
import PagingEngine
import PagingRoom
import TestSupport
import Testing

@testable import TerminalView

/// The parts of a scene besides its pages, and hits in its cells.
@Suite struct SceneTests {
    private func reversed(_ screen: Screen) -> [String] {
        (0..<screen.rows - 1).map { row in
            String(screen.row(row).filter { $0.style.contains(.reversed) && !$0.isContinuation }.map(\.character))
        }.filter { !$0.isEmpty }
    }

    @Test(arguments: [true, false])
    func aBannerLeavesNoPartOfAnotherText(hasBorders: Bool) {
        var scene = Everything.scene(at: 0)
        scene.hasBorders = hasBorders
        func lastRow(_ banner: String?) -> String {
            scene.banner = banner
            return scene.draw(columns: 40, rows: 12).lines[10]
        }
        #expect(lastRow(nil).contains("more lines"))
        #expect(lastRow("short").contains("more lines") && lastRow("short").contains("short"))
        let long = lastRow("? shows how others join")
        #expect(long.contains("others join") && !long.contains("line") && !long.contains("more"))
        #expect(long.count == (hasBorders ? 40 : 25))
    }

    /// The same word in every window, and the cell somebody clicks on is the one that is marked.
    @Test(arguments: [(80, 24), (120, 40), (40, 24), (23, 60)])
    func thePointerIsAtTheSameWordInEveryWindow(size: (columns: Int, rows: Int)) throws {
        var scene = Everything.scene(at: 0)
        let place = try #require(Search("paragraph").hits(in: Everything.pages, documents: Everything.documents).first)
        let at = try #require(place.characters).lowerBound
        scene.pointer = Pointer(page: PageID("words"), at: at + 3, by: MemberID(1))
        let screen = scene.draw(columns: size.columns, rows: size.rows)
        #expect(reversed(screen) == ["paragraph"])
        for row in 0..<screen.rows - 1 {
            for column in 0..<screen.columns where screen[column: column, row: row].style.contains(.reversed) {
                let found = scene.character(column: column, row: row, columns: size.columns, rows: size.rows)
                let character = try #require(found)
                #expect(character.page == PageID("words"))
                #expect((at..<at + 9).contains(character.characters.lowerBound))
            }
        }
        scene.pointer = Pointer(page: PageID("lists"), at: 3, by: MemberID(1))
        #expect(reversed(scene.draw(columns: size.columns, rows: size.rows)).isEmpty)
    }

    /// The topmost line in one window holds the word with which the page begins in a window of another size.
    @Test(arguments: [(40, 12), (60, 9), (23, 14), (120, 7)])
    func aSharedScrollShowsTheSameLineInEveryWindow(size: (columns: Int, rows: Int)) throws {
        var lines = 0
        for line in 0...12 {
            var presenter = Everything.scene(at: 0)
            presenter.scrolls[PageID("words")] = line
            let mark = try #require(presenter.firstCharacter(columns: 36, rows: 8))
            var other = Everything.scene(at: 0)
            other.top = Pointer(page: mark.page, at: mark.characters.lowerBound, by: MemberID(1))
            guard other.overflow(columns: size.columns, rows: size.rows).below > 0 else { continue }
            lines += 1
            // A high window has a row for the title, and a blank one below it.
            let first = size.rows > 12 ? 3 : 1
            let row = (0..<size.columns).compactMap {
                other.character(column: $0, row: first, columns: size.columns, rows: size.rows)
            }
            #expect(row.contains(mark), "line \(line)")
        }
        #expect(lines > 1, "there is something to scroll")
    }

    @Test func aSharedScrollYieldsToTheOwnOneAndToSmallPages() {
        var scene = Everything.scene(at: 0)
        scene.top = Pointer(page: PageID("words"), at: 60, by: MemberID(1))
        let shared = scene.overflow(columns: 40, rows: 12).above
        #expect(shared > 1)
        scene.scrolls[PageID("words")] = 1
        #expect(scene.overflow(columns: 40, rows: 12).above == 1)
        scene.scrolls = [:]
        #expect(scene.overflow(columns: 120, rows: 40) == .none, "the whole page is in view")
        scene.top = Pointer(page: PageID("words"), at: Pointer.bound - 1, by: MemberID(1))
        #expect(scene.overflow(columns: 40, rows: 12).below == 0, "beyond the end")
        scene.top = Pointer(page: PageID("lists"), at: 60, by: MemberID(1))
        #expect(scene.overflow(columns: 40, rows: 12).above == 0, "another page")
    }

    @Test func aCellOutsideTheTextIsNoCharacter() {
        let scene = Everything.scene(at: 0)
        for (column, row) in [(0, 0), (-1, 7), (80, 7), (10, 23), (79, 5), (10, 6), (3, 1), (10, 2)] {
            #expect(scene.character(column: column, row: row, columns: 80, rows: 24) == nil, "\(column), \(row)")
        }
        #expect(scene.character(column: 0, row: 3, columns: 80, rows: 24)?.characters == 0..<1)
        #expect(scene.character(column: 9, row: 3, columns: 80, rows: 24)?.characters.lowerBound == 6)
    }

    @Test func scrollingEndsWhereThePageEnds() {
        var scene = Everything.scene(at: 0)
        let start = scene.overflow(columns: 40, rows: 12)
        #expect(start.above == 0 && start.below > 10)
        scene.scrolls[PageID("words")] = 1_000
        let end = scene.overflow(columns: 40, rows: 12)
        #expect(end == PageOverflow(lines: start.below + 9, room: 9, scroll: start.below))
        #expect(end.below == 0 && end.above == start.below)
        #expect(Everything.scene(at: 0).overflow(columns: 120, rows: 40) == .none)
    }

    @Test func theHiddenLinesOfAPageAreCountedAsDrawn() {
        for (columns, rows) in [(80, 24), (40, 12), (30, 5), (12, 3)] {
            for page in Everything.pages {
                let document = Everything.documents[page.id]
                let overflow = PageOverflow(of: page, document: document, columns: columns, rows: rows)
                var scene = Everything.scene(at: Double(Everything.pages.firstIndex(of: page) ?? 0))
                scene.stepPlace = nil
                scene.scrolls[page.id] = 0
                #expect(scene.overflow(columns: columns, rows: rows) == overflow)
                #expect((columns, rows) != (40, 12) || overflow.below > 5)
            }
        }
    }

    @Test func whatAStepBringsIsInView() {
        let full = Everything.scene(at: 1, shown: 2).draw(columns: 40, rows: 12)
        #expect(full.lines.contains { $0.contains("Quoted in a quote.") })
        let first = Everything.scene(at: 1, shown: 0).draw(columns: 40, rows: 12)
        #expect(first.lines[1].contains("bullets"))
        #expect(!first.lines.contains { $0.contains("nine") })
    }

    private func replica(shown: Int, target: Int64 = 1) -> Replica {
        var replica = Replica(
            sequence: Sequence(1), configuration: Configuration(.threePage), phase: .idle,
            settled: PageIndex(target), position: Position(page: PageIndex(target)), origin: PageIndex(target),
            target: PageIndex(target), loading: false, dragEnabled: true, revision: 0, count: 3, wrap: .finite,
            window: Samples.window(Everything.pages, around: target), members: [], viewers: 1)
        replica.shown = shown
        return replica
    }

    private func scene(_ replica: Replica, at page: PageIndex? = nil) -> Scene {
        var scene = Scene(
            replica: replica, position: page.map { Position(page: $0) } ?? replica.position,
            now: Instant(milliseconds: 0), room: "room")
        scene.documents = Everything.documents
        return scene
    }

    @Test func theReplicaHasTheShownSteps() {
        for shown in 0...2 {
            let lines = scene(replica(shown: shown)).draw(columns: 80, rows: 24).lines
            #expect(lines.contains { $0.contains("nine") } == (shown >= 1))
            #expect(lines.contains { $0.contains("Quoted") } == (shown >= 2))
            #expect(lines[23].contains("page 2 of 3, step \(shown + 1) of 3"))
        }
    }

    @Test func somebodyWhoHasLeftSeesTheirOwnPlace() {
        var room = replica(shown: 0, target: 2)
        room.isBlank = true
        var scene = scene(room, at: PageIndex(1))
        scene.detach(at: StepPlace(page: PageIndex(1), shown: 1), from: room)
        let lines = scene.draw(columns: 80, rows: 24).lines
        #expect(lines.contains { $0.contains("nine") } && !lines.contains { $0.contains("Quoted") })
        #expect(lines[23].contains("page 2 of 3, step 2 of 3") && lines[23].contains("1 page behind, = to return"))
    }

    @Test func theStatusShowsTheDistance() {
        var status = Samples.status(.listed(number: 4, count: 12))
        let table: [(Int64, String)] = [
            (2, "2 pages behind, = to return"), (-1, "1 page ahead, = to return"), (0, "on your own, = to return"),
        ]
        for (behind, text) in table {
            status.pagesBehind = behind
            #expect(status.text(columns: 100).contains("| \(text)"))
        }
        status.pagesBehind = 2
        #expect(status.text(columns: 40) == "page 4 of 12 | 2 behind, =")
    }

    @Test func theBatonIsNamedWhereThereIsOne() {
        var room = replica(shown: 0)
        #expect(scene(room).status.baton == nil)
        room.control.policy = .baton
        #expect(scene(room).status.text(columns: 100).contains("baton free"))
        room.control.holder = MemberID(7)
        #expect(scene(room).status.text(columns: 100).contains("baton: member 7"))
    }

    @Test func darkPagesShowNothing() {
        var room = replica(shown: 2)
        room.isBlank = true
        var scene = scene(room)
        #expect(scene.draw(columns: 80, rows: 24).lines.dropLast().joined().isEmpty)
        #expect(scene.character(column: 5, row: 3, columns: 80, rows: 24) == nil)
        scene.isPresenting = true
        #expect(scene.draw(columns: 80, rows: 24).lines.count { !$0.isEmpty } == 2)
    }

    @Test func aBannerHidesNoPartOfTheHelp() {
        var scene = scene(replica(shown: 0))
        scene.banner = "others join with: riffle join"
        #expect(scene.draw(columns: 60, rows: 12).lines[10].contains("others join with"))
        let help = String(repeating: "Space: the next page\n", count: 40)
        scene.overlay = Page(id: PageID("help"), title: "Keys", body: help)
        let lines = scene.draw(columns: 60, rows: 12).lines
        #expect(lines[10].contains("more lines") && !lines.joined().contains("others join"))
    }

    @Test func anInvitationIsLeftOutWhereItDoesNotFit() {
        var scene = scene(replica(shown: 0))
        scene.banner = "others join with: riffle join"
        scene.shorterBanners = ["? shows how"]
        #expect(scene.draw(columns: 20, rows: 12).lines[10].contains("? shows how"))
        #expect(!scene.draw(columns: 6, rows: 3).lines[0].contains("?"))
    }

    /// Nothing traps, whatever the size, and the status is always there.
    @Test func everySmallSizeIsDrawn() {
        let timer = TalkTimer(elapsedMilliseconds: 1)
        for columns in stride(from: 0, through: 30, by: Effort.isFull ? 1 : 3) {
            for rows in 0...14 {
                for page in 0...2 {
                    var scene = Everything.scene(at: Double(page))
                    scene.scrolls[Everything.pages[page].id] = rows
                    scene.banner = "reconnecting"
                    let presenter = PresenterScene(
                        scene: scene, next: StepPlace(page: PageIndex(2), shown: 0), notes: "a few words", timer: timer,
                        attendees: replica(shown: 0).attendees(), viewers: 3)
                    let overview = OverviewScene(
                        pages: Everything.pages, documents: Everything.documents, selected: page, status: scene.status)
                    for screen in [
                        scene.draw(columns: columns, rows: rows), presenter.draw(columns: columns, rows: rows),
                        overview.draw(columns: columns, rows: rows),
                    ] {
                        #expect(screen.columns == max(columns, 1) && screen.rows == max(rows, 1))
                        #expect(Samples.isPlace(screen.lines.last) || screen.columns >= 20)
                    }
                    for row in 0..<rows {
                        _ = scene.character(column: columns / 2, row: row, columns: columns, rows: rows)
                        _ = overview.place(column: columns / 2, row: row, columns: columns, rows: rows)
                    }
                }
            }
        }
    }
}
