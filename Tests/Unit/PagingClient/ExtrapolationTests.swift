import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// The motion of a drag between its samples.
@Suite struct ExtrapolationTests {
    private func dragged(_ offsets: Join.Offsets) -> ClientFixture {
        var client = ClientFixture { $0.join.offsets = offsets }
        client.enter()
        let began = Event.Change.dragBegan(DragID(1), by: MemberID(1), at: Position(units: 0), base: PageIndex(0))
        client.receive(.event(Event(sequence: Sequence(11), change: began)))
        client.receive(
            .offset(
                Offset(
                    sequence: Sequence(11), position: Position(units: 1_000), now: Instant(milliseconds: 50),
                    velocity: Velocity(unitsPerSecond: 100_000), by: MemberID(1))))
        return client
    }

    @Test func readersOfKeyframesGoOn() throws {
        let client = dragged(.keyframes)
        let replica = try #require(client.core.replica)
        #expect(replica.position(at: Instant(milliseconds: 60)).units == 2_000)
        #expect(replica.movesUntil == Instant(milliseconds: 178))
    }

    @Test func readersOfFramesWaitForTheNext() throws {
        let client = dragged(.frames)
        let replica = try #require(client.core.replica)
        #expect(replica.position(at: Instant(milliseconds: 60)).units == 1_000)
        #expect(replica.movesUntil == nil)
        guard case .moved(let offset)? = client.effects.last else {
            Issue.record("nothing moved: \(client.words)")
            return
        }
        #expect(offset.velocity == .zero, "nor does a recording go on")
    }

    @Test func aSnapshotInMidDragHasTheMotion() throws {
        for offsets in [Join.Offsets.keyframes, .frames] {
            var client = ClientFixture { $0.join.offsets = offsets }
            client.handle(.start)
            client.handle(.opened)
            guard case .snapshot(var snapshot) = ClientFixture.snapshot(10) else { return }
            snapshot.replica.phase = .dragging(
                Drag(
                    id: DragID(1), holder: MemberID(1), base: PageIndex(0), grabPosition: Position(units: 0),
                    translation: .zero, lastSampleAt: Instant(milliseconds: 0), viewport: .reference))
            snapshot.replica.motion = Extrapolation(
                velocity: Velocity(unitsPerSecond: -100_000), since: Instant(milliseconds: 50))
            client.receive(ClientFixture.welcome(10), .snapshot(snapshot))
            let replica = try #require(client.core.replica)
            let way = (replica.position(at: Instant(milliseconds: 90)) - replica.position).units
            #expect(way == (offsets == .frames ? 0 : -4_000))
        }
    }
}
