import PagingEngine
import Testing

@testable import PagingRoom

/// Coming, going, and being expected back.
@Suite struct MembershipTests {
    @Test func everybodyIsAnnouncedAndNumbered() {
        var scene = Scene()
        let ann = scene.join(.presenter, name: "Ann")
        #expect(scene.events == [.member(Member(id: ann, name: "Ann", role: .presenter), .joined)])
        let bob = scene.join(.viewer)
        #expect(ann < bob)
        #expect(scene.snapshot(at: 0).members.map(\.name) == ["Ann", "viewer-2"])
        #expect(scene.room.role(of: bob) == .viewer)
        scene.leave(ann, at: 5)
        #expect(scene.events.map(\.word) == ["member left"])
        #expect(scene.room.role(of: ann) == nil)
        #expect(scene.join() > bob, "a number is never given twice")
    }

    @Test func aLostConnectionIsAwayThenGone() {
        var scene = Scene()
        let ann = scene.join()
        scene.disconnect(ann, at: 1_000)
        #expect(scene.events.map(\.word) == ["member away"])
        #expect(scene.room.nextDeadline == Instant(milliseconds: 11_000))
        scene.tick(at: 10_999)
        #expect(scene.events.isEmpty)
        scene.tick(at: 11_000)
        #expect(scene.events.map(\.word) == ["member left"])
        #expect(scene.rejoin(1, at: 11_001) == nil, "the session is over")
        #expect(scene.room.nextDeadline == nil)
    }

    @Test func whoComesBackInTimeIsTheSame() {
        var scene = Scene()
        let ann = scene.join()
        scene.disconnect(ann, at: 1_000)
        #expect(scene.rejoin(1, at: 10_999) == ann)
        #expect(scene.events.map(\.word) == ["member back"])
        scene.tick(at: 12_000)
        #expect(scene.events.isEmpty, "the old deadline is ignored")
        scene.disconnect(ann, at: 13_000)
        scene.tick(at: 22_999)
        #expect(scene.events.isEmpty)
        scene.tick(at: 23_000)
        #expect(scene.events.map(\.word) == ["member left"])
    }

    @Test func aLostConnectionLosesItsDrag() {
        var scene = Scene()
        let ann = scene.join()
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, at: 10)
        scene.drag(1, by: 30_000, ann, at: 30)
        scene.disconnect(ann, at: 40)
        #expect(scene.events.map(\.word) == ["dragEnded", "animation", "member away"])
        guard case .dragEnded(_, _, _, let outcome) = scene.events[0] else { return }
        #expect(outcome == .lost)
    }

    /// A page that is loaded again joins before the server notices that the old connection is dead, and its first drag
    /// has the number of the old one's.
    @Test func aTakeOverLosesTheDragOfTheConnectionBefore() {
        var scene = Scene()
        let ann = scene.join()
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, id: 1, at: 10)
        scene.drag(1, by: 30_000, ann, at: 30)
        #expect(scene.rejoin(1, at: 40) == ann)
        #expect(scene.events.map(\.word) == ["dragEnded", "animation"])
        scene.ask(.dragBegan(DragID(1), viewport: nil), ann, id: 2, at: 50)
        #expect(scene.events.map(\.word) == ["interrupted", "dragBegan"], "a drag of its own, from where the pager is")
    }

    @Test func viewersBeyondTheLimitAreOnlyCounted() {
        var scene = Scene()
        let presenter = scene.join(.presenter)
        var viewers: [MemberID] = []
        for _ in 0..<199 { viewers.append(scene.join(.viewer)) }
        #expect(scene.snapshot(at: 0).members.count == 200)
        let uncounted = scene.join(.viewer, at: 5_000)
        #expect(scene.events == [.audience(viewers: 1)])
        _ = scene.join(.viewer, at: 5_001)
        _ = scene.join(.viewer, at: 5_500)
        #expect(scene.events.isEmpty, "at most once a second")
        #expect(scene.snapshot(at: 5_500).viewers == 1, "a snapshot says what was told")
        #expect(scene.room.nextDeadline == Instant(milliseconds: 6_000))
        scene.tick(at: 6_000)
        #expect(scene.events == [.audience(viewers: 3)])
        scene.leave(uncounted, at: 7_100)
        #expect(scene.events == [.audience(viewers: 2)])
        #expect(scene.room.population == 202)
        _ = scene.join(.member, at: 7_200)
        #expect(scene.events.map(\.word) == ["member joined"], "members are always announced")
        scene.leave(viewers[0], at: 7_300)
        #expect(scene.events.map(\.word) == ["member left"])
        #expect(scene.room.role(of: presenter) == .presenter)
    }

    @Test func aCrowdThatComesAndGoesWithinASecondIsNotTold() {
        var scene = Scene()
        for _ in 0..<200 { _ = scene.join(.viewer) }
        _ = scene.join(.viewer, at: 1_000)
        let briefly = scene.join(.viewer, at: 1_100)
        scene.leave(briefly, at: 1_200)
        #expect(scene.room.nextDeadline == nil)
        scene.tick(at: 3_000)
        #expect(scene.events.isEmpty)
    }
}
