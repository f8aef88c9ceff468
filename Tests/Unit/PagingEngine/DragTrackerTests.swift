import Testing

@testable import PagingEngine

/// A client that computes its own drag gets the same positions as the pager.
@Suite struct DragTrackerTests {
    private let ann = MemberID(1)

    private func orders(_ wrap: PageOrder.Wrap) -> PageOrder {
        wrap == .unbounded
            ? .unbounded : PageOrder((0..<5).map { PageID("p\($0)") }, loops: wrap == .loop) ?? .unbounded
    }

    @Test(arguments: Preset.allCases)
    func theSamePlacesAsThePagers(preset: Preset) throws {
        let configuration = Configuration(preset)
        guard configuration.release != .refused else { return }
        for seed in UInt64(1)...200 {
            var random = SplitMix(seed: seed)
            let order = orders(PageOrder.Wrap.allChoices.randomElement(using: &random) ?? .finite)
            var pager = Pager(configuration: configuration, order: order, now: Instant(milliseconds: 0))
            var outputs: [Output] = []
            var now: Int64 = 0
            func hand(_ input: Input) {
                pager.handle(input, by: ann, at: Instant(milliseconds: now), into: &outputs)
            }
            // Any position, possibly during an animation.
            hand(.jump(PageIndex(Int64.random(in: 0...4, using: &random)), animated: false))
            hand(.step(.forward, from: pager.target))
            now += Int64.random(in: 0...600, using: &random)
            hand(.tick)
            let columns = Int64.random(in: 20...200, using: &random)
            let viewport = try #require(configuration.viewport(width: columns))
            let target = pager.target
            hand(.dragBegan(DragID(1), viewport: viewport))
            guard case .dragging = pager.phase else { continue }
            var path = DragTracker(
                grabbedAt: pager.position, base: target, viewport: viewport, configuration: pager.configuration,
                row: pager.order.firstPage...pager.order.lastPage)
            #expect(path.place == pager.position, "seed \(seed)")
            for _ in 0..<20 {
                now += Int64.random(in: 1...30, using: &random)
                if Bool.random(using: &random), let other = configuration.viewport(width: columns + 20) {
                    hand(.resize(other))
                    path.resize(other)
                    #expect(path.place == pager.position, "seed \(seed), resized")
                }
                let way = Distance(units: Int64.random(in: -300_000...300_000, using: &random))
                hand(.dragMoved(DragID(1), by: way))
                path.move(by: way)
                #expect(path.place == pager.position, "seed \(seed)")
            }
        }
    }

    @Test func newPagesMoveTheDragAlong() throws {
        let configuration = Configuration(.threePage)
        var path = DragTracker(
            grabbedAt: Position(page: PageIndex(2)), base: PageIndex(2), viewport: .reference,
            configuration: configuration, row: PageIndex(0)...PageIndex(4))
        path.move(by: Distance(units: 20_000))
        let before = path.place
        path.carry(by: 3, base: PageIndex(5), row: PageIndex(0)...PageIndex(7))
        #expect(path.place == before + Distance(pages: 3))
        path.move(by: Distance(units: 25_000))
        #expect(path.place == before + Distance(pages: 3) + Distance(units: 5_000))
    }

    @Test func aGrabOutsideTheRowIsClampedToIt() {
        let path = DragTracker(
            grabbedAt: Position(page: PageIndex(90)), base: PageIndex(4), viewport: .reference,
            configuration: Configuration(.threePage), row: PageIndex(0)...PageIndex(4))
        #expect(path.place < Position(page: PageIndex(5)))
    }
}

extension PageOrder.Wrap {
    fileprivate static let allChoices: [PageOrder.Wrap] = [.finite, .loop, .unbounded]
}
