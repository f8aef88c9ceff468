import PagingEngine
import Testing

/// Defects of published pagers, one test each.
@Suite struct ThreePageDefectTests {
    @Test func aCompletionAfterANewGrabShiftsNothing() {
        var scene = Scene(.threePage)
        scene.swipe(0.6)
        scene.wait(99)
        scene.grab()
        #expect(scene.wait(200).isEmpty)
        #expect(scene.pager.origin == PageIndex(0))
        scene.release(at: .zero)
        scene.waitForRest()
        #expect(scene.pager.settled == PageIndex(1))
        #expect(scene.pager.origin == PageIndex(1))
        #expect(scene.auditor.complaints == [])
    }

    @Test func aSecondSwipeWithinTheAnimationIsNotLost() {
        var scene = Scene(.threePage)
        scene.swipe(0.6)
        scene.wait(30)
        scene.swipe(0.6)
        scene.waitForRest()
        #expect(scene.pager.settled == PageIndex(2))
    }

    @Test func exactlyHalfGoesForwardAndBackAlike() {
        for way in [0.5, -0.5] {
            var scene = Scene(.threePage)
            scene.swipe(way)
            #expect(scene.pager.target == PageIndex(way > 0 ? 1 : -1))
        }
        var scene = Scene(.threePage)
        scene.swipe(0.499_99)
        #expect(scene.pager.target == PageIndex(0))
    }

    @Test func aViewportWithoutWidthIsRefused() {
        #expect(Viewport(width: 0, stride: 0) == nil)
        #expect(Viewport(width: 390, stride: 0) == nil)
        #expect(Viewport(width: -1, stride: 10) == nil)
        #expect(Viewport(width: 1 << 24, stride: 1) == nil)
    }

    @Test func aCancelledDragLeavesNoOffsetBehind() {
        var scene = Scene(.threePage)
        scene.grab()
        scene.drag(to: .pages(0.7))
        scene.send(.dragCancelled(DragID(1)))
        scene.waitForRest()
        #expect(scene.pager.position == .pages(0))
        #expect(scene.pager.settled == PageIndex(0))
    }

    @Test func newContentDoesNotRecentreDuringAnAnimation() {
        var scene = Scene(.threePage, .named("abc"))
        scene.swipe(0.6)
        scene.wait(50)
        scene.send(.content(revision: 0, .named("abcd")))
        #expect(scene.pager.origin == PageIndex(0))
        #expect(scene.pager.position == .pages(0.8))
        scene.waitForRest()
        #expect(scene.pager.origin == PageIndex(1))
    }

    @Test func anEndMovesOnceAPageIsAdded() {
        var scene = Scene(.threePage, .named("ab"))
        scene.send(.jump(PageIndex(1), animated: false))
        scene.swipe(0.9)
        scene.waitForRest()
        #expect(scene.pager.settled == PageIndex(1))
        #expect(!scene.pager.canGoForward)
        scene.send(.content(revision: 0, .named("abc")))
        #expect(scene.pager.canGoForward)
        scene.swipe(0.9)
        scene.waitForRest()
        #expect(scene.pager.settled == PageIndex(2))
    }
}

@Suite struct CommonDefectTests {
    @Test func aReleaseExactlyOnAPageEnds() {
        var scene = Scene(.threePage)
        scene.grab()
        scene.drag(to: .pages(1))
        let told = scene.history.count
        scene.release(at: .pages(1))
        let words = scene.history[told...].map(\.word)
        #expect(words == ["ended(released)", "target(1)", "selected(1)", "shifted(1)", "idle"])
    }

    @Test func anAnimationOfNoDurationEnds() {
        var configuration = Configuration(.threePage)
        configuration.settle = .linear(durationMilliseconds: 0)
        var scene = Scene(configuration)
        let outputs = scene.send(.step(.forward, from: PageIndex(0)))
        #expect(outputs.map(\.word) == ["target(1)", "offset", "selected(1)", "shifted(1)", "idle"])
    }

    @Test func pagesPassedAreNotSelected() {
        var scene = Scene(.threePage)
        scene.send(.jump(PageIndex(5), animated: true))
        let outputs = (0..<20).flatMap { _ in scene.wait(10) }
        #expect(outputs.map(\.word) == ["offset", "completed", "selected(5)", "shifted(5)", "idle"])
    }

    @Test func inputDuringAnAnimationIsNotDropped() {
        var scene = Scene(.threePage)
        for page in 0..<5 as Range<Int64> {
            scene.send(.step(.forward, from: PageIndex(page)), after: 20)
        }
        scene.waitForRest()
        #expect(scene.pager.settled == PageIndex(5))
    }

    @Test func twoMembersPressingAtOnceTurnOnePageAndOnePressingTwiceTurnsTwo() {
        var scene = Scene(.threePage)
        scene.send(.step(.forward, from: PageIndex(0)), by: ann)
        #expect(scene.send(.step(.forward, from: PageIndex(0)), by: ben) == [.rejected(.coalesced)])
        #expect(scene.pager.target == PageIndex(1))
        scene.send(.step(.forward, from: PageIndex(1)), by: ann)
        #expect(scene.pager.target == PageIndex(2))
    }

    @Test(arguments: [1, 2]) func aLoopOfFewPagesWraps(count: Int) {
        let order = PageOrder.named(String("ab".prefix(count)), loops: true)
        var scene = Scene(.threePage, order)
        for round in 1...5 as ClosedRange<Int64> {
            scene.swipe(0.6)
            scene.waitForRest()
            #expect(scene.pager.settled == PageIndex(round))
            #expect(Set(scene.pager.window).count == 3)
            #expect(order.item(of: scene.pager.settled) == Int(round) % count)
        }
        #expect(scene.auditor.complaints == [])
    }

    @Test func aLoopTakesTheShortWayRoundAndATieForward() {
        for (item, page) in [(1, 11), (2, 12), (3, 9), (0, 10)] as [(Int, Int64)] {
            var scene = Scene(.threePage, .named("cdab", loops: true))
            scene.send(.jump(PageIndex(8), animated: false))
            scene.send(.jump(PageIndex(10), animated: false))
            scene.send(.jumpToItem((item + 2) % 4, animated: true))
            #expect(scene.pager.target == PageIndex(page), "item \(item)")
        }
    }

    @Test func fastLoadsDoNotClearEachOther() {
        var scene = Scene(.threePage)
        scene.send(.loadBegan(request: 1))
        scene.send(.loadBegan(request: 2))
        #expect(scene.send(.loadEnded(request: 1)) == [])
        #expect(scene.pager.loading)
        #expect(scene.send(.loadEnded(request: 2)) == [.loadingChanged(false, request: 2)])
        #expect(scene.send(.loadBegan(request: 2)) == [])
        #expect(!scene.pager.loading)
    }
}
