import CWebSockets
import Glibc

extension SocketLoop {
    /// Closes with a code and a reason: what was accepted before goes out first, then the close frame, and the peer has
    /// a second to answer before TCP is dropped. It no longer receives anything; `closed` follows with this code.
    ///
    /// - Parameter reason: up to 123 bytes of UTF-8 reach the peer.
    package func close(_ connection: ConnectionID, code: UInt16, reason: String) {
        precondition((1_000...4_999).contains(code), "A close code lies between 1000 and 4999.")
        guard let index = table.index(of: connection) else { return }
        switch table[index].stage {
        case .open:
            beginClosing(at: index, ConnectionTable.Ending(code: code, reason: reason), connection)
            closers.append(connection)
        case .handshaking, .connecting:
            drop(connection, reason: "closed before the handshake was complete")
        case .closing, .free:
            break
        }
    }

    /// Ends TCP without a close frame, and without what was not yet sent. `closed` follows, with no code.
    package func cut(_ connection: ConnectionID) {
        drop(connection, reason: "cut")
    }

    /// Ends TCP in the next `settle`; from here on the connection takes and gives nothing.
    func drop(_ connection: ConnectionID, reason: String) {
        guard let index = table.index(of: connection) else { return }
        if table[index].ending == nil { note(reason, for: connection) }
        if table[index].stage == .open { table[index].stage = .closing }
        doomed.append(connection)
    }

    /// Marks a connection as closing, by whichever side, and bounds the time it may take.
    func beginClosing(at index: Int, _ ending: ConnectionTable.Ending?, _ connection: ConnectionID) {
        table[index].stage = .closing
        if table[index].ending == nil { table[index].ending = ending }
        closeDeadlines.append(connection, atMilliseconds: Self.now() + Self.closeTimeoutMilliseconds)
        armDeadlines()
    }

    /// Does what may not be done inside the library's callbacks, until there is none of it left.
    func settle() {
        while !closers.isEmpty || !doomed.isEmpty || !failures.isEmpty {
            let closing = closers
            closers = []
            closing.forEach(startCloseHandshake)
            let ending = doomed
            doomed = []
            ending.forEach(endTransport)
            deliverFailures()
        }
    }

    func deliverFailures() {
        let failed = failures
        failures = []
        for failure in failed {
            if failure.isDistrust {
                delegate?.distrusted(failure.connection, reason: failure.reason)
            } else {
                delegate?.connectFailed(failure.connection, reason: failure.reason)
            }
        }
    }

    private func startCloseHandshake(_ connection: ConnectionID) {
        guard let index = table.index(of: connection), table[index].stage == .closing, let wsi = table[index].wsi,
            let ending = table[index].ending, let code = ending.code, !table[index].isLibraryClosing
        else { return }
        guard lws_partial_buffered(wsi) == 0, table[index].held == nil else {
            lws_callback_on_writable(wsi)
            return
        }
        table[index].isLibraryClosing = true
        var reason = ending.reason
        while reason.utf8.count > 123 { reason.removeLast() }
        let bytes = Array(reason.utf8)
        bytes.withUnsafeBytes { riffle_ws_close_reason(wsi, code, $0.baseAddress, bytes.count) }
        riffle_ws_close_now(wsi)
    }

    private func endTransport(_ connection: ConnectionID) {
        guard let index = table.index(of: connection), let wsi = table[index].wsi else { return }
        // The library would first flush what is buffered; on a dead socket that fails at once.
        shutdown(lws_get_socket_fd(wsi), Int32(SHUT_RDWR))
        riffle_ws_close_now(wsi)
    }

    /// Keeps the reason for `closed` or `connectFailed`.
    func note(_ reason: String, for connection: ConnectionID) {
        guard let index = table.index(of: connection) else { return }
        table[index].ending = ConnectionTable.Ending(code: nil, reason: reason)
    }

    /// The library's object is gone: free the slot first, then tell the owner.
    func forget(_ connection: ConnectionID) {
        guard let slot = table.remove(connection) else { return }
        requests[connection] = nil
        if slot.wasOpened {
            delegate?.closed(connection, code: slot.ending?.code, reason: slot.ending?.reason ?? "")
        } else if slot.isClient {
            let reason = slot.ending?.reason ?? "the connection ended before the handshake was complete"
            failures.append((connection, reason, slot.isDistrusted))
        }
    }
}
