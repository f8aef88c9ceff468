import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

@Suite struct PresenterSceneTests {
    private func replica(shown: Int, target: Int64) -> Replica {
        let members = [
            Member(id: MemberID(1), name: "Ann", role: .presenter),
            Member(id: MemberID(2), name: "Bob", role: .member, isAway: true),
            Member(id: MemberID(3), name: "Cid", role: .member),
        ]
        var replica = Replica(
            sequence: Sequence(1), configuration: Configuration(.threePage), phase: .idle,
            settled: PageIndex(target), position: Position(page: PageIndex(target)), origin: PageIndex(target),
            target: PageIndex(target), loading: false, dragEnabled: true, revision: 0, count: 3, wrap: .finite,
            window: Samples.window(Everything.pages, around: target), members: members, viewers: 2,
            control: Control(policy: .baton, holder: MemberID(1), asked: [MemberID(3)]))
        replica.shown = shown
        return replica
    }

    private func presenter(shown: Int, target: Int64, notes: String = "") -> PresenterScene {
        let replica = replica(shown: shown, target: target)
        var scene = Scene(
            replica: replica, position: replica.position, now: Instant(milliseconds: 0), room: "room")
        scene.documents = Everything.documents
        return PresenterScene(
            scene: scene, replica: replica, notes: notes, timer: TalkTimer(elapsedMilliseconds: 61_000))
    }

    @Test func nextIsAStepThenAPageThenTheEnd() {
        #expect(presenter(shown: 0, target: 1).nextTitle == "next step")
        #expect(presenter(shown: 2, target: 1).nextTitle == "next: Code and tables")
        #expect(presenter(shown: 0, target: 2).nextTitle == "the end")
        let lines = presenter(shown: 0, target: 1).draw(columns: 100, rows: 30).lines
        #expect(lines.contains { $0.contains("nine") } && !lines.contains { $0.contains("Quoted") })
    }

    @Test func thoseWhoWantSomethingComeFirst() {
        let lines = presenter(shown: 0, target: 1).draw(columns: 100, rows: 20).lines
        #expect(
            lines[18] == "Cid, asks for the baton | Ann, presenter, baton | Bob, away | 2 viewers")
        let narrow = presenter(shown: 0, target: 1).draw(columns: 40, rows: 12).lines
        #expect(narrow[10] == "Cid, asks for the baton | 3 more")
    }

    @Test func notesScrollToTheirEnd() {
        let notes = (1...60).map { "note \($0)" }.joined(separator: "\n")
        for (columns, rows) in [(80, 24), (120, 40), (40, 12)] {
            var presenter = presenter(shown: 0, target: 1, notes: notes)
            #expect(presenter.draw(columns: columns, rows: rows).lines.contains { $0.hasSuffix("note 1") })
            presenter.notesScroll = 1_000
            #expect(presenter.draw(columns: columns, rows: rows).lines.contains { $0.hasSuffix("note 60") })
            #expect(presenter.notesOverflow(columns: columns, rows: rows).below == 0)
        }
    }

    @Test func thePresenterSeesPagesThatAreDarkForTheOthers() {
        var presenter = presenter(shown: 2, target: 1)
        presenter.scene.isBlank = true
        let lines = presenter.draw(columns: 80, rows: 24).lines
        #expect(lines.contains { $0.contains("Lists and quotes") })
        #expect(lines.contains { $0.contains("dark for the others") })
    }

    @Test func theTimeIsShownAsFarAsItFits() {
        var timer = TalkTimer(
            elapsedMilliseconds: 723_999, durationMilliseconds: 1_800_000, aheadMilliseconds: -40_000)
        #expect(timer.text(columns: 80) == "12:03 of 30:00 | 17:56 left | 0:40 behind")
        #expect(timer.text(columns: 30) == "12:03 of 30:00 | 0:40 behind")
        #expect(timer.text(columns: 20) == "12:03 of 30:00")
        timer.aheadMilliseconds = 999
        #expect(timer.text(columns: 80).hasSuffix("| on time"))
        timer.elapsedMilliseconds = 3_725_000
        #expect(timer.isOver)
        #expect(timer.text(columns: 80) == "1:02:05 of 30:00 | 32:05 over | on time")
        #expect(TalkTimer(elapsedMilliseconds: 5_000, isRunning: false).text(columns: 80) == "0:05 paused")
    }

    @Test func aClickOnAMiniatureIsItsPage() {
        let pages = (0..<30).map { Page(id: PageID("p\($0)"), title: "Page", body: "text") }
        for selected in [0, 7, 29] {
            let scene = OverviewScene(
                pages: pages, selected: selected, status: Samples.status(.listed(number: 1, count: 30)))
            let screen = scene.draw(columns: 80, rows: 24)
            var seen = 0
            for row in 0..<23 {
                for column in 0..<80 where screen[column: column, row: row].style.contains(.bold) {
                    guard let number = Int(String(screen[column: column, row: row].character)),
                        !screen[column: column - 1, row: row].character.isNumber
                    else { continue }
                    let digits = screen.row(row)[column...].prefix { $0.character.isNumber }
                    let whole = Int(String(digits.map(\.character))) ?? number
                    #expect(scene.place(column: column, row: row, columns: 80, rows: 24) == whole - 1)
                    seen += whole - 1 == selected ? 1 : 0
                }
            }
            #expect(seen == 1, "page \(selected + 1) is in view")
        }
        #expect(OverviewScene.itemsPerRow(columns: 80) == 3)
    }
}
