import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import PagingClient

/// Reading on alone: where, how far, and with which pages.
@Suite struct DetachedReaderTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    static func replica(pages: Int, wrap: PageOrder.Wrap = .finite, origin: Int64 = 0) -> Replica {
        var configuration = Configuration(.threePage)
        configuration.wrap = wrap
        let list = (0..<pages).map { Page(id: PageID("p\($0)"), title: "\($0)") }
        var room = Room(
            name: "room", epoch: Epoch("life"), supplier: wrap == .unbounded ? .numbers : .listed(list),
            configuration: configuration, now: Instant(milliseconds: 0))
        var effects: [RoomEffect] = []
        let ann = room.join(
            name: "ann", role: .member, session: Session("s"), at: Instant(milliseconds: 0), into: &effects)
        room.handle(
            .jump(PageIndex(origin), animated: false), id: RequestID(1), from: ann, at: Instant(milliseconds: 0),
            into: &effects)
        return room.snapshot(at: Instant(milliseconds: 0))
    }

    @Test func aTurnGlidesAndEndsOnThePage() {
        var reader = DetachedReader(at: PageIndex(3), from: Position(page: PageIndex(3)), now: at(0))
        #expect(!reader.isMoving(at: at(0)))
        reader.turn(to: PageIndex(4), at: at(1_000))
        #expect(reader.position(at: at(1_000)) == Position(page: PageIndex(3)))
        #expect(reader.position(at: at(1_075)) == Position(units: 3 * 65_536 + 32_768))
        #expect(reader.position(at: at(1_150)) == Position(page: PageIndex(4)))
        #expect(!reader.isMoving(at: at(1_150)))
        reader.turn(to: PageIndex(90), at: at(2_000))
        #expect(reader.position(at: at(2_000)) == Position(page: PageIndex(89)), "one page of way is enough")
    }

    @Test func newPagesAreSearchedForTheOneThatIsRead() {
        var reader = DetachedReader(at: PageIndex(2), from: Position(page: PageIndex(2)), now: at(0))
        let replica = Self.replica(pages: 5, origin: 2)
        reader.note(replica.window, isComplete: true)
        #expect(reader.page == PageID("p2"))
        reader.carry(by: 0, in: Self.replica(pages: 9))
        #expect(reader.isSeeking)
        // Another page has come in its place, and not all pages are known yet.
        let other = [WindowPage(index: PageIndex(2), item: 2, page: Page(id: PageID("x"), title: ""))]
        reader.note(other, isComplete: false)
        #expect(reader.isSeeking && reader.page == PageID("p2"))
        reader.found(at: PageIndex(7))
        #expect(!reader.isSeeking && reader.index == PageIndex(7))
        #expect(!reader.isMoving(at: at(500)), "the same page on the same place of the screen")
        reader.carry(by: 0, in: Self.replica(pages: 3))
        #expect(reader.index == PageIndex(2), "as near as there are pages")
        reader.note(other, isComplete: true)
        #expect(!reader.isSeeking && reader.page == PageID("x"), "it is gone")
    }

    @Test func theLeash() {
        var replica = Self.replica(pages: 20, origin: 8)
        #expect(replica.readable(by: .viewer) == PageIndex(0)...PageIndex(19))
        replica.control.leash = .back
        #expect(replica.readable(by: .viewer) == PageIndex(0)...PageIndex(9))
        #expect(replica.readable(by: .presenter) == PageIndex(0)...PageIndex(19))
        replica.control.leash = .none
        #expect(replica.readable(by: .member) == PageIndex(7)...PageIndex(9))
        #expect(Self.replica(pages: 0).readable(by: .presenter) == nil)
    }

    @Test func theReadableRangeHoldsTheTarget() {
        for leash in Leash.allCases {
            for wrap in [PageOrder.Wrap.finite, .loop, .unbounded] {
                var replica = Self.replica(pages: 20, wrap: wrap, origin: 8)
                replica.control.leash = leash
                guard let reach = replica.readable(by: .viewer) else { continue }
                #expect(reach.contains(replica.target))
                #expect(reach.lowerBound >= (replica.row?.lowerBound ?? PageIndex(0)))
            }
        }
    }

    @Test func whyOneMayNotMoveThePager() {
        var replica = Self.replica(pages: 3)
        let ann = MemberID(1)
        #expect(replica.objection(toMovesOf: ann, .member) == nil)
        #expect(replica.objection(toMovesOf: ann, .viewer)?.contains("viewers watch") == true)
        replica.control.policy = .presenters
        #expect(replica.objection(toMovesOf: ann, .member)?.contains("only presenters") == true)
        #expect(!replica.mayEverMove(.member) && replica.mayEverMove(.presenter))
        replica.control.policy = .baton
        #expect(replica.objection(toMovesOf: MemberID(7), .member)?.contains("D takes it") == true)
        replica.control.holder = ann
        #expect(replica.objection(toMovesOf: MemberID(7), .presenter) == "ann has the baton; D takes it")
        #expect(replica.objection(toMovesOf: MemberID(7), .member) == "ann has the baton; D asks for it")
        #expect(replica.objection(toMovesOf: ann, .member) == nil)
        #expect(replica.mayEverMove(.member) && !replica.mayEverMove(.viewer))
    }
}
