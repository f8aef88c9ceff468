import PagingEngine
import PagingRoom
import PagingWire
import Scripting
import Testing

@testable import LoadTesting

/// Two members of one room, and the counts of what the server sends to them.
@Suite struct RoomObserverTests {
    /// A room with an observer and two members, both admitted at event 10.
    private struct Fixture {
        var recorder = LoadRecorder(start: LoadTime(microseconds: 0))
        var observer: RoomObserver
        var members: [MemberWatch]
        /// The state at event 10.
        let replica: Replica

        init(workers: Int = 1) {
            let start = LoadTime(microseconds: 0)
            observer = RoomObserver(rooms: ["talk"], share: LoadShare(worker: 0, of: workers), start: start)
            members = [MemberWatch(user: 0, room: 0), MemberWatch(user: 1, room: 0)]
            let room = Room(
                name: "talk", epoch: Epoch("life"), supplier: .numbers, configuration: Configuration(.threePage),
                now: Instant(milliseconds: 0))
            var replica = room.snapshot(at: Instant(milliseconds: 0))
            replica.sequence = Sequence(10)
            self.replica = replica
            for member in members.indices {
                members[member].sent(.join(RequestID(1), Join(name: "Ann", role: .viewer)), at: start)
                welcome(member, at: 2_000)
                _ = look(snapshot(digest: replica.digest), member, at: 2_000)
                observer.enter(members[member])
            }
        }

        func snapshot(digest: Digest, epoch: String = "life") -> ServerMessage {
            .snapshot(
                Snapshot(epoch: Epoch(epoch), now: Instant(milliseconds: 1), replica: replica, digest: digest))
        }

        /// The server's clock is equal to the local one.
        mutating func welcome(_ member: Int, epoch: String = "life", after known: Sequence? = nil, at moment: Int64) {
            let welcome = Welcome(
                id: RequestID(1), server: "test", room: "talk", member: MemberID(1), session: Session("a"),
                role: .viewer,
                epoch: Epoch(epoch), sequence: Sequence(10), now: Instant(milliseconds: 1), recovered: known != nil,
                limits: Limits(), retry: Retry(minimumMilliseconds: 100, maximumMilliseconds: 1_000))
            observer.welcomed(
                &members[member], welcome, after: known, recorder: &recorder, at: LoadTime(microseconds: moment))
        }

        mutating func look(_ message: ServerMessage, _ member: Int, at moment: Int64) -> Bool {
            observer.look(
                at: message, &members[member], recorder: &recorder, at: LoadTime(microseconds: moment))
        }

        /// Sends an event to some members.
        mutating func send(_ number: Int64, to page: Int64 = 1, _ receivers: Int..., at moment: Int64 = 10_000) {
            let event = Event(sequence: Sequence(number), change: .target(from: PageIndex(0), to: PageIndex(page)))
            for member in receivers { _ = look(.event(event), member, at: moment) }
        }

        var sightings: [String: RoomSightings] {
            var (observer, recorder) = (observer, recorder)
            observer.close(recorder: &recorder)
            return observer.sightings
        }

        var result: LoadResult {
            var (observer, recorder) = (observer, recorder)
            observer.close(recorder: &recorder)
            return recorder.result(titled: "", seed: 1, at: LoadTime(microseconds: 20_000_000))
        }

        func values(of measure: Measure) -> [Int64] { result.latencies[measure]?.corrected.steps.map(\.value) ?? [] }
    }

    @Test func anEventOfAllMembersIsCompleteAndHasASpread() {
        var fixture = Fixture()
        fixture.send(11, 0, at: 10_000)
        fixture.send(11, 1, at: 10_040)
        let counts = fixture.result.counts
        #expect(counts.expectedEvents == 2 && counts.receivedEvents == 2)
        #expect(counts.gaps == 0 && counts.duplicates == 0 && counts.diverged == 0)
        #expect(fixture.values(of: .spread) == [40])
    }

    /// The same numbers again, after a snapshot with another epoch, are other events.
    @Test func aSnapshotMayBeginAnotherEpoch() {
        var fixture = Fixture()
        fixture.send(11, to: 1, 0, 1, at: 10_000)
        for member in 0..<2 {
            _ = fixture.look(fixture.snapshot(digest: fixture.replica.digest, epoch: "other"), member, at: 20_000)
        }
        fixture.send(11, to: 2, 0, 1, at: 30_000)
        let counts = fixture.result.counts
        #expect(counts.receivedEvents == 4 && counts.expectedEvents == 4)
        #expect(counts.gaps == 0 && counts.duplicates == 0 && counts.diverged == 0)
    }

    /// The user was late for its step: its lateness is part of what the others see.
    @Test func deliveriesCountFromTheMomentThatWasDue() {
        var fixture = Fixture()
        fixture.send(11, 0, at: 10_000)
        let request = RequestTimes(due: LoadTime(microseconds: 4_000), made: LoadTime(microseconds: 9_000))
        fixture.observer.answered(
            fixture.members[0], naming: Sequence(11), request, recorder: &fixture.recorder,
            at: LoadTime(microseconds: 10_000))
        fixture.send(11, 1, at: 12_000)
        #expect(fixture.values(of: .deliver) == [6_003, 8_003], "as the histogram rounds")
        #expect(fixture.result.latencies[.deliver]?.naive.steps.map(\.value) == [1_000, 3_001])
    }

    @Test func gapsAndDuplicatesAreCounted() {
        var fixture = Fixture()
        fixture.send(13, 0)
        fixture.send(13, 0)
        let counts = fixture.result.counts
        #expect(counts.gaps == 2 && counts.duplicates == 1)
        #expect(counts.expectedEvents == 3 && counts.receivedEvents == 1)
    }

    @Test func membersWithDifferentEventsOfOneNumberDiverge() {
        var fixture = Fixture()
        fixture.send(11, to: 1, 0)
        fixture.send(11, to: 2, 1)
        #expect(fixture.result.counts.diverged == 1)
    }

    @Test func aSnapshotMustHaveItsDigest() {
        var fixture = Fixture()
        let changesPicture = fixture.look(fixture.snapshot(digest: fixture.replica.digest), 0, at: 3_000)
        #expect(changesPicture && fixture.result.counts.diverged == 0)
        _ = fixture.look(fixture.snapshot(digest: Digest(of: "another picture")), 0, at: 4_000)
        #expect(fixture.result.counts.diverged == 1)
    }

    @Test func membersAtRestMustShowTheSame() {
        var fixture = Fixture()
        fixture.send(11, 0, 1)
        var replica = fixture.replica
        replica.sequence = Sequence(11)
        let now = LoadTime(microseconds: 20_000)
        for member in fixture.members {
            fixture.observer.compareRest(replica, member, recorder: &fixture.recorder, at: now)
        }
        #expect(fixture.result.counts.diverged == 0)
        replica.revision += 1
        fixture.observer.compareRest(replica, fixture.members[1], recorder: &fixture.recorder, at: now)
        #expect(fixture.result.counts.diverged == 1)
    }

    @Test func aMemberThatLeavesHasMissedTheEventsOfTheOthers() {
        var fixture = Fixture()
        fixture.send(11, 0)
        fixture.send(12, 0)
        let leaves = LoadTime(microseconds: 2_000_000)
        fixture.observer.leave(&fixture.members[1], recorder: &fixture.recorder, at: leaves)
        #expect(!fixture.members[1].hasState)
        let counts = fixture.result.counts
        #expect(counts.expectedEvents == 4 && counts.receivedEvents == 2)
    }

    @Test func eventsOnTheWayAreNotMissed() {
        var fixture = Fixture()
        fixture.send(11, 0, at: 10_000)
        let leaves = LoadTime(microseconds: 900_000)
        fixture.observer.leave(&fixture.members[1], recorder: &fixture.recorder, at: leaves)
        #expect(fixture.result.counts.expectedEvents == 1)
    }

    @Test func aRecoveredMemberCatchesUpWithoutNewExpectations() {
        var fixture = Fixture()
        fixture.welcome(1, after: Sequence(8), at: 3_000)
        for number in Int64(9)...10 { fixture.send(number, 1) }
        #expect(fixture.result.counts.expectedEvents == 0 && fixture.result.counts.gaps == 0)
        fixture.send(11, 1)
        #expect(fixture.result.counts.receivedEvents == 1)
    }

    @Test func aRestartedServerNumbersItsEventsAgain() {
        var fixture = Fixture()
        fixture.send(11, to: 1, 0, 1)
        fixture.welcome(0, epoch: "next", after: Sequence(10), at: 20_000)
        fixture.welcome(1, epoch: "next", after: Sequence(10), at: 20_000)
        fixture.send(11, to: 2, 0, 1, at: 30_000)
        #expect(fixture.result.counts.diverged == 0)
        #expect(fixture.result.latencies[.spread]?.corrected.count == 2)
    }

    @Test func windowsAreComparedAtQuartersOfASecond() {
        var fixture = Fixture()
        let windows = [Position(units: 100), Position(units: 130)]
        #expect(fixture.observer.nextSample == LoadTime(microseconds: 250_000))
        fixture.observer.takeSamples(recorder: &fixture.recorder, at: LoadTime(microseconds: 251_000)) { user, moment in
            #expect(moment == LoadTime(microseconds: 250_000))
            return windows[user]
        }
        #expect(fixture.values(of: .skew) == [30])
        #expect(fixture.observer.nextSample == LoadTime(microseconds: 500_000))
    }

    @Test func oneOfSeveralWorkersKeepsSightingsByRoomAndLife() {
        var fixture = Fixture(workers: 2)
        fixture.send(11, 0, 1)
        #expect(fixture.values(of: .spread) == [])
        #expect(fixture.sightings.keys.sorted() == ["talk life"])
        #expect(fixture.sightings["talk life"]?.events[11]?.receivers == 2)
    }
}
