import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

/// Owned rooms that end, or cannot begin.
@Suite struct ServedEndTests {
    @Test func edgesOfALostRoomAreToldAtOnceAndItsHomeSaysNothing() {
        var bench = ServedBench.serving()
        bench.change { rooms, output in rooms.end(ServedBench.room, next: nil, into: &output) }
        guard case .refused(_, nonce: 5, .notReady, _)? = bench.words.first?.word,
            case .unhost(_, .lost)? = bench.commands.first
        else {
            Issue.record("expected the end of the link, got \(bench.words) and \(bench.commands)")
            return
        }
        bench.take()
        bench.publish(4...4)
        #expect(bench.words.isEmpty)
        var end: ServedRooms.EndOfOwnership?
        bench.change { rooms, output in end = rooms.departed(ServedBench.room, into: &output) }
        #expect(end?.epoch == ServedBench.epoch && end?.sequence == Sequence(3) && end?.hadSeats == true)
        #expect(bench.rooms.isEmpty)
    }

    /// A room that is owned again before its home has ended begins after that.
    @Test func aRoomBeginsAgainAfterItHasEnded() {
        var bench = ServedBench.serving()
        let later = RoomEpoch(number: 8, owner: ServedBench.owner)
        bench.change { rooms, output in
            rooms.end(ServedBench.room, next: nil, into: &output)
            rooms.begin(ServedBench.room, later, LoadedRoom(record: nil, last: .none), for: [], into: &output)
        }
        #expect(bench.commands.count == 1)
        bench.take()
        bench.change { rooms, output in _ = rooms.departed(ServedBench.room, into: &output) }
        guard case .host(_, Epoch("8-1"), _)? = bench.commands.first else {
            Issue.record("expected the later home, got \(bench.commands)")
            return
        }
    }

    @Test func aDamagedRoomIsRefused() {
        var bench = ServedBench(damage: "a bit is wrong")
        #expect(bench.commands.isEmpty)
        bench.change { rooms, output in
            let isAnswered = rooms.open(ServedBench.room, from: ServedBench.edge, nonce: 6, into: &output)
            #expect(isAnswered)
        }
        let refusals = [5, 6].map {
            RoomMessage.refused(room: ServedBench.room, nonce: $0, .damaged, reason: "a bit is wrong")
        }
        #expect(bench.words.map(\.word) == refusals)
    }

    /// The end of a connection says why: an operator has closed the room.
    @Test func edgesOfARemovedRoomAreToldSo() {
        var bench = ServedBench.serving()
        bench.send(ServedBench.join(1))
        let (now, valid) = (bench.now, bench.valid)
        bench.change { rooms, output in
            let end = LoopMessage.dismissed(PeerID(2), .roomClosed, reason: "closed")
            rooms.take(end, at: now, valid: valid, into: &output)
            let isRemoved = rooms.removed(ServedBench.room, at: now, valid: valid, into: &output)
            #expect(isRemoved)
        }
        guard case .refused(_, nonce: 5, .noSuchRoom, _)? = bench.words.first?.word,
            case .dismissed(_, .roomClosed, _)? = bench.receive().last
        else {
            Issue.record("expected the end of a connection and a refusal, got \(bench.words)")
            return
        }
        #expect(bench.rooms.isEmpty)
    }
}
