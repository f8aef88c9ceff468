import PagingEngine
import PagingRoom
import PagingWire
import Simulation
import Testing

@testable import PagingServer

@Suite struct RelayTableTests {
    private let room = "room"

    private func granted() -> JoinGranted {
        JoinGranted(
            room: room, member: MemberID(1), session: Session("secret"), offsets: .none, knowsEpochs: true,
            frames: [[1]], sequence: Sequence(0), recovered: false)
    }

    private func fixture(
        _ subscribers: Int, _ change: (inout ServerSettings) -> Void = { _ in }
    ) -> (RelayTable, LoopOutput) {
        var relays = RelayTable(ServerSettings.test(change), loops: 1)
        var output = LoopOutput(loop: 0, loops: 1, encode: FrameTable().encode)
        for number in 0..<subscribers {
            let index = relays.addSubscriber(PeerID(UInt64(number)), granted(), behind: [], isChoked: false)
            #expect(index == number)
        }
        relays.flush(at: Instant(milliseconds: 0), into: &output)
        _ = sends(&output)
        return (relays, output)
    }

    /// The connections of each message sent.
    private func sends(_ output: inout LoopOutput) -> [[UInt64]] {
        var effects: [ServerEffect] = []
        output.exchange(&effects)
        return effects.compactMap { if case .send(_, let peers) = $0 { peers.map(\.number) } else { nil } }
    }

    private func publish(_ frame: Frame, as number: Int64, to relays: inout RelayTable) {
        let publication = Publication(first: Sequence(number), frames: [frame])
        relays.publish(publication, to: room, at: Instant(milliseconds: 0))
    }

    @Test func subscribersWithTheSameCursorShareAMessage() {
        var (relays, output) = fixture(3)
        publish([9], as: 1, to: &relays)
        relays.flush(at: Instant(milliseconds: 0), into: &output)
        #expect(sends(&output) == [[0, 1, 2]])
        #expect(relays.newestSequence(of: room) == Sequence(1) && relays.newestSequence(of: "other") == Sequence(0))
    }

    @Test func theLastSubscriberTakesTheIndexOfARemovedOneAndTheMirrorGoesWithTheLast() {
        var (relays, _) = fixture(2)
        let first = Subscription(room: room, member: MemberID(1), index: 0)
        #expect(relays.removeSubscriber(first) == PeerID(1))
        #expect(relays.count == 1)
        #expect(relays.removeSubscriber(first) == nil && relays.count == 0)
        publish([9], as: 1, to: &relays)
        #expect(relays.count == 0, "what the home sends until it knows is dropped")
    }

    @Test func aTurnServesNoMoreSubscribersThanItsBudget() {
        var (relays, output) = fixture(3) { $0.budget.subscribersPerTurn = 2 }
        publish([9], as: 1, to: &relays)
        let now = Instant(milliseconds: 0)
        relays.flush(at: now, into: &output)
        #expect(sends(&output) == [[0, 1]] && relays.nextDeadline == now)
        relays.resumeLateRooms(at: now)
        relays.flush(at: now, into: &output)
        #expect(sends(&output) == [[2]] && relays.nextDeadline == nil)
    }

    /// Otherwise the histories of all rooms would shrink, and members that are slow would need snapshots.
    @Test func theHistoryOfAnEarlierEpochNoLongerCounts() {
        var (relays, output) = fixture(1) { $0.historyBytes = 100 }
        let place = Subscription(room: room, member: MemberID(1), index: 0)
        relays.setChoked(place, true)
        for _ in 1...50 {
            _ = relays.changeEpoch(of: room, EpochChange(snapshot: [1], sequence: Sequence(10)))
            for number in Int64(11)...12 { publish(Frame(repeating: 9, count: 45), as: number, to: &relays) }
        }
        relays.setChoked(place, false)
        relays.requestResets(into: &output)
        #expect(output.takeMessage().isNone)
    }

    @Test func picturesGoToTheHomeTogether() throws {
        var (relays, output) = fixture(2)
        for index in 0..<2 {
            let place = Subscription(room: room, member: MemberID(UInt32(index)), index: index)
            let drawn = Drawn(member: place.member, sequence: Sequence(0), digest: Digest(of: "picture"))
            relays.collect(drawn, of: place, at: Instant(milliseconds: 10))
        }
        let due = try #require(relays.nextDeadline)
        #expect(due == Instant(milliseconds: 10 + LoopBudget.standard.drawnSpacingMilliseconds))
        relays.sendDrawn(at: due, into: &output)
        guard case .drawn(room, let drawn)? = output.takeMessage() else {
            Issue.record("the home is told")
            return
        }
        #expect(drawn.count == 2 && output.takeMessage().isNone && relays.nextDeadline == nil)
    }
}
