import PagingEngine
import Testing

@Suite struct AnimationTests {
    @Test func aLinearAnimationTakesTheSameTimeForEveryDistance() throws {
        var scene = Scene(.threePage)
        scene.send(.jump(PageIndex(1_000), animated: true))
        let animation = try #require(scene.pager.animation)
        #expect(animation.end.milliseconds(since: animation.start) == 100)
        #expect(animation.position(at: scene.now.advanced(byMilliseconds: 25)) == Position(page: PageIndex(250)))
        #expect(animation.position(at: scene.now.advanced(byMilliseconds: -5)) == animation.from)
        #expect(animation.position(at: scene.now.advanced(byMilliseconds: 100)) == Position(page: PageIndex(1_000)))
    }

    @Test(arguments: [(100, 147), (350, 514), (500, 735), (1, 1)] as [(Int64, Int64)])
    func aSpringEndsAfterOnePointFourSevenResponses(response: Int64, duration: Int64) throws {
        var configuration = Configuration(.threePagePredicted)
        configuration.settle = .spring(responseMilliseconds: response)
        var scene = Scene(configuration)
        scene.send(.step(.forward, from: PageIndex(0)))
        let animation = try #require(scene.pager.animation)
        #expect(animation.end.milliseconds(since: animation.start) == duration)
        #expect(animation.position(at: animation.end) == animation.to)
        scene.wait(duration - 1)
        #expect(scene.pager.phase.name == .settling)
        scene.wait(1)
        #expect(scene.pager.phase.name == .idle)
    }

    @Test func readingAFuturePositionChangesNothing() {
        var scene = Scene(.threePagePredicted)
        scene.send(.step(.forward, from: PageIndex(0)))
        let before = scene.pager
        let later = scene.now.advanced(byMilliseconds: 50)
        let ahead = scene.pager.position(at: later)
        #expect(scene.pager == before)
        scene.wait(50)
        #expect(scene.pager.position == ahead)
        #expect(ahead == .pages(0.821_030))
    }

    @Test func aRetargetedSpringKeepsItsVelocity() throws {
        var scene = Scene(.threePagePredicted)
        scene.send(.step(.forward, from: PageIndex(0)))
        scene.send(.step(.forward, from: PageIndex(1)), after: 20)
        let animation = try #require(scene.pager.animation)
        #expect(animation.startVelocity > .pages(10))
        #expect(animation.startVelocity <= .pages(20))
    }

    @Test func aRetargetedLinearAnimationStartsAgain() throws {
        var scene = Scene(.threePage)
        scene.send(.step(.forward, from: PageIndex(0)))
        scene.send(.step(.forward, from: PageIndex(1)), after: 50)
        let animation = try #require(scene.pager.animation)
        #expect(animation.from == .pages(0.5))
        #expect(animation.startVelocity == .zero)
        scene.wait(50)
        #expect(scene.pager.position == .pages(1.25))
    }

    /// A swing of a whole page beyond the end would show no page at all.
    @Test func aFastFlingAtTheEdgeOvershootsLessThanAPage() {
        for response in [500, 3_000, 60_000] as [Int64] {
            for edge in Configuration.Edge.allCases {
                var configuration = Configuration(.threePagePredicted)
                configuration.settle = .spring(responseMilliseconds: response)
                configuration.edge = edge
                for way in [-1.5, 0.01, 0.3, 2, 100] {
                    var scene = Scene(configuration, .named("ab"))
                    scene.send(.jump(PageIndex(1), animated: false))
                    scene.swipe(way, velocity: 20)
                    while scene.pager.phase.name == .settling { scene.wait(1 + response / 50) }
                    #expect(scene.auditor.complaints == [])
                    #expect(scene.pager.settled == PageIndex(way < 0 ? 0 : 1) || way == -1.5)
                }
            }
        }
    }
}
