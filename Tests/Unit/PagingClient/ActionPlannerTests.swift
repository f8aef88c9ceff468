import PagingEngine
import PagingRoom
import Testing

@testable import PagingClient

/// The request, local turn or note that a member's wish leads to.
@Suite struct ActionPlannerTests {
    private let ann = MemberID(1)

    private func planner(
        _ replica: Replica, _ role: Role = .member, readerPage: Int64? = nil, isFollowing: Bool = true
    ) -> ActionPlanner {
        ActionPlanner(
            replica: replica, member: ann, role: role, stepPlace: replica.stepPlace,
            readerPage: readerPage.map { PageIndex($0) }, isFollowing: isFollowing)
    }

    private func replica(_ pages: Int, wrap: PageOrder.Wrap = .finite, origin: Int64 = 0) -> Replica {
        DetachedReaderTests.replica(pages: pages, wrap: wrap, origin: origin)
    }

    @Test func onePressIsAStepAndSeveralAreAJump() {
        let middle = planner(replica(9, origin: 4))
        #expect(middle.turn(.forward, count: 1) == .request(.step(.forward, from: PageIndex(4), shown: 0)))
        #expect(
            middle.turn(.back, count: 1, skipsSteps: true) == .request(.step(.back, from: PageIndex(4), shown: nil)))
        #expect(middle.turn(.forward, count: 3) == .request(.jump(PageIndex(7), animated: true)))
        #expect(middle.turn(.back, count: 9) == .request(.jump(PageIndex(0), animated: true)), "as far as pages are")
        #expect(planner(replica(9)).turn(.back, count: 1) == .note("no page before this one"))
        #expect(planner(replica(0)).turn(.back, count: 1) == .note("there are no pages"))
    }

    @Test func pagesAreCountedAsPeopleCount() {
        let listed = planner(replica(9))
        #expect(listed.go(toNumber: 3) == .request(.jumpToItem(2, animated: true)))
        #expect(listed.go(toNumber: 0) == .note("page numbers begin with 1"))
        #expect(listed.go(toNumber: 10) == .note("there are 9 pages"))
        #expect(listed.goToLast() == .request(.jumpToItem(8, animated: true)))
        let endless = planner(replica(0, wrap: .unbounded))
        #expect(endless.go(toNumber: -3) == .request(.jump(PageIndex(-3), animated: true)))
        #expect(endless.goToLast() == .note("an endless row has no last page"))
    }

    @Test func aReaderTurnsItsOwnPagesUpToTheLeash() {
        var room = replica(20, origin: 8)
        #expect(planner(room, readerPage: 3).turn(.forward, count: 2) == .read(PageIndex(5), note: nil))
        #expect(planner(room, readerPage: 3).turn(.back, count: 9) == .read(PageIndex(0), note: "no page there"))
        #expect(planner(room, readerPage: 3).go(to: .item(7)) == .read(PageIndex(7), note: nil))
        room.control.leash = .back
        #expect(
            planner(room, readerPage: 9).turn(.forward, count: 1)
                == .read(PageIndex(9), note: "the presenters let you read no further"))
        #expect(planner(room, .viewer).go(to: .item(2)) == .read(PageIndex(2), note: nil), "a viewer goes alone")
        #expect(planner(room, .viewer, isFollowing: false).go(to: .item(2)) == .note("viewers watch; f reads on alone"))
    }

    @Test func aReaderOfALoopGoesTheShorterWay() {
        let loop = replica(10, wrap: .loop)
        #expect(planner(loop, readerPage: 12).go(to: .item(9)) == .read(PageIndex(9), note: nil))
        #expect(planner(loop, readerPage: 12).go(to: .item(4)) == .read(PageIndex(14), note: nil))
    }

    @Test func dragsAreRefusedHereWithTheReason() {
        var room = replica(3)
        #expect(planner(room).dragObjection == nil && planner(room).stripObjection == nil)
        room.strip = Position(units: 9)
        #expect(planner(room).stripObjection == "somebody else drags the tabs")
        room.dragEnabled = false
        #expect(planner(room).dragObjection?.hasPrefix("drags are switched off") == true)
        #expect(planner(room).stripObjection?.hasPrefix("drags are switched off") == true)
        #expect(planner(room, .viewer).dragObjection?.hasPrefix("viewers watch") == true)
    }

    @Test func aPresenterTakesTheBaton() {
        var room = replica(3)
        room.control.policy = .baton
        #expect(planner(room, .presenter).toggleBaton() == .request(.control(.take)))
    }

    @Test func theBaton() {
        var room = replica(3)
        #expect(planner(room).toggleBaton() == .note("there is no baton in this room"))
        #expect(planner(room).passingObjection == "there is no baton in this room")
        room.control.policy = .baton
        let before = room.control
        #expect(planner(room).toggleBaton() == .request(.control(.request)))
        #expect(planner(room, .viewer).toggleBaton() == .note("viewers watch; the baton is not for them"))
        #expect(planner(room).passingObjection == "only the holder of the baton, or a presenter, passes it")
        room.control.holder = ann
        #expect(planner(room).toggleBaton() == .request(.control(.release)))
        #expect(planner(room).passingObjection == nil)
        room.members.append(Member(id: MemberID(2), name: "Bob", role: .member))
        room.control.asked = [MemberID(2)]
        #expect(planner(room).newBatonRequest(since: before) == "Bob asks for the baton; P passes it")
        #expect(planner(room).newBatonRequest(since: room.control) == nil)
        room.control.holder = MemberID(3)
        #expect(planner(room).newBatonRequest(since: before) == nil, "this member cannot pass it")
        #expect(planner(room, .presenter).newBatonRequest(since: before) != nil)
    }

    @Test func onlyAPresenterDarkensThePages() {
        #expect(planner(replica(3)).toggleBlank() == .note("only a presenter blanks the screens"))
        #expect(planner(replica(3), .presenter).toggleBlank() == .request(.blank(true)))
    }
}
