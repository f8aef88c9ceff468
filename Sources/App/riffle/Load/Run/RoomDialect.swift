import Glibc
import JSONCodec
import PagingWire
import WebSocketLoop

/// Riffle's protocol. All members of a room receive the same bytes, so a message is decoded once for all of them.
struct RoomDialect: LoadDialect {
    private struct CachedMessage {
        var bytes: [UInt8]
        var reading: LoadReading<ServerMessage>
    }

    /// Messages in the cache: the newest of several rooms, with some replies between them.
    private static let cacheSize = 16
    /// Bytes of the longest message in the cache. Joins of hundreds of members come in one message.
    private static let longest = 65_536

    private var cache: [CachedMessage] = []
    /// Index of the oldest message, which the next one replaces.
    private var oldest = 0
    /// Number of messages that were decoded.
    private(set) var readCount = 0
    private var scratch: [UInt8] = []

    var takesBinary: Bool { false }

    mutating func packet(_ message: ClientMessage) -> Packet {
        scratch.removeAll(keepingCapacity: true)
        ClientMessageWriter.encode(message, into: &scratch)
        return Packet(scratch)
    }

    mutating func read(_ bytes: UnsafeRawBufferPointer, isBinary: Bool) -> LoadReading<ServerMessage> {
        if let cached = cache.first(where: { $0.bytes.elementsEqual(bytes) }) { return cached.reading }
        readCount += 1
        let reading = RoomDialect.parse(bytes)
        if bytes.count <= RoomDialect.longest { add(CachedMessage(bytes: Array(bytes), reading: reading)) }
        return reading
    }

    private mutating func add(_ message: CachedMessage) {
        guard cache.count == RoomDialect.cacheSize else { return cache.append(message) }
        cache[oldest] = message
        oldest = (oldest + 1) % RoomDialect.cacheSize
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer) -> LoadReading<ServerMessage> {
        var reading = LoadReading<ServerMessage>(messages: [])
        ServerMessageReader.readLines(bytes) { result in
            switch result {
            case .success(let message): if reading.failure == nil { reading.messages.append(message) }
            case .failure(let malformed): reading.failure = reading.failure ?? malformed.refusal.reason
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
