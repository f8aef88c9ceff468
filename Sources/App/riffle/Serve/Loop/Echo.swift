import WebSocketLoop

/// The connections of `/echo`, which get every message back: for checking how frames are handled, with `--conformance`
/// only. They belong to no room.
final class Echo {
    static let path = "/echo"

    private let sockets: SocketLoop
    /// Messages not sent back yet. While there are some, the connection is not read, so its own reading bounds the queue.
    private var queued: [ConnectionID: [Packet]] = [:]

    init(sockets: SocketLoop) {
        self.sockets = sockets
    }

    func contains(_ connection: ConnectionID) -> Bool { queued[connection] != nil }

    // Each of these returns whether the connection belongs to the echo.

    func opened(_ connection: ConnectionID, path: String) -> Bool {
        guard path == Self.path else { return false }
        queued[connection] = []
        return true
    }

    func received(_ connection: ConnectionID, _ message: UnsafeRawBufferPointer, isBinary: Bool) -> Bool {
        guard contains(connection) else { return false }
        queued[connection]?.append(
            Packet(count: message.count, kind: isBinary ? .binary : .text) { $0.copyMemory(from: message) })
        send(to: connection)
        return true
    }

    func writable(_ connection: ConnectionID) -> Bool {
        guard contains(connection) else { return false }
        sockets.resumeReading(connection)
        send(to: connection)
        return true
    }

    func closed(_ connection: ConnectionID) -> Bool {
        queued.removeValue(forKey: connection) != nil
    }

    private func send(to connection: ConnectionID) {
        while !sockets.isChoked(connection), let packet = queued[connection]?.first {
            queued[connection]?.removeFirst()
            guard sockets.send(packet, to: connection) == .choked else { continue }
            sockets.stopReading(connection)
        }
    }
}
