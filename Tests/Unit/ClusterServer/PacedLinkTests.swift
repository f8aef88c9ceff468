import ClusterTraffic
import PagingEngine
import Testing

@testable import ClusterServer

@Suite struct PacedLinkTests {
    private let now = Instant(milliseconds: 1_000)
    private let key = LinkKey(
        room: "talk", epoch: RoomEpoch(number: 1, owner: Fixture.node(2)), nonce: 3)

    private func link(_ direction: LinkFrame.Direction) -> Link {
        Link(key, sending: direction, to: Fixture.node(direction == .up ? 2 : 1))
    }

    /// Takes frames back and forth until both ends are silent; returns what arrived.
    private func exchange(_ near: inout PacedLink, _ far: inout Link) -> [[UInt8]] {
        var delivered: [[UInt8]] = []
        while true {
            var effects: [Link.Effect] = []
            near.flush(at: now, into: &effects)
            var answers: [Link.Effect] = []
            for case .send(let frame) in effects { far.receive(frame, from: Fixture.node(1), at: now, into: &answers) }
            far.flush(at: now, valid: now, into: &answers)
            guard !answers.isEmpty else { return delivered }
            for case .deliver(let item) in answers { delivered.append(item) }
            effects = []
            for case .send(let frame) in answers {
                near.receive(frame, from: Fixture.node(2), at: now, into: &effects)
            }
        }
    }

    @Test func itemsBeyondTheLimitsOfALinkFollowLater() {
        var (near, far) = (PacedLink(link(.up)), link(.down))
        let items = (0..<5 * LinkLimits.items).map { Array("\($0)".utf8) }
        var effects: [Link.Effect] = []
        for item in items { near.send(item, at: now, into: &effects) }
        #expect(effects.isEmpty && near.isFull && near.unacknowledgedItems == items.count)
        #expect(exchange(&near, &far) == items)
        #expect(!near.isFull && near.unacknowledgedItems == 0 && near.nextDeadline == nil)
    }

    @Test func largeItemsFollowOneByOne() {
        var (near, far) = (PacedLink(link(.up)), link(.down))
        let items = (0..<4).map { [UInt8](repeating: $0, count: LinkLimits.bytes / 2 - 100 + Int($0) * 50) }
        var effects: [Link.Effect] = []
        for item in items { near.send(item, at: now, into: &effects) }
        #expect(!near.hasEnded)
        #expect(exchange(&near, &far) == items)
    }

    @Test func whatWaitsHasALimit() {
        var near = PacedLink(link(.up))
        let item = [UInt8](repeating: 0, count: LinkLimits.bytes / 2)
        var effects: [Link.Effect] = []
        for _ in 0..<10 { near.send(item, at: now, into: &effects) }
        #expect(!near.hasEnded)
        near.send(item, at: now, into: &effects)
        #expect(near.hasEnded && effects == [.ended(.tooManyBytes)])
    }

    @Test func anEndThatAcknowledgesNothingEndsTheLink() {
        var near = PacedLink(link(.up))
        var effects: [Link.Effect] = []
        near.send([1], at: now, into: &effects)
        near.flush(at: now.advanced(byMilliseconds: LinkLimits.milliseconds), into: &effects)
        #expect(near.hasEnded)
    }
}
