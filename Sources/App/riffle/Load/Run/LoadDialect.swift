import Glibc
import JSONCodec
import LoadTesting
import Platform
import WebSocketLoop

/// Wire format of the messages of a load run.
protocol LoadDialect {
    associatedtype Inbound: Sendable
    associatedtype Outbound: Sendable

    /// Whether servers may send binary messages. If not, the first one ends its connection.
    var takesBinary: Bool { get }

    mutating func packet(_ message: Outbound) -> Packet

    /// Reads one WebSocket message. `bytes` are valid only during the call.
    mutating func read(_ bytes: UnsafeRawBufferPointer, isBinary: Bool) -> LoadReading<Inbound>
}

/// Content of a WebSocket message.
struct LoadReading<Message: Sendable>: Sendable {
    var messages: [Message]
    /// Reason why the rest of the message cannot be read.
    var failure: String?
}

/// Messages of any WebSocket server, without decoding.
struct PlainDialect: LoadDialect {
    var takesBinary: Bool { true }

    func packet(_ message: PlainMessage) -> Packet {
        switch message {
        case .text(let text): return Packet(Array(text.utf8))
        case .binary(let bytes): return Packet(count: bytes.count, kind: .binary) { $0.copyBytes(from: bytes) }
        case .call, .frame: preconditionFailure("expected a message of the wire, got one of a profile")
        }
    }

    func read(_ bytes: UnsafeRawBufferPointer, isBinary: Bool) -> LoadReading<PlainMessage> {
        LoadReading(messages: [isBinary ? .binary(Array(bytes)) : .text(String(decoding: bytes, as: UTF8.self))])
    }

    /// Microseconds to add to the monotonic clock for the time since 1970.
    static var unixOffset: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000 - MonotonicClock.microseconds
    }
}
