import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// How a hand goes on between what is told of it.
@Suite struct ExtrapolationTests {
    private func told(_ offsets: Join.Offsets) -> Seat {
        var seat = Seat { $0.join.offsets = offsets }
        seat.enter()
        let began = Event.Change.dragBegan(DragID(1), by: MemberID(1), at: Position(units: 0), base: PageIndex(0))
        seat.receive(.event(Event(sequence: Sequence(11), change: began)))
        seat.receive(
            .offset(
                Offset(
                    sequence: Sequence(11), position: Position(units: 1_000), now: Instant(milliseconds: 50),
                    velocity: Velocity(unitsPerSecond: 100_000), by: MemberID(1))))
        return seat
    }

    @Test func readersOfKeyframesGoOn() throws {
        let seat = told(.keyframes)
        let replica = try #require(seat.core.replica)
        #expect(replica.position(at: Instant(milliseconds: 60)).units == 2_000)
        #expect(replica.movesUntil == Instant(milliseconds: 178))
    }

    @Test func readersOfFramesWaitForTheNext() throws {
        let seat = told(.frames)
        let replica = try #require(seat.core.replica)
        #expect(replica.position(at: Instant(milliseconds: 60)).units == 1_000)
        #expect(replica.movesUntil == nil)
        guard case .moved(let offset)? = seat.effects.last else {
            Issue.record("nothing moved: \(seat.words)")
            return
        }
        #expect(offset.velocity == .zero, "nor does a recording go on")
    }

    @Test func aSnapshotInMidDragTellsHowItGoesOn() throws {
        for offsets in [Join.Offsets.keyframes, .frames] {
            var seat = Seat { $0.join.offsets = offsets }
            seat.handle(.start)
            seat.handle(.opened)
            guard case .snapshot(var snapshot) = Seat.snapshot(10) else { return }
            snapshot.replica.phase = .dragging(
                Drag(
                    id: DragID(1), holder: MemberID(1), base: PageIndex(0), grabPosition: Position(units: 0),
                    translation: .zero, lastSampleAt: Instant(milliseconds: 0), viewport: .reference))
            snapshot.replica.motion = Extrapolation(
                velocity: Velocity(unitsPerSecond: -100_000), since: Instant(milliseconds: 50))
            seat.receive(Seat.welcome(10), .snapshot(snapshot))
            let replica = try #require(seat.core.replica)
            let way = (replica.position(at: Instant(milliseconds: 90)) - replica.position).units
            #expect(way == (offsets == .frames ? 0 : -4_000))
        }
    }
}
