import PagingEngine
import Testing

@testable import ClusterTraffic

@Suite struct NodeMessageTests {
    private static let messages: [NodeMessage] = [
        .beat(NodeBeat(name: "a.b-c_9", role: .owner, confirmed: 0, formats: 1...1)),
        .beat(
            NodeBeat(
                name: String(repeating: "x", count: 64), role: .edge, isDraining: true,
                confirmed: UInt64(Int64.max), formats: 0...NodeBeat.largestFormat)),
        .gone(Fixture.node(UInt64(Int64.max))),
        .ping(ClockReading(nonce: .max, boot: Fixture.at(0), cluster: nil)),
        .pong(ClockReading(nonce: 0, boot: Fixture.at(ClockReading.largestMilliseconds), cluster: Fixture.at(1 << 50))),
    ]

    @Test(arguments: messages) func messagesAreBytesAndBack(message: NodeMessage) {
        #expect(NodeMessage(message.bytes) == message)
        for count in 0..<message.bytes.count { #expect(NodeMessage(Array(message.bytes.prefix(count))) == nil) }
        #expect(NodeMessage(message.bytes + [0]) == nil)
    }

    @Test func theLayoutIsFixed() {
        let beat = NodeBeat(name: "ab", role: .owner, isDraining: true, confirmed: 258, formats: 3...4)
        #expect(
            NodeMessage.beat(beat).bytes == [3, 2, 97, 98, 1, 1, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 3, 0, 0, 0, 4])
        #expect(NodeMessage.gone(Fixture.node(7)).bytes == [4, 0, 0, 0, 0, 0, 0, 0, 7])
        let reading = ClockReading(nonce: 1, boot: Fixture.at(2), cluster: Fixture.at(3))
        #expect(
            NodeMessage.ping(reading).bytes
                == [5, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 3])
        #expect(NodeMessage.pong(reading).bytes.first == 6)
    }

    @Test(
        arguments: [
            [3, 0, 1, 0], [3, 1, 32, 1, 0], [4, 0, 0, 0, 0, 0, 0, 0, 0], [4, 128, 0, 0, 0, 0, 0, 0, 0], [1], [2], [7],
            [],
        ] as [[UInt8]]) func otherBytesAreNoMessages(bytes: [UInt8])
    {
        #expect(NodeMessage(bytes) == nil)
    }

    /// Values that only a broken or hostile node writes.
    @Test func valuesOutOfRangeAreRefused() {
        var beat = NodeMessage.beat(NodeBeat(name: "ab", role: .owner, confirmed: 1, formats: 3...4)).bytes
        for (place, value) in [(4, 0), (4, 3), (5, 2), (6, 128), (17, 5), (18, 128)] as [(Int, UInt8)] {
            var changed = beat
            changed[place] = value
            #expect(NodeMessage(changed) == nil, "byte \(place)")
        }
        beat[2] = UInt8(ascii: "*")
        #expect(NodeMessage(beat) == nil)
        let reading = ClockReading(nonce: 1, boot: Fixture.at(2), cluster: Fixture.at(3))
        var ping = NodeMessage.ping(reading).bytes
        for (place, value) in [(9, 255), (9, 4), (17, 2), (18, 255)] as [(Int, UInt8)] {
            var changed = ping
            changed[place] = value
            #expect(NodeMessage(changed) == nil, "byte \(place)")
        }
        ping[17] = 0
        #expect(NodeMessage(ping) == nil, "a time that was not promised")
    }

    @Test func changedBytesAreReadOrRefused() {
        var random = SystemRandomNumberGenerator()
        var (read, refused) = (0, 0)
        for number in 0..<20_000 {
            let message = Self.messages[number % Self.messages.count]
            var bytes = message.bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255)].randomElement(using: &random) ?? 0
            }
            if number % 5 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            guard let found = NodeMessage(bytes) else {
                refused += 1
                continue
            }
            read += 1
            #expect(found.bytes == bytes, "one text for each message")
        }
        #expect(read > 1_000 && refused > 1_000)
    }
}
