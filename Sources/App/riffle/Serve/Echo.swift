import WebSocketLoop

/// The connections of `/echo`, which get back every message they send, in its kind: there to check how frames are
/// treated, with `--conformance` only. They know no rooms, and no room knows them.
final class Echo {
    static let path = "/echo"

    private let sockets: SocketLoop
    /// What each connection is still owed. While there is something, nothing more is read from it, so its own reading
    /// bounds what waits here.
    private var owed: [ConnectionID: [Packet]] = [:]

    init(sockets: SocketLoop) {
        self.sockets = sockets
    }

    func contains(_ connection: ConnectionID) -> Bool { owed[connection] != nil }

    // Each of these says whether the connection is an echo's, so that nobody else need care.

    func opened(_ connection: ConnectionID, path: String) -> Bool {
        guard path == Self.path else { return false }
        owed[connection] = []
        return true
    }

    func received(_ connection: ConnectionID, _ message: UnsafeRawBufferPointer, isBinary: Bool) -> Bool {
        guard contains(connection) else { return false }
        owed[connection]?.append(
            Packet(count: message.count, isBinary: isBinary) { $0.copyMemory(from: message) })
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
        owed.removeValue(forKey: connection) != nil
    }

    private func send(to connection: ConnectionID) {
        while !sockets.isChoked(connection), let packet = owed[connection]?.first {
            owed[connection]?.removeFirst()
            guard sockets.send(packet, to: connection) == .choked else { continue }
            sockets.stopReading(connection)
        }
    }
}
