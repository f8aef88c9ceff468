import PagingServer
import Testing

@testable import riffle

/// Joins and leaves reach the core a few per turn of the loop.
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

    @Test func aCrowdLeavesInOrderOverSeveralTurns() {
        var queue = JoinLeaveQueue()
        #expect(queue.isEmpty && queue.take().isEmpty)
        for number in UInt64(1)...38 { queue.append(closed: PeerID(number)) }
        #expect(peers(queue.take()) == (1...16).map { "out \($0)" })
        #expect(peers(queue.take()) == (17...32).map { "out \($0)" })
        #expect(!queue.isEmpty)
        #expect(peers(queue.take()) == (33...38).map { "out \($0)" })
        #expect(queue.isEmpty && queue.take().isEmpty)
    }

    @Test func aJoinCostsMoreThanALeave() {
        var queue = JoinLeaveQueue()
        for number in UInt64(1)...6 {
            queue.append(received: .received(PeerID(number), []), from: PeerID(number))
        }
        #expect(peers(queue.take()) == (1...4).map { "in \($0)" })
        #expect(peers(queue.take()) == ["in 5", "in 6"])
    }

    /// Later messages of a connection wait behind its queued ones, and its end comes last.
    @Test func aConnectionIsContainedWhileItsEventsWait() {
        var queue = JoinLeaveQueue()
        let ann = PeerID(1)
        for _ in 1...4 { queue.append(received: .received(ann, []), from: ann) }
        queue.append(closed: ann)
        #expect(queue.contains(ann) && !queue.contains(PeerID(2)))
        #expect(peers(queue.take()).count == 4)
        #expect(queue.contains(ann))
        #expect(peers(queue.take()) == ["out 1"])
        #expect(!queue.contains(ann))
    }
}
