import PagingEngine
import PagingRoom
import Testing

@testable import Scripting

/// The parts of a performer, each by itself.
@Suite struct RunnerPartTests {
    private static func time(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    private static let plan = DragPlan(
        by: Distance(units: 1_000), overMilliseconds: 100, samples: 2, ease: .linear, ending: .released(nil))

    /// A player whose first drag has played all its samples.
    private static func played(isOnStrip: Bool = false) -> DragPlayer {
        var player = DragPlayer()
        _ = player.begin(plan, isOnStrip: isOnStrip, start: time(0), at: time(0))
        while let moment = player.nextSample {
            if player.playSample(at: moment).isLast { break }
        }
        return player
    }

    // MARK: Drags

    @Test func aDragPlaysItsSamplesAtTheirTimes() {
        var player = DragPlayer()
        #expect(player.nextSample == nil && !player.isHolding)
        let began = player.begin(Self.plan, isOnStrip: false, start: Self.time(10), at: Self.time(12))
        #expect(began == .dragBegan(DragID(1), viewport: nil))
        #expect(player.nextSample == Self.time(60))
        let first = player.playSample(at: Self.time(60))
        #expect(first.request == .dragMoved(DragID(1), by: Distance(units: 500)) && !first.isLast)
        let last = player.playSample(at: Self.time(110))
        #expect(last.request == .dragMoved(DragID(1), by: Distance(units: 1_000)) && last.isLast)
        #expect(player.finishPlan() == .released(nil))
        #expect(player.nextSample == nil && player.isHolding)
    }

    @Test func aReleaseAfterARestHasNoVelocity() throws {
        var quick = Self.played()
        let released1 = quick.release(nil, at: Self.time(100))
        let (noSample, end) = try #require(released1)
        #expect(noSample == nil)
        guard case .dragEnded(DragID(1), _, let velocity) = end else { return #expect(Bool(false), "got \(end)") }
        #expect(velocity == Self.plan.finalVelocity && velocity != .zero)
        #expect(quick.release(nil, at: Self.time(100)) == nil, "nothing is held")

        var rested = Self.played()
        let released2 = rested.release(nil, at: Self.time(201))
        let still = try #require(released2)
        #expect(still.sample == nil)
        #expect(still.end == .dragEnded(DragID(1), by: Distance(units: 1_000), velocity: .zero))
    }

    @Test func aReleaseAtSpeedAfterARestHasAFreshSample() throws {
        var player = Self.played()
        let speed = Velocity(unitsPerSecond: 7)
        let released3 = player.release(speed, at: Self.time(201))
        let (sample, end) = try #require(released3)
        #expect(sample == .dragMoved(DragID(1), by: Distance(units: 1_000)))
        #expect(end == .dragEnded(DragID(1), by: Distance(units: 1_000), velocity: speed))
    }

    @Test func aRefusedDragTakesItsTimeAndSendsNothing() {
        var player = DragPlayer()
        _ = player.begin(Self.plan, isOnStrip: false, start: Self.time(0), at: Self.time(0))
        player.announced(by: RequestTag(4))
        player.refused(RequestTag(3))
        #expect(player.isHolding)
        player.refused(RequestTag(4))
        #expect(!player.isHolding && player.reminder == nil)
        #expect(player.nextSample == Self.time(50))
        #expect(player.playSample(at: Self.time(50)).request == nil)
    }

    @Test func aHeldDragRepeatsItsSample() {
        var player = Self.played()
        #expect(player.reminder == Self.time(1_100))
        #expect(player.remind(at: Self.time(1_099)) == nil)
        #expect(player.remind(at: Self.time(1_100)) == .dragMoved(DragID(1), by: Distance(units: 1_000)))
        #expect(player.reminder == Self.time(2_100))
        #expect(player.cancel() == .dragCancelled(DragID(1)) && player.cancel() == nil)
    }

    @Test func aStripHasNoAnnouncementAndNoVelocity() throws {
        var player = DragPlayer()
        #expect(player.begin(Self.plan, isOnStrip: true, start: Self.time(0), at: Self.time(0)) == nil)
        #expect(player.playSample(at: Self.time(50)).request == .stripMoved(DragID(1), by: Distance(units: 500)))
        let released4 = player.release(Velocity(unitsPerSecond: 9), at: Self.time(900))
        let (sample, end) = try #require(released4)
        #expect(sample == nil && end == .stripEnded(DragID(1), by: Distance(units: 500)))
    }

    // MARK: Requests

    @Test func thePlaceIsExpectedUntilTheAnswerIsSeen() {
        let replica = Replica.standing(on: 2)
        var ledger = RequestLedger()
        #expect(ledger.place(in: replica) == replica.stepPlace)
        let tag = ledger.issue(intendedAt: Self.time(5))
        let next = StepPlace(page: PageIndex(3), shown: 0)
        ledger.expect(next)
        #expect(ledger.place(in: replica) == next && ledger.intendedTime(of: tag) == Self.time(5))
        let answer = Answer.accepted(RequestID(1), Sequence(1))
        #expect(ledger.answered(tag, answer).isKnown && !ledger.answered(tag, answer).isKnown)
        #expect(ledger.place(in: replica) == next, "event 1 is not seen yet")
        #expect(ledger.committed == Sequence(1) && ledger.outcome == .accepted)
    }

    @Test func aRefusalTakesTheExpectedPlaceAndTheEditBack() {
        let replica = Replica.standing(on: 2)
        var ledger = RequestLedger()
        let (first, second) = (ledger.issue(intendedAt: Self.time(0)), ledger.issue(intendedAt: Self.time(0)))
        ledger.expect(StepPlace(page: PageIndex(3), shown: 0))
        ledger.expect([], from: first)
        ledger.expect([], from: second)
        let refusal = Answer.refused(RequestID(1), Refusal(.stale, "an older list"), Sequence(0))
        #expect(ledger.answered(first, refusal).edited == nil)
        #expect(ledger.place(in: replica) == replica.stepPlace)
        #expect(ledger.answered(second, .accepted(RequestID(2), Sequence(0))).edited == [])
    }

    // MARK: The view

    @Test func restIsSeenWhenNoEventFollows() {
        var view = RoomView()
        #expect(!view.seesRest && view.current == nil)
        var replica = Replica.standing(on: 0)
        view.look(at: replica, serverTime: Self.time(1_050), now: Self.time(50))
        #expect(view.seesRest && view.current?.localTime(of: Self.time(1_060)) == Self.time(60))
        let event = Event(sequence: Sequence(1), change: .loading(true, request: 1))
        view.hear(event)
        #expect(!view.seesRest, "the replica is not that of the event: more follow")
        replica.apply(event)
        view.look(at: replica, serverTime: Self.time(1_060), now: Self.time(60))
        view.hear(event)
        #expect(view.seesRest)
        view.leave()
        #expect(view.current == nil)
    }

    @Test func aSessionKnowsTheRoomOnlyWhileItIsInside() {
        var session = ActorSession()
        #expect(!session.isSettled && !session.holds(.rest, at: Self.time(0)))
        session.joined(.standing(on: 3), serverTime: Self.time(0), at: Self.time(0))
        #expect(session.isSettled && session.holds(.rest, at: Self.time(0)))
        #expect(
            session.differences(from: Expectation(page: PageNumber(3)), othersOutOfStep: [], at: Self.time(0)) == [])
        let other = Expectation(page: PageNumber(4), inStep: true)
        let found = session.differences(from: other, othersOutOfStep: ["bea behind"], at: Self.time(0))
        #expect(found == ["page 3", "bea behind"])
        _ = session.issue(intendedAt: Self.time(0))
        #expect(!session.isSettled)
        session.end(as: .lost)
        #expect(!session.isSettled && session.current != nil)
        session.leave()
        #expect(session.current == nil && session.found(insteadOf: .rest) == "nothing")
    }
}
