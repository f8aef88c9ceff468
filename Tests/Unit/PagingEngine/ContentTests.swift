import PagingEngine
import Testing

@Suite struct ContentTests {
    private func change(_ outputs: [Output]) throws -> ContentChange {
        for case .contentChanged(let change) in outputs { return change }
        throw Missing()
    }

    private struct Missing: Error {}

    @Test func insertingPagesBeforeTheCurrentOneKeepsItInView() throws {
        var scene = Scene(.threePage, .named("abc"))
        scene.send(.jump(PageIndex(1), animated: false))
        let outputs = scene.send(.content(revision: 0, .named("xyabc")))
        #expect(outputs.map(\.word) == ["content", "shifted(0)"])
        #expect(try change(outputs).carried == 2)
        #expect(scene.pager.settled == PageIndex(3))
        #expect(scene.pager.origin == PageIndex(3))
        #expect(scene.pager.revision == 1)
    }

    /// The original pager recentred at any change of its content, also during an animation.
    @Test func anAnimationContinuesWhenPagesAreInsertedBeforeIt() throws {
        var scene = Scene(.threePage, .named("abc"))
        scene.swipe(0.6)
        scene.wait(50)
        let outputs = scene.send(.content(revision: 0, .named("xabc")))
        #expect(outputs.map(\.word) == ["content", "shifted(0)"])
        #expect(scene.pager.position == .pages(1.8))
        #expect(scene.pager.settled == PageIndex(1))
        #expect(scene.pager.target == PageIndex(2))
        #expect(scene.wait(50).map(\.word) == ["offset", "completed", "selected(2)", "shifted(1)", "idle"])
        #expect(scene.auditor.complaints == [])
    }

    @Test func anAnimationWhoseTargetIsRemovedGoesToTheNearestPage() throws {
        var scene = Scene(.threePage, .named("abcde"))
        scene.swipe(0.6)
        scene.wait(50)
        let outputs = scene.send(.content(revision: 0, .named("acde")))
        #expect(outputs.map(\.word) == ["interrupted", "content", "started", "shifted(0)"])
        #expect(try change(outputs).position == .pages(0.8))
        let animation = try #require(scene.pager.animation)
        #expect(animation.cause == .content)
        scene.waitForRest()
        // The page after the removed one is c.
        #expect(scene.pager.order.id(of: scene.pager.settled) == PageID("c"))
        #expect(scene.auditor.complaints == [])
    }

    @Test func anAnimationToARemovedLastPageComesBack() {
        var scene = Scene(.threePage, .named("ab"))
        scene.swipe(0.6)
        scene.wait(10)
        let outputs = scene.send(.content(revision: 0, .named("a")))
        #expect(outputs.map(\.word) == ["interrupted", "content", "target(0)", "started", "shifted(0)"])
        scene.waitForRest()
        #expect(scene.pager.settled == PageIndex(0))
        #expect(scene.auditor.complaints == [])
    }

    @Test func anAnimationAlreadyAtItsNewTargetEndsAtOnce() {
        var scene = Scene(.threePage, .named("ab"))
        scene.send(.step(.forward, from: PageIndex(0)))
        let outputs = scene.send(.content(revision: 0, .named("a")))
        #expect(outputs.map(\.word) == ["interrupted", "content", "target(0)", "shifted(0)", "idle"])
        #expect(scene.auditor.complaints == [])
    }

    /// Removes a, b and c during an animation from a to d.
    @Test func anAnimationOverRemovedPagesEndsAtOnce() {
        var scene = Scene(.threePage, .named("abcd"))
        scene.send(.jump(PageIndex(3), animated: true))
        scene.wait(10)
        let outputs = scene.send(.content(revision: 0, .named("d")))
        #expect(outputs.map(\.word) == ["interrupted", "content", "shifted(3)", "idle"])
        #expect(scene.pager.settled == PageIndex(0))
        #expect(scene.auditor.complaints == [])
    }

    @Test func aDragContinuesThroughNewContent() {
        var scene = Scene(.threePage, .named("abc"))
        scene.grab()
        scene.drag(to: .pages(0.3))
        scene.send(.content(revision: 0, .named("xyabc")))
        #expect(scene.pager.position == .pages(2.3))
        scene.drag(to: .pages(0.6))
        #expect(scene.pager.position == .pages(2.6))
        scene.release(at: .pages(0.6))
        scene.waitForRest()
        #expect(scene.pager.order.id(of: scene.pager.settled) == PageID("b"))
        #expect(scene.auditor.complaints == [])
    }

    @Test func aDragWhoseBasePageIsRemovedTakesTheNearestPage() {
        var scene = Scene(.threePage, .named("abc"))
        scene.send(.jump(PageIndex(1), animated: false))
        scene.grab()
        scene.drag(to: .pages(0.3))
        scene.send(.content(revision: 0, .named("ac")))
        #expect(scene.pager.phase.name == .dragging)
        #expect(scene.pager.drag?.base == PageIndex(1))
        scene.release(at: .pages(0.3))
        scene.waitForRest()
        #expect(scene.pager.order.id(of: scene.pager.settled) == PageID("c"))
        #expect(scene.auditor.complaints == [])
    }

    @Test func aLoopKeepsItsLap() {
        var scene = Scene(.threePage, .named("abc", loops: true))
        scene.send(.jump(PageIndex(3_001), animated: false))
        scene.send(.content(revision: 0, .named("xabc", loops: true)))
        #expect(scene.pager.settled == PageIndex(4_002))
        #expect(scene.pager.order.id(of: scene.pager.settled) == PageID("b"))
        scene.send(.content(revision: 1, .named("cb")))
        #expect(scene.pager.settled == PageIndex(1))
        #expect(scene.auditor.complaints == [])
    }

    @Test func anEndlessRowAndAListSharePageNumbers() {
        var scene = Scene(.threePage)
        scene.send(.jump(PageIndex(7), animated: false))
        scene.send(.content(revision: 0, .named("5678")))
        #expect(scene.pager.settled == PageIndex(2))
        scene.send(.content(revision: 1, .unbounded))
        #expect(scene.pager.settled == PageIndex(7))
        scene.send(.content(revision: 2, .named("abc")))
        #expect(scene.pager.settled == PageIndex(2))
        #expect(scene.auditor.complaints == [])
    }

    @Test func contentMayBecomeEmptyAndFullAgain() {
        var scene = Scene(.threePage, .named("abc"))
        scene.send(.jump(PageIndex(2), animated: false))
        #expect(scene.send(.content(revision: 0, .named(""))).map(\.word) == ["content", "shifted(-2)"])
        #expect(scene.pager.phase == .empty)
        #expect(scene.pager.window == [])
        #expect(!scene.pager.canGoBack && !scene.pager.canGoForward)
        #expect(scene.send(.content(revision: 1, .named("ab"))).map(\.word) == ["content", "shifted(0)", "idle"])
        #expect(scene.pager.window == [PageIndex(0), PageIndex(1)])
    }

    /// A selection must not stay out of range when the content becomes shorter.
    @Test func shorterContentLeavesNoSelectionOutOfRange() {
        var scene = Scene(.threePage, .named("abcdef"))
        scene.send(.jump(PageIndex(5), animated: false))
        scene.send(.content(revision: 0, .named("abc")))
        #expect(scene.pager.settled == PageIndex(2))
        scene.send(.content(revision: 1, .named("xy")))
        #expect(scene.pager.settled == PageIndex(1))
        #expect(scene.auditor.complaints == [])
    }
}
