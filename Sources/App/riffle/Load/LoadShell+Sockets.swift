import LoadTesting
import WebSocketLoop

/// What happens to the users' connections.
extension LoadShell {
    func opened(_ connection: ConnectionID, request: UpgradeRequest) {
        if let user = userOf[connection] { tell(.opened(user: user)) }
    }

    func takesBinary(_ connection: ConnectionID) -> Bool { dialect.takesBinary }

    func received(_ connection: ConnectionID, text: UnsafeRawBufferPointer) {
        receive(text, from: connection, isBinary: false)
    }

    func received(_ connection: ConnectionID, binary: UnsafeRawBufferPointer) {
        receive(binary, from: connection, isBinary: true)
    }

    @specialized(where Machine == RoomLoad, Dialect == RoomDialect)
    @specialized(where Machine == PlainLoad, Dialect == PlainDialect)
    private func receive(_ bytes: UnsafeRawBufferPointer, from connection: ConnectionID, isBinary: Bool) {
        guard let user = userOf[connection] else { return }
        let reading = dialect.read(bytes, isBinary: isBinary)
        tell(.received(user: user, reading.messages, bytes: bytes.count))
        if let fault = reading.fault { tell(.unreadable(user: user, fault)) }
    }

    func writable(_ connection: ConnectionID) {
        guard let user = userOf[connection], var line = lines[user] else { return }
        var sent = 0
        while sent < line.waiting.count, !sockets.isChoked(connection) {
            hand(line.waiting[sent], to: connection)
            sent += 1
        }
        line.waiting.removeFirst(sent)
        lines[user] = line
        if line.waiting.isEmpty, !sockets.isChoked(connection) { tell(.writable(user: user)) }
    }

    func closed(_ connection: ConnectionID, code: UInt16?, reason: String) {
        lose(connection) { .closed(user: $0, code: code, reason: reason) }
    }

    func connectFailed(_ connection: ConnectionID, reason: String) {
        lose(connection) { .failed(user: $0, reason: reason) }
    }

    func distrusted(_ connection: ConnectionID, reason: String) {
        lose(connection) { .distrusted(user: $0, reason: reason) }
    }

    private func lose(_ connection: ConnectionID, _ event: (Int) -> LoadEvent<Machine.Inbound>) {
        if let user = userOf[connection] {
            _ = release(user)
            tell(event(user))
        }
        endIfEmpty()
    }
}
