import PagingEngine
import Testing

/// Each preset behaves like the pager it is named for, without that pager's defects.
@Suite struct PresetTests {
    struct CarouselRow: Decodable {
        let count: Int
        let slot: Int
        let normalized: Int
        let item: Int
    }

    struct StripRow: Decodable {
        let widths: [Int64]
        let view: Int64
        let x: Double
        let recentred: Double
        let copies: Int64
    }

    @Test func thePaddedLoopFollowsTheTable() throws {
        for row in try vectors("carousel", as: CarouselRow.self) {
            let loop = try #require(PaddedLoop(count: row.count))
            #expect(loop.normalized(slot: row.slot) == row.normalized, "\(row)")
            #expect(loop.item(slot: row.slot) == row.item, "\(row)")
        }
        #expect(PaddedLoop(count: 0) == nil)
        #expect(PaddedLoop(count: 1)?.item(slot: .min) == 0)
        #expect(
            PaddedLoop(count: 3).map { loop in (0..<loop.slots).map { loop.item(slot: $0) } } == [1, 2, 0, 1, 2, 0, 1])
    }

    /// In half units, because the table has half points.
    @Test func theStripFollowsTheTable() throws {
        for row in try vectors("strip", as: StripRow.self) {
            let layout = try #require(StripLayout(widths: row.widths.map { 2 * $0 }, view: 2 * row.view))
            #expect(layout.recentred(Int64(2 * row.x)) == Int64(2 * row.recentred), "\(row)")
            #expect(layout.copies == row.copies, "\(row)")
        }
        #expect(StripLayout(widths: [], view: 10) == nil)
        #expect(StripLayout(widths: [10, 0], view: 10) == nil)
        #expect(StripLayout(widths: [.max, .max], view: 10) == nil)
    }

    @Test func theCarouselLoopsThroughItsPaddingUnseen() throws {
        var scene = Scene(.carousel, .named("abc", loops: true))
        let loop = try #require(PaddedLoop(count: 3))
        for turn in 1...7 as ClosedRange<Int64> {
            scene.swipe(0.4)
            let words = scene.waitForRest().map(\.word)
            #expect(words == ["offset", "completed", "selected(\(turn))", "shifted(1)", "idle"])
            #expect(scene.pager.window.count == 5)
            let slot = PaddedLoop.padding + Int(turn)
            #expect(scene.pager.order.item(of: scene.pager.settled) == loop.item(slot: slot))
        }
        #expect(scene.auditor.complaints == [])
    }

    @Test func thresholdsAreOfTheViewportNotOfThePage() {
        for (width, stride, way, page) in [
            (390, 332, 0.36, 1), (390, 332, 0.35, 0), (390, 390, 0.3, 0), (390, 390, 0.301, 1),
        ]
            as [(Int64, Int64, Double, Int64)]
        {
            var scene = Scene(.carousel, .named("abc", loops: true))
            scene.grab(width: width, stride: stride)
            scene.drag(to: .pages(way))
            scene.release(at: .pages(way))
            #expect(scene.pager.target == PageIndex(page), "\(way) of \(stride) in \(width)")
        }
    }

    @Test func tabsAreChosenInThreeWays() {
        let order = PageOrder.named("abcd", loops: true)
        var swiped = Scene(.tabs, order)
        swiped.swipe(0.6)
        #expect(swiped.pager.target == PageIndex(1))
        var tapped = Scene(.tabs, order)
        tapped.send(.jumpToItem(3, animated: true))
        #expect(tapped.pager.target == PageIndex(-1))
        var dragged = Scene(.tabs, order)
        let moved = dragged.send(.stripMoved(DragID(1), by: .pages(1.7)))
        #expect(moved == [.stripMoved(to: .pages(1.7), selected: PageIndex(2), by: ann)])
        #expect(dragged.pager.position == .pages(0) && dragged.pager.stripPosition == .pages(1.7))
        let ended = dragged.send(.stripEnded(DragID(1), by: .pages(1.7)))
        #expect(ended.map(\.word) == ["strip(0)", "target(2)", "started"])
        dragged.waitForRest()
        #expect(dragged.pager.settled == PageIndex(2) && dragged.pager.stripPosition == .pages(2))
        #expect(dragged.auditor.complaints == [])
    }

    @Test func theStripIsRefusedWhileThePagerMoves() {
        var scene = Scene(.tabs, .named("abcd", loops: true))
        let strip = Input.stripMoved(DragID(9), by: .pages(1))
        let end = Input.stripEnded(DragID(9), by: .pages(1))
        for input in [strip, end] {
            scene.grab(by: ann)
            #expect(scene.send(input, by: ann) == [.rejected(.held(by: ann))])
            #expect(scene.send(input, by: ben) == [.rejected(.held(by: ann))])
            scene.release(at: .pages(0.6))
            #expect(scene.send(input, by: ann) == [.rejected(.moving)])
            scene.waitForRest()
        }
        scene.send(strip, by: ann)
        #expect(scene.send(strip, by: ben) == [.rejected(.held(by: ann))])
        #expect(scene.send(.configure(Configuration(.tabs)), by: ben) == [.rejected(.moving)])
        scene.send(.content(revision: 0, .named("")))
        #expect(scene.send(strip) == [.rejected(.empty)])
        var plain = Scene(.threePage)
        #expect(plain.send(strip) == [.rejected(.disabled)])
        #expect(scene.auditor.complaints == [])
    }

    @Test func disablingDragsEndsAStripDrag() {
        var scene = Scene(.tabs, .named("abcd", loops: true))
        scene.send(.stripMoved(DragID(1), by: .pages(1.2)))
        let said = scene.send(.dragEnabled(false))
        #expect(said == [.dragEnabledChanged(false), .stripMoved(to: .pages(0), selected: PageIndex(0), by: nil)])
        #expect(scene.pager.strip == nil)
    }

    @Test func aStripDragThatExpiresOrIsCancelledEnds() {
        let endings: [(inout Scene) -> [Output]] = [
            { $0.wait(3_000) }, { $0.send(.dragCancelled(DragID(1))) }, { $0.send(.holderGone) },
            { $0.send(.stripEnded(DragID(1), by: .pages(0.2))) },
        ]
        for (number, end) in endings.enumerated() {
            var scene = Scene(.tabs, .named("abcd", loops: true))
            scene.send(.stripMoved(DragID(1), by: .pages(1.2)))
            #expect(end(&scene) == [.stripMoved(to: .pages(0), selected: PageIndex(0), by: nil)], "ending \(number)")
            #expect(scene.pager.phase == .idle && scene.pager.strip == nil)
            // Later samples of the same drag have no effect.
            #expect(scene.send(.stripMoved(DragID(1), by: .pages(2))) == [])
            #expect(scene.send(.stripEnded(DragID(1), by: .pages(2))) == [])
            #expect(scene.auditor.complaints == [])
        }
    }

    @Test func thePresetButtonsMovesByButtonsOnly() {
        var scene = Scene(.buttons, .named("abc"))
        #expect(scene.send(.dragBegan(DragID(1), viewport: nil)) == [.rejected(.disabled)])
        #expect(!scene.pager.canGoBack && scene.pager.canGoForward)
        scene.send(.step(.forward, from: PageIndex(0)))
        scene.send(.step(.forward, from: PageIndex(1)))
        // Hidden at once, not at rest.
        #expect(scene.pager.canGoBack && !scene.pager.canGoForward)
        scene.waitForRest()
        #expect(scene.pager.window == [PageIndex(2)])
        scene.send(.loadBegan(request: 1))
        scene.send(.loadEnded(request: 1), after: 3_000)
        #expect(!scene.pager.loading)
        #expect(scene.auditor.complaints == [])
    }

    @Test func theMajorityShiftsInMidDrag() {
        var scene = Scene(.majority)
        scene.grab()
        scene.drag(to: .pages(0.5))
        #expect(scene.pager.origin == PageIndex(0))
        scene.drag(to: .pages(0.53))
        #expect(scene.outputs.map(\.word) == ["offset", "shifted(1)"])
        scene.drag(to: .pages(0.49))
        #expect(scene.pager.origin == PageIndex(1))
        scene.drag(to: .pages(0.47))
        #expect(scene.outputs.map(\.word) == ["offset", "shifted(-1)"])
        scene.drag(to: .pages(-0.53))
        #expect(scene.outputs.map(\.word) == ["offset", "shifted(-1)"])
        #expect(scene.auditor.complaints == [])
    }

    @Test func theMajorityShiftsDuringAnAnimationAtTheExactMillisecond() throws {
        var scene = Scene(.majority)
        scene.send(.jump(PageIndex(3), animated: true))
        let animation = try #require(scene.pager.animation)
        let due = try #require(scene.pager.nextDeadline)
        #expect(due < animation.end)
        #expect(animation.position(at: due) > .pages(0.52))
        #expect(animation.position(at: due.advanced(byMilliseconds: -1)) <= .pages(0.520_01))
        let words = scene.waitForRest().map(\.word)
        #expect(words == ["shifted(1)", "shifted(1)", "shifted(1)", "offset", "completed", "selected(3)", "idle"])
        #expect(scene.auditor.complaints == [])
    }

    @Test func theContinuousRowDeceleratesFreely() throws {
        var scene = Scene(.continuous)
        scene.swipe(0.3, velocity: 2)
        let animation = try #require(scene.pager.animation)
        #expect(animation.curve == .decay)
        #expect(
            (scene.pager.position(at: scene.now.advanced(byMilliseconds: 500)) - Position.pages(0.931_856)).units
                .magnitude <= 1
        )
        scene.waitForRest()
        #expect((scene.pager.position - Position.pages(0.3 + 0.999)).units.magnitude <= 2)
        #expect(scene.pager.settled == PageIndex(1) && scene.pager.origin == PageIndex(1))
        scene.swipe(-7.1)
        #expect(scene.pager.phase == .idle)
        #expect((scene.pager.position - Position.pages(0.299 + 1 - 7.1)).units.magnitude <= 2)
        #expect(scene.pager.settled == PageIndex(-6) && scene.pager.origin == PageIndex(-6))
        scene.send(.step(.back, from: PageIndex(-6)))
        scene.waitForRest()
        #expect(scene.pager.position == .pages(-7))
        #expect(scene.auditor.complaints == [])
    }

    @Test func aFreeRowThatEndsStopsAtItsEdge() {
        for way in [-0.5, 0.5] {
            var scene = Scene(.continuous, .named("abc"))
            scene.send(.jump(PageIndex(1), animated: false))
            scene.swipe(way, velocity: way * 20)
            scene.waitForRest()
            #expect((scene.pager.position - Position.pages(way < 0 ? 0 : 2)).units.magnitude <= 1)
            scene.swipe(way * 4)
            #expect(scene.pager.animation?.to == .pages(way < 0 ? 0 : 2))
            scene.waitForRest()
            #expect(scene.auditor.complaints == [])
        }
    }

    @Test func changingToAPresetWithPagesSettlesOnAPage() {
        var scene = Scene(.continuous)
        scene.swipe(0.3)
        #expect(scene.pager.position == .pages(0.3))
        scene.send(.configure(Configuration(.threePage)))
        #expect(scene.outputs.map(\.word) == ["configured", "started"])
        scene.waitForRest()
        #expect(scene.pager.position == .pages(0))
        #expect(scene.auditor.complaints == [])
    }

    /// Each value of each rule that presets consist of has an effect of its own.
    @Test(arguments: Preset.allCases) func everyPresetIsWithinItsLimitsAndTurnsAPage(preset: Preset) {
        let configuration = Configuration(preset)
        #expect(configuration.flaw == nil)
        #expect(configuration.preset == preset)
        var scene = Scene(preset, .named("abc", loops: configuration.wrap == .loop))
        scene.send(.step(.forward, from: PageIndex(0)))
        scene.waitForRest()
        #expect(scene.pager.settled == PageIndex(1))
        #expect(scene.auditor.complaints == [])
    }
}
