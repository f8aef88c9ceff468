import Glibc
import JSONCodec
import PagingWire
import WebSocketLoop

/// Riffle's own protocol. The thousand viewers of a room get the same message: it is read once for all of them.
struct RoomDialect: LoadDialect {
    private struct Known {
        var bytes: [UInt8]
        var reading: LoadReading<ServerMessage>
    }

    /// Messages remembered: the newest of as many rooms, with some answers between them.
    private static let memory = 16
    /// Bytes of the longest message remembered: a crowd is told together of hundreds who came and went.
    private static let longest = 65_536

    private var known: [Known] = []
    /// Where the next one goes, in place of the oldest.
    private var place = 0
    /// How many messages were read that were not known.
    private(set) var readCount = 0
    private var scratch: [UInt8] = []

    var takesBinary: Bool { false }

    mutating func packet(_ message: ClientMessage) -> Packet {
        scratch.removeAll(keepingCapacity: true)
        ClientMessageWriter.encode(message, into: &scratch)
        return Packet(scratch)
    }

    mutating func read(_ bytes: UnsafeRawBufferPointer, isBinary: Bool) -> LoadReading<ServerMessage> {
        if let known = known.first(where: { $0.bytes.elementsEqual(bytes) }) { return known.reading }
        readCount += 1
        let reading = RoomDialect.parse(bytes)
        if bytes.count <= RoomDialect.longest { remember(Known(bytes: Array(bytes), reading: reading)) }
        return reading
    }

    private mutating func remember(_ one: Known) {
        guard known.count == RoomDialect.memory else { return known.append(one) }
        known[place] = one
        place = (place + 1) % RoomDialect.memory
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer) -> LoadReading<ServerMessage> {
        var reading = LoadReading<ServerMessage>(messages: [])
        ServerMessageReader.readLines(bytes) { result in
            switch result {
            case .success(let message): if reading.fault == nil { reading.messages.append(message) }
            case .failure(let malformed): reading.fault = reading.fault ?? malformed.refusal.reason
            }
        }
        return reading
    }
}

extension [UInt8] {
    fileprivate func elementsEqual(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count, let start = other.baseAddress else { return count == other.count }
        return withUnsafeBytes { own in own.baseAddress.map { memcmp($0, start, count) == 0 } ?? true }
    }
}
