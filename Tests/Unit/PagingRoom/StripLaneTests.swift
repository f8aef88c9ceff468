import PagingContent
import PagingEngine
import PagingRoom
import Testing

/// The strip of tabs: taken and let go by events, moved by offsets.
@Suite struct StripLaneTests {
    private struct Stage {
        var room = Room(
            name: "tabs", epoch: Epoch("e"), supplier: .tabs, configuration: Configuration(.tabs),
            now: Instant(milliseconds: 0))
        var replica: Replica
        let member: MemberID
        var effects: [RoomEffect] = []
        private var lastID: Int64 = 0

        init() {
            member = room.join(
                name: nil, role: .presenter, session: Session("s"), at: Instant(milliseconds: 0), into: &effects)
            replica = room.snapshot(at: Instant(milliseconds: 0))
        }

        mutating func ask(_ request: Request, at milliseconds: Int64) {
            lastID += request.isSample ? 0 : 1
            effects = []
            let id = request.isSample ? nil : RequestID(lastID)
            room.handle(request, id: id, from: member, at: Instant(milliseconds: milliseconds), into: &effects)
            take()
        }

        mutating func tick(at milliseconds: Int64) {
            effects = []
            room.tick(at: Instant(milliseconds: milliseconds), into: &effects)
            take()
        }

        private mutating func take() {
            for effect in effects {
                if case .event(let event) = effect { replica.apply(event) }
                if case .offset(let offset, _) = effect { replica.apply(offset) }
            }
        }

        var events: Int { effects.count { if case .event = $0 { true } else { false } } }
        var offsets: [Offset] { effects.compactMap { if case .offset(let offset, _) = $0 { offset } else { nil } } }
    }

    private func way(_ units: Int64) -> Distance { Distance(units: units) }

    @Test func manyPlacesAreFewOffsetsAndOneEvent() {
        var stage = Stage()
        var events = 0
        var offsets: [Offset] = []
        for sample in 0..<100 {
            stage.ask(.stripMoved(DragID(1), by: way(Int64(sample) * 1_000)), at: Int64(sample) * 8)
            events += stage.events
            offsets += stage.offsets
        }
        #expect(events == 1)
        #expect((20...30).contains(offsets.count), "\(offsets.count): every 32 ms")
        #expect(offsets.allSatisfy { $0.isOnStrip && $0.by == stage.member })
    }

    @Test func theLastPlaceIsAlwaysTold() {
        var stage = Stage()
        stage.ask(.stripMoved(DragID(1), by: way(1)), at: 0)
        for milliseconds in Int64(1)...5 {
            stage.ask(.stripMoved(DragID(1), by: way(milliseconds * 9_000)), at: milliseconds)
        }
        stage.tick(at: 60)
        #expect(stage.replica.strip == Position(units: 45_000))
        #expect(stage.replica.position == Position(units: 0), "the pager rests")
        stage.ask(.stripEnded(DragID(1), by: way(70_000)), at: 70)
        #expect(stage.replica.strip == nil)
        #expect(stage.replica.target == PageIndex(1))
    }

    @Test func newPagesMoveTheStripInTheHand() {
        var stage = Stage()
        stage.ask(.stripMoved(DragID(1), by: way(70_000)), at: 0)
        let pages = ["new", "a", "bbbb"].map { Page(id: PageID($0), title: $0) }
        stage.ask(.content(revision: 0, pages, wrap: nil), at: 10)
        #expect(stage.replica.strip == Position(units: 65_536 + 70_000))
        #expect(stage.replica == stage.room.snapshot(at: Instant(milliseconds: 10)))
        #expect(stage.replica.tabs == ["new", "a", "bbbb"])
    }

    @Test func aTooLongListHasNoTabsButAStrip() {
        var stage = Stage()
        let pages = (0..<65).map { Page(id: PageID("\($0)"), title: "\($0)") }
        stage.ask(.content(revision: 0, pages, wrap: nil), at: 0)
        #expect(stage.replica.tabs.isEmpty && stage.replica.count == 65)
        stage.ask(.content(revision: 1, Array(pages.dropLast()), wrap: nil), at: 0)
        #expect(stage.replica.tabs.count == 64)
    }

    /// A pager that runs freely rests beside its page, and a jump on the spot is told too.
    @Test func whereAFreePagerRestsIsTold() {
        var stage = Stage()
        stage.ask(.configure(Configuration(.continuous)), at: 0)
        stage.ask(.dragBegan(DragID(1), viewport: nil), at: 0)
        stage.ask(.dragMoved(DragID(1), by: way(20_000)), at: 200)
        stage.ask(.dragEnded(DragID(1), by: way(20_000), velocity: .zero), at: 500)
        #expect(stage.replica.position == Position(units: 20_000))
        stage.ask(.jump(PageIndex(0), animated: false), at: 600)
        #expect(stage.replica.position == Position(units: 0))
        #expect(stage.replica == stage.room.snapshot(at: Instant(milliseconds: 600)))
    }
}
