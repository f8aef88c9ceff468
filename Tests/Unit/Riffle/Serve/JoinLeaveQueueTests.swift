import PagingServer
import Testing

@testable import riffle

/// Those who come and those who are gone reach the core some in each turn of the loop.
@Suite struct JoinLeaveQueueTests {
    private func peers(_ events: [ServerEvent]) -> [String] {
        events.map { event in
            switch event {
            case .received(let peer, _): "in \(peer.number)"
            case .closed(let peer): "out \(peer.number)"
            default: "?"
            }
        }
    }

    @Test func aCrowdThatIsGoneLeavesInOrderSomeAtATime() {
        var crossings = JoinLeaveQueue()
        #expect(crossings.isEmpty && crossings.take().isEmpty)
        for number in UInt64(1)...38 { crossings.append(closed: PeerID(number)) }
        #expect(peers(crossings.take()) == (1...16).map { "out \($0)" })
        #expect(peers(crossings.take()) == (17...32).map { "out \($0)" })
        #expect(!crossings.isEmpty)
        #expect(peers(crossings.take()) == (33...38).map { "out \($0)" })
        #expect(crossings.isEmpty && crossings.take().isEmpty)
    }

    @Test func whoComesInCostsMore() {
        var crossings = JoinLeaveQueue()
        for number in UInt64(1)...6 {
            crossings.append(received: .received(PeerID(number), []), from: PeerID(number))
        }
        #expect(peers(crossings.take()) == (1...4).map { "in \($0)" })
        #expect(peers(crossings.take()) == ["in 5", "in 6"])
    }

    /// What a connection says while something of it waits has to wait as well, and its end comes last.
    @Test func aConnectionIsKnownAsLongAsSomethingOfItWaits() {
        var crossings = JoinLeaveQueue()
        let ann = PeerID(1)
        for _ in 1...4 { crossings.append(received: .received(ann, []), from: ann) }
        crossings.append(closed: ann)
        #expect(crossings.contains(ann) && !crossings.contains(PeerID(2)))
        #expect(peers(crossings.take()).count == 4)
        #expect(crossings.contains(ann))
        #expect(peers(crossings.take()) == ["out 1"])
        #expect(!crossings.contains(ann))
    }
}
