import Glibc
import JSONCodec
import LoadTesting
import WebSocketLoop

/// Wire format of the messages of a load run.
protocol LoadDialect {
    associatedtype Inbound: Sendable
    associatedtype Outbound: Sendable

    /// Whether servers may send binary messages; else the first one ends its connection.
    var takesBinary: Bool { get }

    mutating func packet(_ message: Outbound) -> Packet

    /// One WebSocket message, which lives for this call only.
    mutating func read(_ bytes: UnsafeRawBufferPointer, isBinary: Bool) -> LoadReading<Inbound>
}

/// Content of a WebSocket message.
struct LoadReading<Message: Sendable>: Sendable {
    var messages: [Message]
    /// Why the rest of it cannot be read.
    var fault: String?
}

/// Messages of any WebSocket server, as they are.
struct PlainDialect: LoadDialect {
    var takesBinary: Bool { true }

    func packet(_ message: PlainMessage) -> Packet {
        switch message {
        case .text(let text): return Packet(Array(text.utf8))
        case .binary(let bytes): return Packet(count: bytes.count, isBinary: true) { $0.copyBytes(from: bytes) }
        }
    }

    func read(_ bytes: UnsafeRawBufferPointer, isBinary: Bool) -> LoadReading<PlainMessage> {
        LoadReading(messages: [isBinary ? .binary(Array(bytes)) : .text(String(decoding: bytes, as: UTF8.self))])
    }

    /// A field of a message that is a JSON object.
    static func field(of message: PlainMessage, _ name: String) -> String? {
        guard case .text(var text) = message else { return nil }
        return text.withUTF8 { JSONField.text(name, in: UnsafeRawBufferPointer($0)) }
    }

    /// Microseconds to add to the monotonic clock for the time since 1970.
    static var unixOffset: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000 - SocketLoop.nowMicroseconds()
    }
}
