import PagingEngine
import Testing

/// Numbers at the end of their range are accepted or refused, and never trap.
@Suite struct BoundsTests {
    @Test func anEndlessRowEndsLikeAFiniteOneAtItsBound() {
        let last = PageIndex(PageIndex.bound - 1)
        for side in [1, -1] as [Int64] {
            var scene = Scene(.threePagePredicted)
            let page = PageIndex(side * last.value)
            scene.send(.jump(page, animated: false))
            #expect(scene.pager.settled == page)
            #expect(scene.pager.canGoForward == (side < 0))
            #expect(scene.pager.window.count == 2)
            let outward: Input.Direction = side > 0 ? .forward : .back
            #expect(scene.send(.step(outward, from: page)) == [.rejected(.unknownPage)])
            scene.swipe(Double(side) * 0.9, velocity: Double(side) * 20)
            scene.waitForRest()
            #expect(scene.pager.settled == page)
            scene.swipe(Double(-side) * 0.9)
            scene.waitForRest()
            #expect(scene.pager.settled == page + -side)
            scene.send(.jump(PageIndex(-page.value), animated: true))
            scene.wait(3)
            scene.grab()
            scene.drag(to: Distance(units: side << 53))
            scene.release(at: Distance(units: side << 53))
            scene.waitForRest()
            #expect(scene.auditor.complaints == [])
        }
    }

    @Test func pagesBeyondTheBoundAreUnknown() {
        var scene = Scene(.threePage)
        for page in [PageIndex.bound, -PageIndex.bound, .max, .min] {
            #expect(scene.send(.jump(PageIndex(page), animated: true)) == [.rejected(.unknownPage)])
            #expect(scene.send(.step(.forward, from: PageIndex(page))) == [.rejected(.coalesced)])
        }
        for item in [Int.max, Int.min, -1, 0] {
            #expect(scene.send(.jumpToItem(item, animated: true)) == [.rejected(.unknownPage)])
        }
    }

    @Test func hugeTranslationsAreRefusedAndHugeVelocitiesClamped() {
        var scene = Scene(.threePagePredicted)
        scene.grab()
        for units in [(1 << 53) + 1, -(1 << 53) - 1, .max, .min] as [Int64] {
            #expect(scene.send(.dragMoved(DragID(1), by: Distance(units: units))).map(\.word) == ["bad"])
            let end = Input.dragEnded(DragID(1), by: Distance(units: units), velocity: .zero)
            #expect(scene.send(end).map(\.word) == ["bad"])
        }
        for velocity in [Int64.max, .min] {
            scene.grab()
            scene.drag(to: .pages(0.1))
            let velocity = Velocity(unitsPerSecond: velocity)
            scene.send(.dragEnded(scene.pager.drag?.id ?? DragID(0), by: .pages(0.1), velocity: velocity))
            #expect((scene.pager.animation?.startVelocity.unitsPerSecond ?? .max).magnitude <= 20 * 65_536)
        }
    }

    @Test func distantAndDecreasingTimesAreAccepted() {
        for start in [Int64.min, -5, .max] {
            var pager = Pager(
                configuration: Configuration(.threePagePredicted), order: .unbounded, now: Instant(milliseconds: start))
            var outputs: [Output] = []
            for time in [0, .max, .min, 5, .max] as [Int64] {
                let now = Instant(milliseconds: time)
                let before = pager.now
                pager.handle(.dragBegan(DragID(time), viewport: nil), by: ann, at: now, into: &outputs)
                pager.handle(.dragMoved(DragID(time), by: .pages(0.7)), by: ann, at: now, into: &outputs)
                let end = Input.dragEnded(DragID(time), by: .pages(0.7), velocity: .pages(1))
                pager.handle(end, by: ann, at: now, into: &outputs)
                #expect(pager.now >= before)
            }
        }
    }

    @Test func extremeViewportsAreAccepted() {
        let sizes = [1, 2, 390, (1 << 24) - 1] as [Int64]
        for preset in Preset.allCases {
            for old in sizes {
                for new in sizes {
                    var scene = Scene(preset)
                    scene.send(.dragBegan(DragID(1), viewport: Viewport(width: old, stride: new)))
                    scene.send(.dragMoved(DragID(1), by: Distance(units: 1 << 53)))
                    scene.send(.resize(Viewport(width: new, stride: old)!))
                    scene.send(.dragEnded(DragID(1), by: .pages(0.6), velocity: .pages(3)))
                    scene.waitForRest()
                    #expect(scene.auditor.complaints == [])
                }
            }
        }
    }

    @Test func configurationsBeyondTheirLimitsAreRefused() {
        let flaws: [(inout Configuration) -> Void] = [
            { $0.windowSlots = 0 }, { $0.windowSlots = 4 }, { $0.windowSlots = .max }, { $0.maximumStep = 0 },
            { $0.maximumStep = .max }, { $0.settle = .linear(durationMilliseconds: -1) },
            { $0.settle = .spring(responseMilliseconds: 0) }, { $0.settle = .spring(responseMilliseconds: .max) },
            { $0.release = .projected(timeMilliseconds: .max) }, { $0.release = .threshold(viewportThousandths: -1) },
            { $0.itemThousandths = 0 }, { $0.itemThousandths = .min }, { $0.spacingPoints = .max },
            { $0.spacingPoints = -1 }, { $0.itemThousandths = 1 }, { $0.leaseMilliseconds = 0 },
            { $0.leaseMilliseconds = .max }, { $0.dragSlop = Distance(units: .min) },
            { $0.flingVelocity = Velocity(unitsPerSecond: .min) },
        ]
        for (number, flaw) in flaws.enumerated() {
            var scene = Scene(.threePage)
            var configuration = Configuration(.threePage)
            flaw(&configuration)
            #expect(scene.send(.configure(configuration)).map(\.word) == ["bad"], "flaw \(number)")
            #expect(scene.pager.configuration == Configuration(.threePage))
        }
    }

    @Test func aSwipeCostsTheSameInThreeAndAMillionPages() throws {
        let names = (0..<1_000_000).map { PageID(String($0)) }
        let order = try #require(PageOrder(names, loops: false))
        var scene = Scene(.threePage, order)
        for _ in 0..<50 {
            scene.swipe(0.6)
            scene.waitForRest()
        }
        #expect(scene.pager.settled == PageIndex(50))
    }

    @Test func aDragNeedsAMember() {
        var scene = Scene(.threePage)
        #expect(scene.send(.dragBegan(DragID(1), viewport: nil), by: nil).map(\.word) == ["bad"])
    }

    @Test func thePagerIsSmallEnoughToCopy() {
        #expect(MemoryLayout<Pager>.size <= 400)
    }
}
