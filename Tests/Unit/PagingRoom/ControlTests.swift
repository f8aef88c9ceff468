import PagingEngine
import Testing

@testable import PagingRoom

/// Permission to move the pager, and the baton that passes from hand to hand.
@Suite struct ControlTests {
    /// A presenter and two members in a room with a baton.
    private struct Hall {
        var scene = Scene(pages: 9)
        let (ann, bob, cy): (MemberID, MemberID, MemberID)

        init(_ policy: Policy = .baton) {
            (ann, bob, cy) = (scene.join(.presenter, name: "Ann"), scene.join(name: "Bob"), scene.join(name: "Cy"))
            if policy != .open { scene.ask(.control(.policy(policy)), ann, at: 0) }
        }

        var control: Control { scene.room.control }

        @discardableResult
        mutating func control(_ action: ControlAction, _ member: MemberID, at moment: Int64) -> Answer? {
            scene.ask(.control(action), member, at: moment)
        }

        mutating func step(_ member: MemberID, grant: Int64? = nil, at moment: Int64) -> Refusal? {
            let from = scene.room.pager.target
            guard
                case .refused(_, let refusal, _)? = scene.ask(
                    .step(.forward, from: from), member, grant: grant, at: moment)
            else { return nil }
            return refusal
        }
    }

    @Test func aPolicySaysWhoMoves() {
        for policy in Policy.allCases {
            var hall = Hall(policy)
            let viewer = hall.scene.join(.viewer)
            let mayMove = [hall.ann, hall.bob, viewer].map { hall.step($0, at: 10) == nil }
            let due: [Policy: [Bool]] = [
                .open: [true, true, false], .presenters: [true, false, false], .baton: [false, false, false],
            ]
            #expect(mayMove == due[policy], "\(policy)")
        }
    }

    @Test func theHolderAloneMovesAndTheRefusalNamesIt() {
        var hall = Hall()
        #expect(hall.step(hall.bob, at: 10)?.reason.contains("nobody has the baton") == true)
        #expect(hall.control(.request, hall.bob, at: 20)?.refusal == nil)
        #expect(hall.scene.events == [.control(hall.control)])
        #expect(hall.control.holder == hall.bob && hall.control.grant == FencingToken(1))
        #expect(hall.control.until == Instant(milliseconds: 30_020))
        #expect(hall.step(hall.bob, at: 30) == nil)
        #expect(hall.step(hall.cy, at: 40) == Refusal(.forbidden, "Bob has the baton"))
        #expect(hall.step(hall.ann, at: 50) == Refusal(.forbidden, "Bob has the baton"), "a presenter must take it")
        #expect(hall.scene.ask(.dragEnabled(false), hall.ann, at: 60)?.refusal == nil, "pages are not the pager")
    }

    @Test func eachGrantHasAHigherNumberAndAStaleOneIsRefused() {
        var hall = Hall()
        hall.control(.request, hall.bob, at: 10)
        hall.control(.grant(to: hall.cy), hall.bob, at: 20)
        hall.control(.grant(to: hall.bob), hall.cy, at: 30)
        #expect(hall.control.grant == FencingToken(3) && hall.control.holder == hall.bob)
        let stale = Refusal(.forbidden, "the baton has passed on: grant 3, yours is 1")
        #expect(hall.step(hall.bob, grant: 1, at: 40) == stale, "even from who has it again")
        #expect(hall.step(hall.bob, grant: 3, at: 50) == nil)
        #expect(hall.step(hall.bob, at: 200) == nil, "the number may be left out")
    }

    @Test func whoAsksWaitsInTurn() {
        var hall = Hall()
        hall.control(.request, hall.ann, at: 0)
        hall.control(.request, hall.cy, at: 1)
        #expect(hall.scene.events == [.control(hall.control)], "the holder hears of it")
        hall.control(.request, hall.bob, at: 2)
        hall.control(.request, hall.bob, at: 3)
        #expect(hall.control.asked == [hall.cy, hall.bob])
        hall.control(.release, hall.cy, at: 4)
        #expect(hall.control.asked == [hall.bob], "who waits may cease to")
        hall.control(.request, hall.cy, at: 5)
        hall.scene.disconnect(hall.bob, at: 6)
        hall.control(.release, hall.ann, at: 7)
        #expect(hall.control.holder == hall.cy, "who is away is passed over")
        #expect(hall.control(.release, hall.ann, at: 8)?.refusal == .forbidden)
        hall.control(.release, hall.cy, at: 9)
        #expect(hall.control.holder == nil && hall.control.until == nil && hall.control.grant == FencingToken(2))
    }

    @Test func onlySomeMayPassAndTake() {
        var hall = Hall()
        let viewer = hall.scene.join(.viewer)
        hall.control(.request, hall.bob, at: 10)
        #expect(hall.control(.grant(to: hall.cy), hall.cy, at: 11)?.refusal == .forbidden)
        #expect(hall.control(.take, hall.cy, at: 12)?.refusal == .forbidden)
        #expect(hall.control(.policy(.open), hall.bob, at: 13)?.refusal == .forbidden)
        #expect(hall.control(.request, viewer, at: 14)?.refusal == .forbidden)
        #expect(hall.control(.grant(to: viewer), hall.bob, at: 15)?.refusal == .badRequest)
        #expect(hall.control(.grant(to: MemberID(99)), hall.bob, at: 16)?.refusal == .badRequest)
        #expect(hall.control.holder == hall.bob && hall.control.grant == FencingToken(1))
        #expect(hall.control(.take, hall.ann, at: 17)?.refusal == nil)
        #expect(hall.control.holder == hall.ann)
        hall.control(.policy(.presenters), hall.ann, at: 18)
        #expect(hall.control(.request, hall.bob, at: 19)?.refusal == .disabled)
        #expect(hall.control == Control(policy: .presenters, grant: FencingToken(2)))
    }

    @Test func aLeaseEndsWithoutInput() {
        var hall = Hall()
        hall.control(.request, hall.bob, at: 0)
        hall.control(.request, hall.cy, at: 100)
        hall.scene.tick(at: 1_000)
        #expect(hall.scene.room.nextDeadline == Instant(milliseconds: 30_000))
        hall.scene.tick(at: 29_999)
        #expect(hall.control.holder == hall.bob)
        hall.scene.tick(at: 30_000)
        #expect(hall.control.holder == hall.cy && hall.control.grant == FencingToken(2))
        hall.scene.tick(at: 60_000)
        #expect(hall.control.holder == nil)
        #expect(hall.scene.room.nextDeadline == nil)
    }

    /// Nobody has looked at the room since the lease ran out: the input comes too late all the same.
    @Test func anInputAfterTheLeaseIsRefused() {
        var hall = Hall()
        hall.control(.request, hall.bob, at: 0)
        #expect(hall.step(hall.bob, grant: 1, at: 30_001)?.code == .forbidden)
        #expect(hall.control.holder == nil)
    }

    @Test func inputsRenewTheLease() {
        var hall = Hall()
        hall.control(.request, hall.bob, at: 0)
        #expect(hall.step(hall.bob, at: 10_000) == nil)
        #expect(hall.control.until == Instant(milliseconds: 30_000), "enough is left of it as told")
        #expect(hall.step(hall.bob, at: 20_000) == nil)
        #expect(hall.scene.events.last == .control(hall.control))
        #expect(hall.control.until == Instant(milliseconds: 50_000) && hall.control.grant == FencingToken(1))
        #expect(hall.step(hall.cy, at: 45_000)?.code == .forbidden)
        hall.scene.tick(at: 50_000)
        #expect(hall.control.holder == nil, "others' inputs renew nothing")
    }

    @Test func losingTheBatonEndsTheDrag() {
        let ways: [ControlAction] = [.take, .grant(to: MemberID(3)), .policy(.presenters)]
        for way in ways {
            var hall = Hall()
            hall.control(.request, hall.bob, at: 0)
            hall.scene.ask(.dragBegan(DragID(1), viewport: nil), hall.bob, at: 10)
            hall.scene.drag(1, by: 20_000, hall.bob, at: 20)
            hall.control(way, hall.ann, at: 30)
            #expect(hall.scene.events.map(\.word) == ["dragEnded", "animation", "control"], "\(way)")
            guard case .dragEnded(_, hall.bob, _, .lost)? = hall.scene.events.first else {
                Issue.record("\(way): \(hall.scene.events)")
                continue
            }
            let before = hall.scene.snapshot(at: 40)
            hall.scene.drag(1, by: 60_000, hall.bob, at: 40)
            #expect(hall.scene.snapshot(at: 40) == before)
        }
    }

    @Test func aHandThatMayGoOnIsLeftAlone() {
        var hall = Hall(.open)
        hall.scene.ask(.dragBegan(DragID(1), viewport: nil), hall.ann, at: 10)
        hall.control(.policy(.presenters), hall.ann, at: 20)
        #expect(hall.scene.events.map(\.word) == ["control"])
    }

    @Test func aHolderAwayForTooLongLosesTheBaton() {
        var hall = Hall()
        hall.control(.request, hall.bob, at: 0)
        hall.scene.disconnect(hall.bob, at: 1_000)
        hall.control(.request, hall.cy, at: 1_001)
        hall.scene.tick(at: 10_999)
        #expect(hall.control.holder == hall.bob, "it may come back")
        hall.scene.tick(at: 11_000)
        #expect(hall.scene.events.map(\.word) == ["member left", "control"])
        #expect(hall.control.holder == hall.cy)
        hall.scene.leave(hall.cy, at: 12_000)
        #expect(hall.control.holder == nil)
    }
}
