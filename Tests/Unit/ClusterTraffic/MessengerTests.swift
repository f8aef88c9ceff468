import PagingEngine
import Testing

@testable import ClusterTraffic

@Suite struct MessengerTests {
    private let now = Fixture.at(0)

    private func messenger(_ number: UInt64, _ cluster: ClusterName = Fixture.cluster) -> Messenger {
        Messenger(cluster: cluster, node: Fixture.node(number))
    }

    private func published(_ commands: [FabricCommand]) -> [[UInt8]] {
        commands.compactMap { command in
            guard case .publish(let bytes, _) = command else { return nil }
            return bytes
        }
    }

    @Test func payloadsOfAllSizesArrive() {
        for count in [0, 1, Envelope.maximumPayloadBytes, Envelope.maximumPayloadBytes + 1, Part.maximumTotalBytes] {
            var (sender, receiver) = (messenger(1), messenger(2))
            let payload = Fixture.payload(count)
            let messages = published(sender.send(payload, to: .beat))
            #expect(messages.allSatisfy { $0.count <= Envelope.maximumBytes })
            let got = messages.compactMap { receiver.receive($0, on: .beat, at: now) }
            #expect(got.map(\.payload) == [payload], "\(count) bytes")
            #expect(got.map(\.sender) == [Fixture.node(1)])
            #expect(receiver.drops.total == 0 && receiver.heldBytes == 0)
        }
    }

    @Test func aLargerPayloadIsNotSent() {
        var sender = messenger(1)
        #expect(sender.send([UInt8](repeating: 0, count: Part.maximumTotalBytes + 1), to: .beat).isEmpty)
    }

    @Test func unexpectedMessagesAreCountedAndDropped() {
        var receiver = messenger(2)
        let subject = Subject.node(Fixture.node(2))
        func bytes(_ number: UInt64, _ cluster: ClusterName = Fixture.cluster) -> [UInt8] {
            var sender = messenger(number, cluster)
            return published(sender.send([1], to: subject))[0]
        }
        var otherVersion = bytes(1)
        otherVersion[2] = 9
        for message in [[], otherVersion, bytes(1, Fixture.cluster("other")), bytes(2)] {
            #expect(receiver.receive(message, on: subject, at: now) == nil)
        }
        for reason in [DropReason.malformed, .version, .cluster, .ownSender] {
            #expect(receiver.drops[reason] == 1, "\(reason)")
        }
        #expect(receiver.drops.total == 4)
        #expect(receiver.receive(bytes(1), on: subject, at: now) != nil)
    }

    /// A node ends when it does not hear its own beats.
    @Test func theOwnBeatsAreHeard() {
        var node = messenger(2)
        let beat = published(node.send([1], to: .beat))[0]
        #expect(node.receive(beat, on: .beat, at: now)?.sender == node.node)
    }
}
