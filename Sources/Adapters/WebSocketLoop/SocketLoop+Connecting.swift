import CWebSockets
import Glibc

extension SocketLoop {
    /// Takes over an accepted TCP socket, in the server role. Closes it at once when the loop is full or has ended.
    ///
    /// - Parameter ticket: the permit from the limiter; kept as long as the connection exists.
    package func adopt(descriptor: Int32, ticket: ConnectionPermit? = nil) {
        guard let vhost, table.count < options.maximumConnections else {
            _ = Glibc.close(descriptor)
            refusalCount += 1
            return
        }
        Self.disableNagle(descriptor)
        Self.boundUnsent(descriptor)
        let connection = table.insert(stage: .handshaking)
        if let index = table.index(of: connection) { table[index].ticket = ticket }
        expectHandshake(connection)
        let wsi = riffle_ws_adopt(vhost, descriptor, Int(connection.rawValue))
        guard let index = table.index(of: connection) else { return }
        guard let wsi else {
            _ = table.remove(connection)
            return
        }
        table[index].wsi = wsi
    }

    /// Begins to connect in the client role; `opened` or `connectFailed` follows, never from inside this call.
    ///
    /// Looking up a name blocks the loop; numeric addresses and `localhost` do not.
    ///
    /// - Parameter approach: nil offers the loop's own subprotocol and nothing else.
    package func connect(_ endpoint: Endpoint, approach: ClientHandshake? = nil) -> ConnectionID {
        let connection = table.insert(stage: .connecting)
        if let index = table.index(of: connection) {
            table[index].isClient = true
            table[index].approach = approach
        }
        let subprotocols = approach?.subprotocols ?? [options.subprotocol]
        requests[connection] = UpgradeRequest(endpoint: endpoint, subprotocols: subprotocols)
        guard let context, let host = endpoint.isSecure ? secureClients() : vhost,
            table.count <= options.maximumConnections
        else {
            note("the loop takes no more connections", for: connection)
            forget(connection)
            return connection
        }
        expectHandshake(connection)
        let wsi = riffle_ws_connect(
            context, host, endpoint.host, Int32(endpoint.port), endpoint.path, endpoint.hostHeader,
            options.subprotocol, subprotocols.isEmpty ? nil : subprotocols.joined(separator: ", "), approach?.source,
            endpoint.isSecure ? 1 : 0, Int(connection.rawValue))
        guard let index = table.index(of: connection) else { return connection }
        guard let wsi else {
            forget(connection)
            return connection
        }
        table[index].wsi = wsi
        return connection
    }

    /// Stops reading from a connection, so that its peer feels the back pressure. A peer that leaves meanwhile is only
    /// noticed when reading goes on, or by a ping that stays unanswered.
    package func stopReading(_ connection: ConnectionID) {
        setReading(connection, isOn: false)
    }

    /// Reads on after `stopReading`.
    package func resumeReading(_ connection: ConnectionID) {
        setReading(connection, isOn: true)
    }

    private func setReading(_ connection: ConnectionID, isOn: Bool) {
        guard let index = table.index(of: connection), table[index].stage == .open else { return }
        lws_rx_flow_control(table[index].wsi, isOn ? 1 : 0)
    }

    /// Marks the handshake of a connection as complete: it no longer counts towards the limit of handshakes.
    package func handshakeCompleted(_ connection: ConnectionID) {
        guard let index = table.index(of: connection) else { return }
        table[index].ticket?.handshakeCompleted()
    }

    private func expectHandshake(_ connection: ConnectionID) {
        let timeout = Int64(options.handshakeTimeoutSeconds) * 1_000
        handshakeDeadlines.append(connection, atMilliseconds: Self.now() + timeout)
        armDeadlines()
    }

    /// Bytes the kernel takes beyond what the peer has room for. The kernel by itself would take megabytes. A peer that
    /// stops reading would then cost this memory and would not count as choked. Later it would read minutes of old
    /// positions.
    static let unsentBytes: Int32 = 16_384

    static func boundUnsent(_ descriptor: Int32) {
        var bytes = unsentBytes
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &bytes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Sends small messages at once: page turns need a short delay.
    static func disableNagle(_ descriptor: Int32) {
        var isOn: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }
}

extension UpgradeRequest {
    /// Request of the client role, as its own `opened` shows it.
    init(endpoint: Endpoint, subprotocols: [String]) {
        let parts = endpoint.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        query = parts.count > 1 ? String(parts[1]) : ""
        origin = nil
        host = endpoint.hostHeader
        self.subprotocols = subprotocols
        offersSubprotocol = true
        remoteAddress = endpoint.host
    }
}
