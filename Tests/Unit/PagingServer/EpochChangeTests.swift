import PagingEngine
import PagingRoom
import PagingWire
import Simulation
import Testing

@testable import PagingServer

/// A room that goes on with another owner, on connections that stay. They are on loop 1; the owner before was loop 0, whose
/// messages no longer arrive.
@Suite struct EpochChangeTests {
    /// The message that a loop gets about another epoch, whose snapshot is at `sequence`.
    private func change(_ loops: ServerFixture, at sequence: Int64) throws -> ServerEvent {
        var replica = try #require(loops.cores[0].snapshot(of: loops.name, at: Instant(milliseconds: 0)))
        replica.sequence = Sequence(sequence)
        let snapshot = Snapshot(
            epoch: Epoch("other"), now: Instant(milliseconds: 0), replica: replica, digest: replica.digest)
        let frame = loops.table.encode(.snapshot(snapshot))
        let change = EpochChange(snapshot: frame, sequence: Sequence(sequence))
        return .messages([.epochChanged(room: loops.name, change)])
    }

    /// An event of the new epoch.
    private func event(_ loops: ServerFixture, _ sequence: Int64) -> ServerEvent {
        let event = Event(sequence: Sequence(sequence), change: .blank(true, by: nil))
        let publication = Publication(
            first: Sequence(sequence), frames: [loops.table.encode(.event(event))])
        return .messages([.publish(room: loops.name, publication)])
    }

    @Test(arguments: [Int64(1), 40])
    func membersThatKnowEpochsGoOnWithTheSnapshot(sequence: Int64) throws {
        var loops = ServerFixture()
        loops.join(1, on: 1, knowsEpochs: true)
        loops.join(2, on: 1, knowsEpochs: true)
        loops.handle(try change(loops, at: sequence), on: 1)
        for peer in UInt64(1)...2 {
            let told = loops.said(to: peer, on: 1)
            #expect(told.words == ["snapshot \(sequence)"] && told.first?.snapshot?.epoch == Epoch("other"))
        }
        loops.handle(event(loops, sequence + 1), on: 1)
        #expect(loops.said(to: 1, on: 1).words == ["\(sequence + 1)"])
        #expect(loops.said(to: 2, on: 1).words == ["\(sequence + 1)"])
        #expect(loops.endings.isEmpty && loops.cores[1].relays.newestSequence(of: loops.name).number == sequence + 1)
    }

    @Test func theOthersEndWithinASecondAndHearNothingMore() throws {
        var loops = ServerFixture()
        for peer in UInt64(1)...10 { loops.join(peer, on: 1) }
        loops.join(11, on: 1, knowsEpochs: true)
        loops.handle(try change(loops, at: 40), on: 1)
        var left = [loops.endings.count]
        for moment in stride(from: Int64(100), through: 1_000, by: 100) {
            loops.handle(event(loops, 40 + moment / 100), on: 1)
            #expect(loops.sent.allSatisfy { $0.peers == [11] })
            loops.tick(at: moment)
            left.append(loops.endings.count)
        }
        #expect(left.first == 1 && left.last == 10)
        #expect(zip(left, left.dropFirst()).allSatisfy { $1 - $0 <= 1 }, "one in each tenth: \(left)")
        #expect(loops.endings.allSatisfy { $0.code == .moved } && Set(loops.endings.map(\.peer)) == Set(1...10))
    }

    @Test func theNextEndingIsKnown() throws {
        var loops = ServerFixture()
        for peer in UInt64(1)...4 { loops.join(peer, on: 1) }
        loops.handle(try change(loops, at: 40), on: 1)
        #expect(loops.cores[1].nextDeadline?.milliseconds == 250)
    }

    @Test func aMemberLeftBehindGetsItsAnswersWhenItEnds() throws {
        var loops = ServerFixture()
        for peer in UInt64(1)...2 { loops.join(peer, on: 1) }
        loops.handle(try change(loops, at: 40), on: 1)
        #expect(loops.endings.map(\.peer) == [1])
        loops.send(.ping(RequestID(9)), from: 2, on: 1)
        #expect(loops.said(to: 2, on: 1).isEmpty)
        loops.tick(at: 500)
        #expect(loops.said(to: 2, on: 1).words == ["pong 9"] && loops.endings.map(\.peer) == [1, 2])
    }

    /// A choked member is told of the new epoch when it reads again, after the answers of the old one.
    @Test func whatAMemberLacksOfTheOldEpochIsDropped() throws {
        var loops = ServerFixture()
        loops.join(1, on: 1, offsets: .frames, knowsEpochs: true)
        loops.join(2, on: 1, offsets: .frames, knowsEpochs: true)
        loops.handle(.choked(PeerID(2)), on: 1)
        loops.ask(2, .dragBegan(DragID(1), viewport: nil), from: 2, on: 1)
        loops.ask(nil, .dragMoved(DragID(1), by: Distance(units: 9_000)), from: 2, on: 1)
        loops.carry()
        #expect(loops.said(to: 1, on: 1).words == ["3", "offset 3"])
        loops.handle(try change(loops, at: 3), on: 1)
        #expect(loops.said(to: 2, on: 1).isEmpty)
        loops.handle(event(loops, 4), on: 1)
        loops.handle(.writable(PeerID(2)), on: 1)
        #expect(loops.said(to: 2, on: 1).words == ["ack 2", "snapshot 3", "4"], "the offset was of another event 3")
    }

    @Test func joinsAndLeavesThatACrowdHasNotHeardAreDropped() throws {
        var loops = ServerFixture() { $0.budget.crowdSubscribers = 1 }
        for peer in UInt64(1)...3 { loops.join(peer, on: 1, knowsEpochs: true) }
        loops.handle(try change(loops, at: 1), on: 1)
        #expect(loops.said(to: 1, on: 1).words == ["snapshot 1"])
        loops.tick(at: 1_000)
        #expect(loops.said(to: 1, on: 1).isEmpty)
    }

    /// The new owner knows nothing of requests for pages.
    @Test func requestsForPagesDoNotCountInTheNewEpoch() throws {
        var loops = ServerFixture()
        loops.join(1, on: 1, knowsEpochs: true)
        func ask(_ id: Int64) { loops.send(.pages(RequestID(id), from: PageIndex(0), count: 1), from: 1, on: 1) }
        for id in Int64(2)...6 { ask(id) }
        #expect(loops.said(to: 1, on: 1).words == ["rate 6"])
        loops.handle(try change(loops, at: 40), on: 1)
        ask(7)
        #expect(loops.said(to: 1, on: 1).isEmpty && loops.messages.count == 5)
        loops.carry()
        #expect(loops.said(to: 1, on: 1).last?.word == "pages 7")
    }

    @Test func picturesOfTheOldEpochDoNotReachTheHome() throws {
        var loops = ServerFixture()
        let told = loops.join(1, on: 1, role: .member, knowsEpochs: true)
        let digest = try #require(told.compactMap(\.snapshot).first?.digest)
        func reports() -> Int { loops.messages.count { if case .drawn = $0.message { true } else { false } } }
        loops.send(.drawn(Sequence(1), digest), from: 1, on: 1)
        loops.handle(try change(loops, at: 40), on: 1)
        loops.tick(at: 1_000)
        #expect(reports() == 0)
        loops.send(.drawn(Sequence(40), digest), from: 1, on: 1)
        loops.tick(at: 2_000)
        #expect(reports() == 1)
    }

    @Test func aSnapshotOfTheOldEpochIsNotForAMemberLeftBehind() throws {
        var loops = ServerFixture()
        for peer in UInt64(1)...2 { loops.join(peer, on: 1) }
        loops.handle(try change(loops, at: 40), on: 1)
        loops.handle(.messages([.reset(PeerID(2), [1], Sequence(40))]), on: 1)
        loops.tick(at: 1_000)
        #expect(loops.said(to: 2, on: 1).isEmpty && loops.endings.map(\.peer) == [1, 2])
    }

    @Test func aRoomThatNobodyHereHasJoinedIsNotKept() throws {
        var loops = ServerFixture()
        loops.handle(try change(loops, at: 40), on: 1)
        #expect(loops.cores[1].relays.count == 0 && loops.sent.isEmpty)
    }

    @Test func groupsOfDeparturesEndSideBySide() {
        var departures = Departures()
        func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }
        departures.add(
            [PeerID(1), PeerID(2)], .moved, "moved", at: at(0), withinMilliseconds: 1_000)
        departures.add([PeerID(3), PeerID(4)], .goingAway, "away", at: at(100), withinMilliseconds: 200)
        #expect(departures.nextMoment == at(0))
        #expect(departures.due(at: at(100)).map(\.peer) == [PeerID(1), PeerID(3)])
        #expect(departures.nextMoment == at(200))
        let last = departures.due(at: at(500))
        #expect(last.map(\.peer) == [PeerID(2), PeerID(4)] && last.map(\.code) == [.moved, .goingAway])
        #expect(departures.nextMoment == nil && departures.due(at: at(600)).isEmpty)
    }
}
