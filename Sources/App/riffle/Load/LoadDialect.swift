import WebSocketLoop

/// How the messages of a load run look on the wire.
protocol LoadDialect {
    associatedtype Inbound: Sendable
    associatedtype Outbound: Sendable

    /// Whether servers may send binary messages; else the first one ends its connection.
    var takesBinary: Bool { get }

    mutating func packet(_ message: Outbound) -> Packet

    /// One WebSocket message, which lives for this call only.
    mutating func read(_ bytes: UnsafeRawBufferPointer, isBinary: Bool) -> LoadReading<Inbound>
}

/// What stood in a WebSocket message.
struct LoadReading<Message: Sendable>: Sendable {
    var messages: [Message]
    /// Why the rest of it cannot be read.
    var fault: String?
}
