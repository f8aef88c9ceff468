import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

/// Steps within a page, and what is laid over the pages.
@Suite struct StepsTests {
    /// Four pages; the second has two steps, the third one.
    private func scene(_ role: Role = .member) -> (Scene, MemberID) {
        var scene = Scene(pages: 4)
        let ann = scene.join(.presenter)
        let pages = [0, 2, 1, 0].enumerated().map { Page(id: PageID("p\($0)"), title: "p\($0)", steps: $1) }
        scene.ask(.content(revision: 0, pages, wrap: nil), ann, at: 0)
        let member = role == .presenter ? ann : scene.join(role)
        return (scene, member)
    }

    /// Presses a button as somebody who sees the room as it is.
    private func press(_ direction: Input.Direction, _ scene: inout Scene, _ member: MemberID, at now: Int64) {
        let place = scene.room.snapshot(at: Instant(milliseconds: now)).stepPlace
        #expect(scene.ask(.step(direction, from: place.page, shown: place.shown), member, at: now)?.refusal == nil)
    }

    private func place(_ scene: Scene) -> StepPlace {
        StepPlace(page: scene.room.pager.target, shown: scene.room.shown)
    }

    @Test func buttonsWalkThroughStepsAndPagesThereAndBack() {
        var (scene, member) = scene()
        let way = [(0, 0), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)].map {
            StepPlace(page: PageIndex(Int64($0)), shown: $1)
        }
        var now: Int64 = 0
        for next in way.dropFirst() {
            now += 1_000
            press(.forward, &scene, member, at: now)
            #expect(place(scene) == next)
        }
        for next in way.dropLast().reversed() {
            now += 1_000
            press(.back, &scene, member, at: now)
            #expect(place(scene) == next)
        }
    }

    @Test func aStepIsAnEventAndMovesNothing() {
        var (scene, member) = scene()
        press(.forward, &scene, member, at: 10)
        scene.tick(at: 2_000)
        press(.forward, &scene, member, at: 2_000)
        #expect(scene.events == [.revealed(PageIndex(1), shown: 1, by: member)])
        #expect(scene.room.pager.phase == .idle)
    }

    @Test func ofTwoHandsAtTheSameStepOneCounts() {
        var (scene, ann) = scene()
        let bob = scene.join()
        press(.forward, &scene, ann, at: 10)
        let step = Request.step(.forward, from: PageIndex(1), shown: 0)
        #expect(scene.ask(step, ann, at: 20)?.refusal == nil)
        #expect(scene.ask(step, bob, at: 20)?.refusal == .coalesced)
        #expect(place(scene) == StepPlace(page: PageIndex(1), shown: 1))
    }

    @Test func withoutStepsSeenTheWholePageIsTurned() {
        var (scene, member) = scene()
        press(.forward, &scene, member, at: 10)
        #expect(scene.ask(.step(.forward, from: PageIndex(1)), member, at: 20)?.refusal == nil)
        #expect(place(scene) == StepPlace(page: PageIndex(2), shown: 0))
    }

    @Test func aHandFromBehindComesToAWholePageAndAJumpToItsBeginning() {
        var (scene, member) = scene()
        scene.ask(.jump(PageIndex(2), animated: false), member, at: 10)
        scene.ask(.dragBegan(DragID(1), viewport: nil), member, at: 20)
        scene.ask(.dragEnded(DragID(1), by: Distance(units: -50_000), velocity: .zero), member, at: 60)
        #expect(place(scene) == StepPlace(page: PageIndex(1), shown: 2))
        scene.tick(at: 3_000)
        scene.ask(.jump(PageIndex(3), animated: false), member, at: 3_000)
        scene.ask(.jump(PageIndex(1), animated: true), member, at: 3_010)
        #expect(place(scene) == StepPlace(page: PageIndex(1), shown: 0))
    }

    @Test func aHandOnThePagerHoldsTheStepsToo() {
        var (scene, ann) = scene()
        let bob = scene.join()
        press(.forward, &scene, ann, at: 10)
        scene.tick(at: 2_000)
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 2_000)
        #expect(scene.ask(.step(.forward, from: PageIndex(1), shown: 0), bob, at: 2_010)?.refusal == .held)
        #expect(scene.room.shown == 0)
    }

    @Test func fewerStepsInNewPagesShowFewer() {
        var (scene, member) = scene(.presenter)
        for now in [10, 1_000, 2_000] as [Int64] { press(.forward, &scene, member, at: now) }
        #expect(scene.room.shown == 2)
        let pages = (0..<4).map { Page(id: PageID("p\($0)"), title: "", steps: $0) }
        scene.ask(.content(revision: 1, pages, wrap: nil), member, at: 3_000)
        #expect(scene.room.shown == 1)
        #expect(scene.events.contains(.revealed(PageIndex(1), shown: 1, by: member)))
    }

    @Test func whoHasTheEventsHasTheSnapshot() {
        var (scene, member) = scene(.presenter)
        var replica = scene.room.snapshot(at: Instant(milliseconds: 0))
        let known = scene.history.count
        for now in [10, 1_000, 2_000, 3_000] as [Int64] { press(.forward, &scene, member, at: now) }
        press(.back, &scene, member, at: 4_000)
        scene.ask(.blank(true), member, at: 5_000)
        scene.ask(.point(PageID("p2"), at: 7), member, at: 5_000)
        scene.tick(at: 9_000)
        for event in scene.history.dropFirst(known) { #expect(replica.apply(event) == .applied) }
        #expect(replica == scene.room.snapshot(at: Instant(milliseconds: 9_000)))
        #expect(replica.shown == 2 && replica.isBlank && replica.pointer?.at == 7)
    }

    @Test func aPageShowsAllOfItsStepsBehindTheTargetAndNoneBefore() {
        var (scene, member) = scene()
        scene.ask(.jump(PageIndex(1), animated: false), member, at: 10)
        let replica = scene.room.snapshot(at: Instant(milliseconds: 10))
        let shown = replica.window.map { replica.stepsShown(of: $0.page, at: $0.index) }
        #expect(shown == [0, 0, 0])
        scene.ask(.jump(PageIndex(2), animated: false), member, at: 20)
        let later = scene.room.snapshot(at: Instant(milliseconds: 20))
        #expect(later.window.map { later.stepsShown(of: $0.page, at: $0.index) } == [2, 0, 0])
    }

    @Test func aRecordKeepsTheSteps() throws {
        var (scene, member) = scene()
        _ = scene.room.takeRecord()
        for now in [10, 1_000] as [Int64] { press(.forward, &scene, member, at: now) }
        let taken = scene.room.takeRecord(whole: true)
        let record = try #require(taken)
        let room = try #require(
            Room(name: "room", epoch: Epoch("next"), restoring: record, now: Instant(milliseconds: 0)))
        #expect(room.shown == 1)
        #expect(room.pager.target == PageIndex(1))
    }

    /// Where the window follows the hand, a crash in mid-drag ends on another page than the drag began on.
    @Test func aRecordKeepsTheStepsOfThePageItRestsOn() throws {
        var scene = Scene(pages: 4, .majority)
        let ann = scene.join(.presenter)
        let pages = (0..<4).map { Page(id: PageID("p\($0)"), title: "p\($0)", steps: 3 - $0) }
        scene.ask(.content(revision: 0, pages, wrap: nil), ann, at: 0)
        scene.ask(.jump(PageIndex(1), animated: false), ann, at: 100)
        press(.forward, &scene, ann, at: 200)
        for (way, settled, shown) in [(-60_000, 0, 3), (60_000, 2, 0)] as [(Int64, Int64, Int)] {
            var scene = scene
            scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 300)
            scene.drag(1, by: way, ann, at: 400)
            let taken = scene.room.takeRecord(whole: true)
            let record = try #require(taken)
            let room = try #require(
                Room(name: "room", epoch: Epoch("next"), restoring: record, now: Instant(milliseconds: 0)))
            #expect(room.pager.settled == PageIndex(settled))
            #expect(room.shown == shown, "as if come to by letting go")
        }
    }

    @Test func onlyPresentersBlankAndViewersDoNotPoint() {
        var (scene, member) = scene()
        let viewer = scene.join(.viewer)
        #expect(scene.ask(.blank(true), member, at: 10)?.refusal == .forbidden)
        #expect(scene.ask(.point(PageID("p0"), at: 0), viewer, at: 10)?.refusal == .forbidden)
        #expect(scene.ask(.point(PageID("p0"), at: 3), member, at: 10)?.refusal == nil)
        #expect(scene.ask(.point(PageID("p3"), at: 3), member, at: 11)?.refusal == .unknownPage)
        #expect(scene.ask(.point(PageID("p0"), at: Pointer.bound), member, at: 12)?.refusal == .badRequest)
        scene.leave(member, at: 20)
        #expect(scene.events.contains(.pointer(nil)), "the pointer is removed")
    }
}
