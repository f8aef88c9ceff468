import JSONCodec
import PagingRoom
import PagingWire
import Testing

@Suite struct CodecRoundTripTests {
    /// Wide enough for twenty pages of random text.
    private static let limits = Limits(messageBytes: 1 << 16)

    @Test(arguments: 0..<Samples.clientKinds)
    func clientMessagesRoundTrip(kind: Int) throws {
        for round in 0..<60 {
            let seed = UInt64(kind * 1_000 + round)
            var samples = Samples(seed: seed)
            let message = samples.clientMessage(kind: kind)
            var bytes: [UInt8] = []
            ClientMessageWriter.encode(message, into: &bytes)
            #expect(try ClientMessageReader.read(bytes[...], limits: Self.limits) == message, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<Samples.serverKinds)
    func serverMessagesRoundTrip(kind: Int) throws {
        for round in 0..<60 {
            let seed = UInt64(kind * 1_000 + round)
            var samples = Samples(seed: seed)
            let message = samples.serverMessage(kind: kind)
            var bytes: [UInt8] = []
            ServerMessageWriter.encode(message, into: &bytes)
            #expect(try ServerMessageReader.read(bytes[...]) == message, "seed \(seed)")
        }
    }

    @Test func messagesPackedIntoLinesComeOutInOrder() throws {
        var samples = Samples(seed: 7)
        let messages = (0..<Samples.serverKinds).map { samples.serverMessage(kind: $0) }
        var bytes: [UInt8] = []
        for message in messages {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
            ServerMessageWriter.encode(message, into: &bytes)
        }
        #expect(try ServerMessageReader.readLines(bytes[...]).map { try $0.get() } == messages)
    }
}
