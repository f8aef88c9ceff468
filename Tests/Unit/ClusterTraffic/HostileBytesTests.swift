import Testing

@testable import ClusterTraffic

/// Bytes that anyone may have written never trap.
@Suite struct HostileBytesTests {
    @Test func changedBytesAreReadOrRefused() throws {
        let key = LinkKey(room: "talk", epoch: RoomEpoch(number: 3, owner: Fixture.node(2)), nonce: 4)
        let frame = LinkFrame(key, first: 1, acknowledged: 2, items: [[1, 2], [3]], valid: nil)
        let seeds = [
            frame.bytes,
            Envelope(cluster: Fixture.cluster, sender: Fixture.node(1), content: .whole(frame.bytes)).bytes,
            Array(
                Envelope(
                    cluster: Fixture.cluster, sender: Fixture.node(1), content: .part(Fixture.parts(2_000_000)[2])
                ).bytes.prefix(60)),
        ]
        var random = SystemRandomNumberGenerator()
        var (messenger, link) = (
            Messenger(cluster: Fixture.cluster, node: Fixture.node(9)), Link(key, sending: .down, to: Fixture.node(1))
        )
        var effects: [Link.Effect] = []
        for number in 0..<30_000 {
            var bytes = seeds[number % seeds.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255)].randomElement(using: &random) ?? 0
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            let payload = messenger.receive(bytes, on: .beat, at: Fixture.at(Int64(number)))?.payload ?? bytes
            guard let frame = LinkFrame(payload) else { continue }
            link.receive(frame, from: Fixture.node(1), at: Fixture.at(Int64(number)), into: &effects)
        }
        #expect(messenger.drops.total > 1_000 && link.earlyItems <= LinkLimits.items)
    }
}
