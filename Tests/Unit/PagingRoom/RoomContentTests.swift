import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

/// New pages from a presenter.
@Suite struct RoomContentTests {
    private func ids(_ window: [WindowPage]) -> [String] { window.map(\.page.id.text) }

    @Test func contentIsFollowedByItsWindowWithoutNotes() {
        var scene = Scene(pages: 3)
        let presenter = scene.join(.presenter)
        let answer = scene.ask(.content(revision: 0, Scene.pages([9, 0, 1]), wrap: nil), presenter, at: 10)
        #expect(answer?.refusal == nil)
        #expect(scene.events.map(\.word) == ["content", "shift"])
        guard case .shift(_, let origin, let window) = scene.events[1] else { return }
        #expect(origin == PageIndex(1), "page-0 stays in view")
        #expect(ids(window) == ["page-9", "page-0", "page-1"])
        #expect(window.allSatisfy { $0.page.notes == nil })
        #expect(scene.snapshot(at: 10).window.allSatisfy { $0.page.notes == nil })
        #expect(scene.room.pages(from: PageIndex(-1), count: 9).map(\.index.value) == [0, 1, 2])
        #expect(scene.room.pages(from: PageIndex(0), count: 3).allSatisfy { $0.page.notes == nil })
    }

    @Test func aStaleRevisionAndDoubleIdsChangeNothing() {
        var scene = Scene(pages: 3)
        let presenter = scene.join(.presenter)
        scene.ask(.content(revision: 0, Scene.pages(0..<4), wrap: nil), presenter, at: 10)
        let before = scene.snapshot(at: 11)
        #expect(scene.ask(.content(revision: 0, Scene.pages(5..<9), wrap: nil), presenter, at: 11)?.refusal == .stale)
        let double = scene.ask(.content(revision: 1, Scene.pages([1, 2, 1]), wrap: nil), presenter, at: 11)
        #expect(double?.refusal == .badRequest)
        #expect(scene.snapshot(at: 11) == before)
        #expect(ids(scene.room.pages(from: PageIndex(0), count: 9)) == (0..<4).map { "page-\($0)" })
    }

    @Test func toNothingAndBack() {
        var scene = Scene(pages: 3)
        let presenter = scene.join(.presenter)
        scene.ask(.content(revision: 0, [], wrap: nil), presenter, at: 10)
        #expect(scene.snapshot(at: 10).phase == .empty)
        #expect(scene.snapshot(at: 10).window.isEmpty)
        #expect(scene.ask(.dragBegan(DragID(1), viewport: nil), presenter, at: 11)?.refusal == .empty)
        scene.ask(.content(revision: 1, Scene.pages(0..<2), wrap: .loop), presenter, at: 12)
        #expect(scene.snapshot(at: 12).phase == .idle)
        #expect(scene.snapshot(at: 12).wrap == .loop)
        #expect(ids(scene.snapshot(at: 12).window) == ["page-1", "page-0", "page-1"])
    }

    @Test func numbersGiveWayToPages() {
        var scene = Scene()
        let presenter = scene.join(.presenter)
        scene.ask(.content(revision: 0, Scene.pages(0..<2), wrap: nil), presenter, at: 10)
        #expect(scene.snapshot(at: 10).wrap == .finite)
        #expect(ids(scene.snapshot(at: 10).window) == ["page-0", "page-1"])
    }

    /// The page comes to rest and the pages change in one call; each event shows the window of its own moment.
    @Test func anArrivalShowsItsOwnWindow() {
        var scene = Scene(pages: 4)
        let presenter = scene.join(.presenter)
        scene.ask(.step(.forward, from: PageIndex(0)), presenter, at: 10)
        scene.ask(.content(revision: 0, Scene.pages([7, 8, 9]), wrap: nil), presenter, at: 500)
        #expect(scene.events.map(\.word) == ["completed", "selected", "shift", "content", "shift"])
        guard case .selected(_, _, let item, _) = scene.events[1], case .shift(_, _, let first) = scene.events[2],
            case .shift(_, _, let second) = scene.events[4]
        else { return }
        #expect(item == 1)
        #expect(ids(first) == ["page-0", "page-1", "page-2"])
        #expect(ids(second) == ["page-7", "page-8", "page-9"])
    }

    @Test func aJumpRightAfterAnArrivalShowsBothWindows() {
        var scene = Scene()
        let member = scene.join()
        scene.ask(.step(.forward, from: PageIndex(0)), member, at: 10)
        scene.ask(.jump(PageIndex(9), animated: false), member, at: 500)
        let windows = scene.events.compactMap { change -> [Int64]? in
            if case .shift(_, _, let window) = change { window.map(\.index.value) } else { nil }
        }
        #expect(windows == [[0, 1, 2], [8, 9, 10]])
    }

    /// Found by the simulation, seed 64.
    @Test func aJumpBackToTheSettledPageTellsThePlace() {
        var scene = Scene()
        let member = scene.join()
        var replica = scene.snapshot(at: 0)
        scene.ask(.step(.forward, from: PageIndex(0)), member, at: 10)
        scene.ask(.jump(PageIndex(0), animated: false), member, at: 60)
        #expect(scene.events.map(\.word) == ["interrupted", "target", "selected"])
        for event in scene.history { replica.apply(event) }
        #expect(replica == scene.snapshot(at: 60))
    }
}
