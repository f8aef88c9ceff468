/// The upgrade requests of connections that are not open yet.
struct PendingHandshakes {
    private struct Pending {
        let request: UpgradeRequest
        /// Header lines of the client role, in addition to the handshake's own.
        let headerLines: [UInt8]
    }

    private var pending: [ConnectionID: Pending] = [:]

    mutating func add(_ request: UpgradeRequest, headerLines: [UInt8] = [], of connection: ConnectionID) {
        pending[connection] = Pending(request: request, headerLines: headerLines)
    }

    /// Lines to add to the client's request, each with its line end.
    func headerLines(of connection: ConnectionID) -> [UInt8] { pending[connection]?.headerLines ?? [] }

    /// Removes and returns the request when the connection opens or ends.
    @discardableResult
    mutating func remove(_ connection: ConnectionID) -> UpgradeRequest? {
        pending.removeValue(forKey: connection)?.request
    }
}
