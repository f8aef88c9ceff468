import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

/// Permission for each request, and the effect of numbers that come again.
@Suite struct RequestTests {
    private static let requests: [(request: Request, member: Bool, viewer: Bool)] = [
        (.dragBegan(DragID(1), viewport: nil), true, false),
        (.dragEnded(DragID(1), by: .zero, velocity: .zero), true, false),
        (.dragCancelled(DragID(1)), true, false),
        (.step(.forward, from: PageIndex(0)), true, false),
        (.jump(PageIndex(2), animated: true), true, false),
        (.jumpToItem(1, animated: false), true, false),
        (.resize(width: 80, height: 24), true, true),
        (.content(revision: 0, [], wrap: nil), false, false),
        (.configure(Configuration(.threePagePredicted)), false, false),
        (.dragEnabled(false), false, false),
        (.lock(true), false, false),
        (.leash(.back), false, false),
        (.control(.policy(.presenters)), false, false),
    ]

    @Test(arguments: requests.indices)
    func rolesMayWhatTheyMay(index: Int) {
        let row = Self.requests[index]
        for (role, may) in [(Role.presenter, true), (.member, row.member), (.viewer, row.viewer)] {
            var scene = Scene(pages: 5)
            let asker = scene.join(role)
            let before = scene.snapshot(at: 10)
            let answer = scene.ask(row.request, asker, at: 10)
            #expect((answer?.refusal == nil) == may, "\(role) asks \(row.request): \(String(describing: answer))")
            guard !may else { continue }
            #expect(answer?.refusal == .forbidden)
            #expect(scene.snapshot(at: 10) == before, "a refused request changes nothing")
        }
    }

    @Test func aDragsSamplesAreNotAnsweredAndAViewersDoNothing() {
        var scene = Scene()
        let viewer = scene.join(.viewer)
        let before = scene.snapshot(at: 10)
        scene.drag(1, by: 30_000, viewer, at: 10)
        #expect(scene.said.isEmpty)
        #expect(scene.snapshot(at: 10) == before)
    }

    @Test func aRepeatedNumberIsAnsweredAgainAndNotDoneAgain() {
        var scene = Scene()
        let member = scene.join()
        let first = scene.ask(.step(.forward, from: PageIndex(0)), member, id: 5, at: 10)
        let before = scene.snapshot(at: 11)
        let again = scene.ask(.step(.forward, from: PageIndex(1)), member, id: 5, at: 11)
        #expect(again == first)
        #expect(scene.events.isEmpty)
        #expect(scene.snapshot(at: 11) == before)
    }

    @Test func aNumberThatDoesNotRiseIsRefused() {
        var scene = Scene()
        let member = scene.join()
        scene.ask(.resize(width: 80, height: 24), member, id: 7, at: 10)
        #expect(scene.ask(.step(.forward, from: PageIndex(0)), member, id: 6, at: 11)?.refusal == .badRequest)
        #expect(scene.events.isEmpty)
        #expect(scene.ask(.step(.forward, from: PageIndex(0)), member, id: 8, at: 12)?.refusal == nil)
    }

    @Test func onlyTheLastAnswersAreKept() {
        var scene = Scene()
        let member = scene.join()
        for id in 1...20 { scene.ask(.resize(width: 80, height: 24), member, id: Int64(id), at: 10) }
        #expect(scene.ask(.resize(width: 80, height: 24), member, id: 5, at: 11)?.refusal == nil)
        #expect(scene.ask(.resize(width: 80, height: 24), member, id: 4, at: 11)?.refusal == .badRequest)
    }

    @Test func numbersStartAgainWithAConnection() {
        var scene = Scene()
        let member = scene.join()
        scene.ask(.resize(width: 80, height: 24), member, id: 9, at: 10)
        scene.disconnect(member, at: 20)
        #expect(scene.rejoin(1, at: 30) == member)
        #expect(scene.ask(.step(.forward, from: PageIndex(0)), member, id: 2, at: 40)?.refusal == nil)
    }

    @Test func anAcknowledgementNamesTheLastEventItCaused() {
        var scene = Scene()
        let member = scene.join()
        let answer = scene.ask(.step(.forward, from: PageIndex(0)), member, at: 10)
        #expect(scene.events.map(\.word) == ["target", "animation"])
        #expect(answer?.sequence == scene.history.last?.sequence)
        #expect(scene.said.last == answer.map { .answer(member, $0) }, "behind the events")
    }

    @Test func twoStepsFromOnePageAreOneStep() {
        var scene = Scene()
        let (ann, bob) = (scene.join(), scene.join())
        #expect(scene.ask(.step(.forward, from: PageIndex(0)), ann, at: 10)?.refusal == nil)
        #expect(scene.ask(.step(.forward, from: PageIndex(0)), bob, at: 10)?.refusal == .coalesced)
        #expect(scene.room.pager.target == PageIndex(1))
    }

    @Test func aRefusalNamesTheHolder() {
        var scene = Scene()
        let (ann, bob) = (scene.join(name: "Ann"), scene.join())
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 10)
        guard case .refused(_, let refusal, _)? = scene.ask(.dragBegan(DragID(1), viewport: nil), bob, at: 11) else {
            Issue.record("Bob took the page out of Ann's hand")
            return
        }
        #expect(refusal == Refusal(.held, "held by Ann"))
    }

    @Test func strangersAreNotHeard() {
        var scene = Scene()
        scene.ask(.step(.forward, from: PageIndex(0)), MemberID(99), at: 10)
        #expect(scene.said.isEmpty)
    }
}
