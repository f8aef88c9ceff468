import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Ending a server without closing all connections at once.
@Suite struct DrainTests {
    private func crowd(_ count: UInt64) -> ServerFixture {
        var loops = ServerFixture(1)
        for peer in 1...count { loops.join(peer, on: 0) }
        return loops
    }

    @Test func connectionsAreInformedAtOnceAndEndedEvenly() {
        var loops = crowd(10)
        loops.handle(.drain(milliseconds: 1_000), on: 0)
        let told = loops.sent.flatMap { message in
            message.objects.contains { if case .closing(.goingAway, _, 1_000) = $0 { true } else { false } }
                ? message.peers : []
        }
        #expect(Set(told) == Set(1...10))
        var left: [Int] = []
        for moment in stride(from: Int64(100), through: 1_000, by: 100) {
            loops.tick(at: moment)
            left.append(loops.endings.count)
        }
        #expect(left.last == 10)
        #expect(zip(left, left.dropFirst()).allSatisfy { $1 - $0 <= 1 }, "one in each tenth: \(left)")
        #expect(loops.endings.allSatisfy { $0.code == .goingAway })
    }

    @Test func theNextMomentIsKnown() {
        var loops = crowd(4)
        loops.handle(.drain(milliseconds: 400), on: 0)
        #expect(loops.cores[0].nextDeadline?.milliseconds == 100)
    }

    @Test func noJoinIsAcceptedWhileDraining() {
        var loops = crowd(2)
        loops.handle(.drain(milliseconds: 400), on: 0)
        loops.open(9, on: 0)
        #expect(loops.endings.last == ServerFixture.Ending(loop: 0, peer: 9, code: .goingAway))
    }

    @Test func drainingAsksConnectionsToReturn() {
        var loops = ServerFixture()
        loops.join(1, on: 0)
        loops.join(2, on: 0)
        loops.open(3, on: 0)
        loops.handle(.choked(PeerID(2)), on: 0)
        loops.handle(.drain(milliseconds: 0), on: 0)
        #expect(loops.endings.map(\.code) == [.goingAway, .goingAway, .goingAway])
        #expect(loops.endings.map(\.peer) == [1, 2, 3])
        #expect(loops.said(to: 1, on: 0).words == ["closing 4000"])
        #expect(loops.said(to: 2, on: 0).isEmpty, "a choked connection gets nothing")
        #expect(loops.said(to: 3, on: 0).words == ["closing 4000"])
        for peer in UInt64(1)...3 { loops.close(peer, on: 0) }
        #expect(loops.cores[0].connectionCount == 0)
    }
}
