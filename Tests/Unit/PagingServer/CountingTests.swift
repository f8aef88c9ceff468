import Metrics
import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

extension ServerFixture {
    /// The metrics of all loops.
    fileprivate var metrics: ServerMetrics {
        var all = ServerMetrics()
        for core in cores { all.merge(core.metrics(at: Instant(milliseconds: milliseconds))) }
        return all
    }
}

/// The server's metrics.
@Suite struct CountingTests {
    private static func outcomes(_ metrics: ServerMetrics) -> [String] {
        InputLabel.Kind.allCases.flatMap { kind in
            InputLabel.Outcome.allCases.compactMap { outcome in
                let count = metrics.inputs[InputLabel(kind, outcome)]
                return count == 0 ? nil : "\(kind) \(outcome) \(count)"
            }
        }
    }

    @Test func everyInputHasOneOutcome() {
        var loops = ServerFixture(2)
        loops.join(1, on: 0)
        loops.join(2, on: 1, role: .viewer)
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        loops.ask(3, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 2, on: 1)
        loops.carry()
        loops.ask(4, .dragBegan(DragID(1), viewport: nil), from: 1, on: 0)
        loops.ask(nil, .dragMoved(DragID(1), by: Distance(units: 10)), from: 1, on: 0)
        loops.ask(5, .dragEnabled(true), from: 1, on: 0)
        loops.send(.ping(RequestID(6)), .leave(RequestID(7)), from: 1, on: 0)
        loops.send(.pages(RequestID(3), from: PageIndex(0), count: 1), from: 2, on: 1)
        loops.carry()
        loops.send(.join(RequestID(4), Join()), from: 2, on: 1)
        loops.handle(
            .received(PeerID(2), [.failure(Malformed(id: nil, refusal: Refusal(.unknownType, "no")))]), on: 1)
        let expected = [
            "join accepted 2", "join badRequest 1", "leave accepted 1", "ping accepted 1", "pages accepted 1",
            "dragBegan accepted 1", "dragMoved accepted 1", "step accepted 1", "step coalesced 1",
            "step forbidden 1",
            "dragEnabled accepted 1", "unreadable unknownType 1",
        ]
        #expect(Self.outcomes(loops.metrics) == expected)
    }

    @Test func tooManyAndTooEarlyAreCounted() {
        var loops = ServerFixture(1) { $0.limits.objectsPerSecond = 1 }
        loops.open(1, on: 0)
        loops.send(.ping(RequestID(1)), .ping(RequestID(2)), from: 1, on: 0)
        #expect(Self.outcomes(loops.metrics) == ["ping badRequest 1", "ping rate 1"])
    }

    @Test func deniedJoinsAreCounted() {
        var loops = ServerFixture(1) { $0.authorizesJoins = true }
        loops.open(1, on: 0)
        loops.send(.join(RequestID(1), Join()), from: 1, on: 0)
        loops.handle(.authorized(PeerID(1), .unauthorized(reason: "no")), on: 0)
        #expect(Self.outcomes(loops.metrics) == ["join forbidden 1"])
        #expect(loops.cores[0].isEnding(PeerID(1)), "this side has ended it")
        var full = ServerFixture(1) { $0.roomCapacity = 1 }
        full.join(1, on: 0)
        #expect(!full.cores[0].isEnding(PeerID(1)))
        full.join(2, on: 0)
        #expect(Self.outcomes(full.metrics) == ["join accepted 1", "join forbidden 1"])
    }

    @Test func eventsAndFlightsAreThoseOfTheRoom() {
        var loops = ServerFixture(2)
        loops.join(1, on: 1)
        #expect(loops.metrics.flights.value == 0)
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 1)
        loops.carry()
        #expect(loops.metrics.flights.value == 1)
        loops.ask(3, .dragBegan(DragID(1), viewport: nil), from: 1, on: 1)
        loops.carry()
        loops.ask(4, .dragCancelled(DragID(1)), from: 1, on: 1)
        loops.carry()
        loops.tick(at: 5_000)
        loops.carry()
        let metrics = loops.metrics
        #expect(metrics.flights.value == 0)
        #expect(metrics.flightsEnded[.interrupted] == 1 && metrics.flightsEnded[.completed] == 1)
        let status = loops.cores[0].roomStatuses.first
        #expect(metrics.events.value == UInt64(status?.sequence.number ?? 0), "one for each number given")
        #expect(status?.phase == .idle && status?.members == 1 && status?.name == loops.name)
        #expect(loops.cores[1].roomStatuses.isEmpty, "a room stands on its home only")
        #expect(metrics.rooms.value == 1 && metrics.members.value == 1)
    }

    @Test func eventsOfADurableRoomCountWhenPublished() {
        var loops = ServerFixture(1) { $0.isDurable = true }
        loops.join(1, on: 0)
        loops.save()
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        loops.tick(at: 5_000)
        #expect(loops.metrics.flightsEnded[.completed] == 0, "nobody knows yet")
        loops.save()
        #expect(loops.metrics.flightsEnded[.completed] == 1)
    }

    @Test func resumesAreCountedByTheirCatchUp() {
        var loops = ServerFixture(1) { $0.ringFrames = 2 }
        loops.join(1, on: 0)
        loops.ask(2, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        let last = loops.cores[0].roomStatuses.first?.sequence.number ?? 0
        loops.join(2, on: 0, since: last)
        loops.join(3, on: 0, since: 1)
        loops.join(4, on: 0, since: 1, epoch: "another")
        loops.join(5, on: 0)
        let resumes = loops.metrics.resumes
        #expect(resumes[.recovered] == 1 && resumes[.tooOld] == 1 && resumes[.otherEpoch] == 1)
    }

    @Test func theLongestStuckConnectionGivesTheOutboxAge() {
        var loops = ServerFixture(2)
        loops.join(1, on: 0)
        loops.join(2, on: 1)
        loops.join(3, on: 0)
        loops.tick(at: 1_000)
        loops.handle(.choked(PeerID(1)), on: 0)
        loops.tick(at: 2_000)
        loops.handle(.choked(PeerID(3)), on: 0)
        loops.tick(at: 3_000)
        loops.handle(.choked(PeerID(2)), on: 1)
        loops.tick(at: 4_500)
        #expect(loops.metrics.outboxAgeMilliseconds.value == 3_500)
        loops.handle(.writable(PeerID(1)), on: 0)
        #expect(loops.metrics.outboxAgeMilliseconds.value == 2_500)
        loops.handle(.writable(PeerID(3)), on: 0)
        #expect(loops.metrics.outboxAgeMilliseconds.value == 1_500)
        loops.handle(.closed(PeerID(2)), on: 1)
        #expect(loops.metrics.outboxAgeMilliseconds.value == 0)
    }
}
