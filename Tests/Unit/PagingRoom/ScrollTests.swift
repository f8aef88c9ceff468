import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

/// The scroll of a tall page, which a presenter shares with everybody.
@Suite struct ScrollTests {
    private func top(_ page: String, _ at: Int, _ member: MemberID) -> Pointer {
        Pointer(page: PageID(page), at: at, by: member)
    }

    @Test func everybodyGetsThePositionAndNewcomersToo() {
        var scene = Scene(pages: 3)
        let (ann, pat) = (scene.join(.presenter), scene.join(.presenter))
        let before = scene.snapshot(at: 1)
        #expect(scene.ask(.scroll(PageID("page-0"), at: 40), ann, at: 2)?.refusal == nil)
        #expect(scene.events == [.pointer(nil, top: top("page-0", 40, ann))])
        let after = scene.snapshot(at: 3)
        #expect(after.top == top("page-0", 40, ann))
        #expect(after.digest == before.digest, "clients without it show the same picture")
        var replica = before
        for event in scene.history.suffix(1) { replica.apply(event) }
        #expect(replica.top == after.top)
        #expect(scene.ask(.scroll(PageID("page-0"), at: 40), pat, at: 4)?.isIdle == true)
        #expect(scene.ask(.point(PageID("page-0"), at: 2), pat, at: 5)?.refusal == nil)
        #expect(scene.events == [.pointer(top("page-0", 2, pat), top: top("page-0", 40, ann))])
        scene.leave(ann, at: 6)
        #expect(scene.snapshot(at: 7).top != nil, "the page does not jump when its presenter leaves")
    }

    @Test func onlyThoseWhoPresentScrollForEverybody() {
        var scene = Scene(pages: 3)
        let (ann, bob, vera) = (scene.join(.presenter), scene.join(.member), scene.join(.viewer))
        let scroll = Request.scroll(PageID("page-0"), at: 4)
        #expect(scene.ask(scroll, vera, at: 1)?.refusal == .forbidden)
        #expect(scene.ask(scroll, bob, at: 1)?.refusal == .forbidden, "in an open room members scroll for themselves")
        scene.ask(.control(.policy(.baton)), ann, at: 2)
        scene.ask(.control(.grant(to: bob)), ann, at: 3)
        #expect(scene.ask(scroll, ann, at: 4)?.refusal == .forbidden)
        #expect(scene.ask(scroll, bob, grant: 9, at: 5)?.refusal == .forbidden, "an old grant")
        #expect(scene.ask(scroll, bob, grant: 1, at: 6)?.refusal == nil)
        #expect(scene.snapshot(at: 7).top == top("page-0", 4, bob))
    }

    @Test func aPositionThatCannotBeIsRefused() {
        var scene = Scene(pages: 9)
        let ann = scene.join(.presenter)
        #expect(scene.ask(.scroll(PageID("page-0"), at: Pointer.bound), ann, at: 1)?.refusal == .badRequest)
        #expect(scene.ask(.scroll(PageID("page-0"), at: -1), ann, at: 1)?.refusal == .badRequest)
        #expect(scene.ask(.scroll(PageID("page-8"), at: 1), ann, at: 1)?.refusal == .unknownPage)
        #expect(scene.snapshot(at: 2).top == nil)
    }

    @Test func itEndsWithThePageAndWithTheNextStep() {
        var scene = Scene(pages: 3)
        let ann = scene.join(.presenter)
        let pages = (0..<3).map { Page(id: PageID("p\($0)"), title: "", steps: 2) }
        scene.ask(.content(revision: 0, pages, wrap: nil), ann, at: 0)
        scene.ask(.scroll(PageID("p0"), at: 7), ann, at: 1)
        scene.ask(.step(.forward, from: PageIndex(0), shown: 0), ann, at: 2)
        #expect(scene.events == [.revealed(PageIndex(0), shown: 1, by: ann), .pointer(nil)], "the step is in view")
        scene.ask(.scroll(PageID("p0"), at: 7), ann, at: 3)
        scene.ask(.jump(PageIndex(1), animated: true), ann, at: 4)
        #expect(scene.snapshot(at: 4).top != nil, "the page that leaves does not jump")
        scene.tick(at: 2_000)
        #expect(scene.events.contains(.pointer(nil)) && scene.snapshot(at: 2_000).top == nil)
        scene.ask(.jump(PageIndex(0), animated: false), ann, at: 3_000)
        #expect(!scene.events.contains { $0.name == "pointer" }, "nothing to end")
    }

    @Test func newPagesKeepItAsLongAsThePageIsThere() {
        var scene = Scene(pages: 3)
        let ann = scene.join(.presenter)
        scene.ask(.scroll(PageID("page-0"), at: 7), ann, at: 1)
        let longer = Scene.pages([5, 0, 1])
        scene.ask(.content(revision: 0, longer, wrap: nil), ann, at: 2)
        #expect(scene.snapshot(at: 2).top?.page == PageID("page-0"))
    }
}
