import PagingEngine
import Testing

@Suite struct ReleaseTests {
    private static let presets: [Preset] = [.threePage, .threePagePredicted]

    /// A drag that interrupts an animation at any millisecond starts from the target page.
    @Test(arguments: presets) func aGrabAtEveryMillisecondStartsFromTheTargetPage(preset: Preset) {
        for first in [0.6, -0.6] {
            for second in [0.6, -0.6] {
                for delay in 0...200 as ClosedRange<Int64> {
                    var scene = Scene(preset)
                    scene.swipe(first)
                    scene.wait(delay)
                    scene.swipe(second)
                    scene.waitForRest()
                    let promised = Int64(first.sign == .plus ? 1 : -1) + Int64(second.sign == .plus ? 1 : -1)
                    #expect(scene.pager.settled == PageIndex(promised), "\(first), \(second) after \(delay) ms")
                    #expect(scene.auditor.complaints == [])
                }
            }
        }
    }

    /// Swipes that are each enough from rest move exactly the sum of their directions, whatever the gaps.
    @Test(arguments: presets) func fastSwipesAddUp(preset: Preset) {
        for seed in 0..<2_000 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            var scene = Scene(preset)
            var sum: Int64 = 0
            for _ in 0..<6 {
                let direction: Double = random.pick([1, -1])
                let way = 0.5 + Double(random.below(60)) / 100
                let velocity = Double(random.below(50)) / 10
                scene.grab(by: random.pick([ann, ben]))
                let holder = scene.pager.drag?.holder ?? ann
                for part in 1...3 {
                    scene.wait(Int64(random.below(12)))
                    scene.drag(to: .pages(direction * way * Double(part) / 3), by: holder)
                }
                scene.release(at: .pages(direction * way), velocity: direction * velocity, by: holder)
                scene.wait(Int64(random.below(160)))
                sum += Int64(direction)
            }
            scene.waitForRest()
            #expect(scene.pager.settled == PageIndex(sum), "seed \(seed)")
        }
    }

    @Test(arguments: presets) func aTapDuringAnAnimationResumesIt(preset: Preset) throws {
        for member in [ann, ben] {
            var scene = Scene(preset)
            scene.swipe(0.6, by: ann)
            scene.wait(20)
            let place = scene.pager.position
            scene.grab(by: member)
            #expect(scene.pager.position == place)
            scene.release(at: .pages(-0.01), by: member)
            #expect(try #require(scene.pager.animation).to == Position(page: PageIndex(1)))
            scene.waitForRest()
            #expect(scene.pager.settled == PageIndex(1))
        }
    }

    @Test func aDragThatPausedHasNoVelocity() {
        for (rest, page) in [(100, 1), (101, 0)] as [(Int64, Int64)] {
            var scene = Scene(.threePagePredicted)
            scene.grab()
            scene.drag(to: .pages(0.2))
            scene.wait(rest)
            scene.release(at: .pages(0.2), velocity: 2)
            scene.waitForRest()
            #expect(scene.pager.settled == PageIndex(page), "after \(rest) ms")
        }
    }

    @Test func aFlingAgainstTheDragTurnsBack() {
        var scene = Scene(.threePage)
        scene.swipe(0.7, velocity: -1.5)
        #expect(scene.pager.target == PageIndex(0))
        scene.waitForRest()
        scene.swipe(0.1, velocity: 1.5)
        #expect(scene.pager.target == PageIndex(1))
        scene.waitForRest()
        scene.swipe(0.1, velocity: 1.2)
        #expect(scene.pager.target == PageIndex(1))
    }

    @Test func aDragGoesNoFurtherThanItsStepAndABandBeyond() {
        var scene = Scene(.threePage)
        scene.grab()
        scene.drag(to: .pages(1))
        #expect(scene.pager.position == .pages(1))
        scene.drag(to: .pages(2))
        #expect(scene.pager.position == .pages(1.354_839))
        scene.drag(to: .pages(1_000_000))
        #expect(scene.pager.position < .pages(2))
        scene.release(at: .pages(1_000_000), velocity: 20)
        #expect(scene.pager.target == PageIndex(1))
    }

    @Test func aGrabInTheBandDoesNotJump() {
        var scene = Scene(.threePage, .named("abc"))
        scene.grab()
        scene.drag(to: .pages(-1))
        #expect(scene.pager.position == .pages(-0.354_839))
        scene.release(at: .pages(-1))
        scene.wait(10)
        let place = scene.pager.position
        scene.grab()
        #expect(scene.pager.position == place)
        scene.drag(to: .pages(-0.000_02))
        #expect((scene.pager.position - place).units.magnitude <= 2)
        #expect(scene.auditor.complaints == [])
    }

    /// The target is three pages ahead of the position: the drag is free there; the rules count from the target.
    @Test func aGrabFarFromTheTargetDoesNotJump() {
        var scene = Scene(.threePage)
        for page in 0..<3 as Range<Int64> { scene.send(.step(.forward, from: PageIndex(page))) }
        scene.wait(10)
        let place = scene.pager.position
        scene.grab()
        #expect(scene.pager.position == place)
        #expect(scene.pager.drag?.base == PageIndex(3))
        scene.drag(to: .pages(0.1))
        #expect(scene.pager.position == place + .pages(0.1))
        scene.release(at: .pages(0.6))
        #expect(scene.pager.target == PageIndex(4))
        #expect(scene.auditor.complaints == [])
    }

    @Test func withoutABandADragStopsAtTheEdge() {
        var configuration = Configuration(.threePage)
        configuration.edge = .clamp
        var scene = Scene(configuration, .named("abc"))
        scene.grab()
        scene.drag(to: .pages(-3))
        #expect(scene.pager.position == .pages(0))
        scene.drag(to: .pages(3))
        #expect(scene.pager.position == .pages(1))
        #expect(scene.auditor.complaints == [])
    }

    @Test func aResizeByTheHolderMovesNothingAndScalesLaterSamples() {
        var scene = Scene(.threePage)
        scene.grab(width: 375)
        scene.drag(to: .pages(0.4))
        scene.send(.resize(Viewport(width: 812, stride: 812)!))
        #expect(scene.pager.position == .pages(0.4))
        // The same drag, 150 points from its start, in pages of 812 points.
        scene.drag(to: .pages(150.0 / 812))
        #expect((scene.pager.position - Position.pages(0.4)).units.magnitude <= 1)
        scene.drag(to: .pages((150 + 81.2) / 812))
        #expect((scene.pager.position - Position.pages(0.5)).units.magnitude <= 1)
        scene.send(.resize(Viewport(width: 1, stride: 1)!), by: ben)
        #expect((scene.pager.position - Position.pages(0.5)).units.magnitude <= 1)
        #expect(scene.auditor.complaints == [])
    }
}
