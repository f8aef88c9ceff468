import PagingEngine
import Testing

@Suite struct CarouselDefectTests {
    private let order = PageOrder.named("abcde", loops: true)

    /// The original pager set a timer of 200 ms for each swipe and jumped when it fired, wherever the user was by then.
    @Test func aTimerOfAnEarlierSwipeMovesNothing() {
        for gap in stride(from: 0, through: 210, by: 7) as StrideThrough<Int64> {
            var scene = Scene(.carousel, order)
            scene.swipe(0.5)
            scene.wait(gap)
            scene.swipe(-0.5)
            scene.wait(gap)
            scene.grab()
            let place = scene.pager.position
            scene.wait(500)
            #expect(scene.pager.position == place, "thrown after \(gap) ms")
            scene.release(at: .zero)
            scene.waitForRest()
            #expect(scene.pager.settled == PageIndex(0))
        }
    }

    @Test func theOuterPaddingShowsTheRightItems() throws {
        for count in 1...9 {
            let loop = try #require(PaddedLoop(count: count))
            let shown = (0..<loop.slots).map { loop.item(slot: $0) }
            let expected = [-2, -1] + Array(0..<count) + [count, count + 1]
            #expect(shown == expected.map { ($0 + 2 * count) % count }, "\(count) pages")
        }
    }

    @Test func aSinglePageShowsAtOnceAndStays() {
        var scene = Scene(.carousel, .named("a", loops: true))
        #expect(scene.pager.window == [PageIndex(0)])
        #expect(scene.pager.order.wrap == .finite)
        #expect(!scene.pager.canGoBack && !scene.pager.canGoForward)
        #expect(scene.send(.dragBegan(DragID(1), viewport: nil)) == [.rejected(.disabled)])
        #expect(scene.send(.step(.forward, from: PageIndex(0))) == [.rejected(.unknownPage)])
        scene.send(.content(revision: 0, .named("ab", loops: true)))
        #expect(scene.pager.order.wrap == .loop)
        scene.swipe(0.5)
        #expect(scene.pager.target == PageIndex(1))
        #expect(scene.auditor.complaints == [])
    }

    @Test func aFurtherSwipeAtThePaddedEndIsNotLost() {
        for count in 2...5 {
            var scene = Scene(.carousel, .named(String("abcde".prefix(count)), loops: true))
            for _ in 0..<12 {
                scene.swipe(0.5)
                scene.wait(40)
            }
            scene.waitForRest()
            #expect(scene.pager.settled == PageIndex(12))
            #expect(scene.pager.order.item(of: scene.pager.settled) == 12 % count)
        }
    }
}

@Suite struct TabsDefectTests {
    @Test func recentringTheStripKeepsTheOvershoot() throws {
        let layout = try #require(StripLayout(widths: [108, 108, 108, 108], view: 320))
        for offset in -5_000...5_000 as ClosedRange<Int64> {
            let recentred = layout.recentred(offset)
            #expect((recentred - offset) % layout.lap == 0 && recentred >= 864 && recentred < 1_296)
        }
    }

    @Test func fewTabsAreLaidOutOftenEnoughToReachEitherSide() throws {
        for widths in [[20], [20, 20], [108]] as [[Int64]] {
            let layout = try #require(StripLayout(widths: widths, view: 1_024))
            // The last offset before the strip is recentred still has a view and a tab of strip to its right.
            let last = 3 * layout.lap - 1
            #expect(layout.copies * layout.lap >= last + layout.view + (widths.max() ?? 0))
        }
    }

    @Test func aSecondSwipeBeforeRestLeavesTheStripWithThePage() {
        var scene = Scene(.tabs, .named("abcd", loops: true))
        scene.swipe(0.6)
        scene.wait(100)
        scene.swipe(0.6)
        #expect(scene.pager.stripPosition == scene.pager.position)
        scene.waitForRest()
        #expect(scene.pager.settled == PageIndex(2))
        #expect(scene.pager.stripPosition == .pages(2))
    }
}

@Suite struct ButtonsDefectTests {
    @Test func aFadingButtonDoesNotActAgain() {
        var scene = Scene(.buttons, .named("ab"))
        scene.send(.step(.forward, from: PageIndex(0)))
        #expect(!scene.pager.canGoForward)
        #expect(scene.send(.step(.forward, from: PageIndex(0)), after: 10) == [.rejected(.coalesced)])
        #expect(scene.send(.step(.forward, from: PageIndex(1)), after: 10) == [.rejected(.unknownPage)])
        scene.waitForRest()
        #expect(scene.pager.settled == PageIndex(1))
    }

    @Test func overlappingLoadsEndWithTheNewest() {
        var scene = Scene(.buttons, .named("ab"))
        scene.send(.loadBegan(request: 1))
        scene.send(.loadBegan(request: 2), after: 1_000)
        scene.send(.loadEnded(request: 1), after: 2_000)
        #expect(scene.pager.loading)
        scene.send(.loadEnded(request: 2), after: 1_000)
        #expect(!scene.pager.loading)
    }

    @Test func shorterContentMovesTheSelection() {
        var scene = Scene(.buttons, .named("abcd"))
        scene.send(.jump(PageIndex(3), animated: false))
        scene.send(.content(revision: 0, .named("ab")))
        #expect(scene.pager.settled == PageIndex(1))
        #expect(scene.pager.window == [PageIndex(1)])
        #expect(scene.pager.canGoBack && !scene.pager.canGoForward)
    }
}

@Suite struct MajorityDefectTests {
    @Test func rotationShiftsNothing() {
        var scene = Scene(.majority)
        let views = [Viewport(width: 812, stride: 812), Viewport(width: 375, stride: 375)].compactMap { $0 }
        for view in views { #expect(scene.send(.resize(view)) == []) }
        scene.grab(width: 375)
        scene.drag(to: .pages(0.4))
        for view in views { #expect(scene.send(.resize(view)) == []) }
        #expect(scene.pager.origin == PageIndex(0))
    }

    @Test func jitterAtTheMiddleFetchesOnePage() {
        var scene = Scene(.majority)
        scene.grab()
        var shifts = 0
        for tremor in 0..<100 {
            scene.drag(to: .pages(tremor.isMultiple(of: 2) ? 0.515 : 0.485))
            shifts += scene.outputs.count { if case .shifted = $0 { true } else { false } }
        }
        #expect(shifts == 0)
    }

    @Test func oneLeapShiftsAsOftenAsNeeded() {
        var configuration = Configuration(.majority)
        configuration.maximumStep = 9
        var scene = Scene(configuration)
        scene.grab()
        scene.drag(to: .pages(4.2))
        #expect(scene.outputs.map(\.word) == ["offset", "shifted(4)"])
    }
}
