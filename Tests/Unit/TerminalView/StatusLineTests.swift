import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

@Suite struct StatusLineTests {
    private let ann = Member(id: MemberID(1), name: "Ann", role: .presenter)
    private let bob = Member(id: MemberID(2), name: "Bob", role: .member, isAway: true)

    private func replica(_ phase: Phase, wrap: PageOrder.Wrap = .finite, count: Int = 12) -> Replica {
        Replica(
            sequence: Sequence(1), configuration: Configuration(.threePage), phase: phase, settled: PageIndex(3),
            position: Position(page: PageIndex(3)), origin: PageIndex(3), target: PageIndex(3), loading: false,
            dragEnabled: true, revision: 0, count: count, wrap: wrap, window: [], members: [ann, bob], viewers: 4)
    }

    private func line(_ replica: Replica, at pages: Double = 3, now: Int64 = 0) -> String {
        Scene(
            replica: replica, position: Samples.position(pages: pages), now: Instant(milliseconds: now), room: "tour"
        ).status.text(columns: 80)
    }

    @Test func aLongNoteTakesTheWholeLine() {
        var status = Scene(
            replica: replica(.idle), position: Samples.position(pages: 3), now: Instant(milliseconds: 0), room: "tour",
            note: "talk.md:1:1: the deck has no pages; the pages stay"
        ).status
        #expect(status.text(columns: 60) == "talk.md:1:1: the deck has no pages; the pages stay")
        #expect(status.text(columns: 40) == "talk.md:1:1: the deck has no pages; t...")
        status.note = "short"
        #expect(status.text(columns: 40).hasPrefix("page 4 of 12"))
    }

    @Test func aQuietLineHasThePageAndWhatIsOutOfOrder() {
        var scene = Scene(
            replica: replica(.idle), position: Samples.position(pages: 3), now: Instant(milliseconds: 0), room: "tour")
        scene.status.isQuiet = true
        let line = { scene.draw(columns: 60, rows: 8).lines[7] }
        #expect(line() == "tour | page 4 of 12" + String(repeating: " ", count: 17) + "=======-----------------")
        scene.status.connection = .reconnecting
        scene.status.note = "hold on"
        #expect(line().hasPrefix("tour | page 4 of 12 | reconnecting | hold on"))
        let drawn = scene.draw(columns: 60, rows: 8)
        #expect(drawn[column: 24, row: 7].style == [.bold, .role(.statusWarning)])
        scene.status.connection = .offline
        #expect(scene.draw(columns: 60, rows: 8)[column: 24, row: 7].style == [.bold, .role(.statusAlarm)])
    }

    @Test func darkPagesAreOutOfOrder() {
        var status = Samples.status(.listed(number: 4, count: 12))
        status.isDark = true
        status.isQuiet = true
        #expect(status.text(columns: 60).hasSuffix("page 4 of 12 | dark"))
        #expect(status.parts(columns: 60).last?.role == .statusWarning)
        #expect(status.text(columns: 20) == "page 4 of 12 | dark")
    }

    @Test func theBarOfProgressIsEmptyAtTheFirstPageAndFullAtTheLast() {
        func done(_ number: Int64, of count: Int) -> Int? {
            StatusLine(room: "", place: .listed(number: number, count: count), phase: .idle, members: 1)
                .progress(cells: 24)
        }
        #expect([done(1, of: 3), done(2, of: 3), done(3, of: 3), done(1, of: 1)] == [0, 12, 24, nil])
    }

    @Test func atRest() {
        #expect(line(replica(.idle)) == "tour | page 4 of 12 | idle | 5 members | in step")
        #expect(line(replica(.idle, wrap: .unbounded, count: 0), at: -7).contains("| page -7 |"))
        #expect(line(replica(.idle, wrap: .loop, count: 3), at: -1).contains("| page 3 of 3 |"))
        #expect(line(replica(.idle, wrap: .loop, count: 3), at: 7).contains("| page 2 of 3 |"))
        #expect(line(replica(.empty, count: 0)).contains("| no pages | empty |"))
    }

    @Test func thePageStaysWithinTheListBeyondItsEnds() {
        #expect(line(replica(.idle), at: -0.7).contains("page 1 of 12"))
        #expect(line(replica(.idle), at: 11.9).contains("page 12 of 12"))
    }

    @Test func whileDragging() {
        func dragging(by holder: UInt32) -> Replica {
            replica(
                .dragging(
                    Drag(
                        id: DragID(1), holder: MemberID(holder), base: PageIndex(3),
                        grabPosition: Position(page: PageIndex(3)), translation: .zero,
                        lastSampleAt: Instant(milliseconds: 0), viewport: Viewport(width: 80, stride: 80)!)))
        }
        #expect(line(dragging(by: 1), at: 3.35).contains("| dragging +35% | by Ann |"))
        #expect(line(dragging(by: 9), at: 2.5).contains("| dragging -50% | by member 9 |"))
    }

    /// A drag in eighty columns is hardly ever on a whole unit.
    @Test func ofTheWayDraggedTheNearestHundredthCounts() {
        for cells in -40...40 {
            let way = Distance(units: Int64(cells) * Position.unitsPerPage / 80)
            let drag = Drag(
                id: DragID(1), holder: MemberID(1), base: PageIndex(3), grabPosition: Position(page: PageIndex(3)),
                translation: .zero, lastSampleAt: Instant(milliseconds: 0), viewport: Viewport(width: 80, stride: 80)!)
            let replica = replica(.dragging(drag))
            let percent = replica.progressPercent(
                position: Position(page: PageIndex(3)) + way, now: Instant(milliseconds: 0))
            #expect(abs(Double(percent ?? 0) - Double(cells) * 1.25) <= 0.51, "\(cells) cells")
            if cells == 8 { #expect(percent == 10) }
            if cells == -8 { #expect(percent == -10) }
        }
    }

    @Test(arguments: [(0, 0), (1_000, 0), (1_063, 63), (1_100, 100), (9_999, 100)])
    func whileSettling(now: Int64, percent: Int) {
        let settling = Phase.settling(
            Animation(
                id: AnimationID(1), from: Position(page: PageIndex(3)), to: Position(page: PageIndex(4)),
                startVelocity: .zero, start: Instant(milliseconds: 1_000), end: Instant(milliseconds: 1_100),
                curve: .linear, cause: .step, by: MemberID(1)))
        #expect(line(replica(settling), now: now).contains("| settling \(percent)% | by Ann |"))
    }

    @Test func whatMattersLeastGoesFirst() {
        var status = Samples.status(.listed(number: 4, count: 12), .settling, percent: 63)
        #expect(
            status.text(columns: 80) == "tour | page 4 of 12 | settling 63% | by Ann | 3 members | in step | 12 ms")
        #expect(status.text(columns: 60) == "tour | page 4 of 12 | settling 63% | by Ann | in step")
        #expect(status.text(columns: 40) == "page 4 of 12 | settling 63% | in step")
        #expect(status.text(columns: 12) == "page 4 of 12")
        #expect(status.text(columns: 11) == "4 of 12")
        #expect(status.text(columns: 6) == "4/12")
        #expect(status.text(columns: 3) == "pag")
        status.connection = .reconnecting
        #expect(status.text(columns: 30) == "page 4 of 12 | reconnecting")
        status.connection = .inStep
        status.note = "no key x"
        #expect(status.text(columns: 30) == "page 4 of 12 | no key x")
    }

    /// A note that does not fit beside the page takes the whole line.
    @Test func aLongNoteIsCut() {
        var status = Samples.status(.listed(number: 4, count: 12), .idle)
        status.note = "drags are switched off; Space and h turn the page"
        #expect(status.text(columns: 40) == "drags are switched off; Space and h t...")
        #expect(status.text(columns: 23) == "drags are switched o...")
        #expect(status.text(columns: 22) == "drags are switched ...")
    }

    @Test func namesCannotCommandTheTerminal() {
        var scene = Samples.scene(at: 1)
        scene.status.room = "a\u{1B}[2Jb"
        let bytes = ScreenDiff.bytes(from: nil, to: scene.draw(columns: 80, rows: 8))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("[2Jb\u{1B}"))
        #expect(scene.draw(columns: 80, rows: 8).lines[7].hasPrefix("a·[2Jb"))
    }
}
