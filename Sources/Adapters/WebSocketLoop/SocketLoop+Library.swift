import CWebSockets

/// The one function the library calls, for every connection and every event. A non-zero answer closes the connection.
func serveLibrary(
    _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ object: UnsafeMutableRawPointer?,
    _ input: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    guard let wsi, isWanted(reason), let user = lws_context_user(lws_get_context(wsi)) else { return 0 }
    // The loop outlives its context: it destroys the context in `end`, at the latest in its deinit.
    let loop = Unmanaged<SocketLoop>.fromOpaque(user).takeUnretainedValue()
    guard reason != LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS else {
        loop.serverSecurityMade(OpaquePointer(object))
        return 0
    }
    guard let connection = ConnectionID(rawValue: UInt64(riffle_ws_opaque(wsi))) else { return 0 }
    guard reason != LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER else {
        return loop.addHeaders(of: connection, at: input, room: count)
    }
    return loop.serve(reason, connection, wsi, UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : count))
}

/// The events that concern a connection; others come with objects of the library's own that have no number.
private func isWanted(_ reason: lws_callback_reasons) -> Bool {
    switch reason {
    case LWS_CALLBACK_RECEIVE, LWS_CALLBACK_CLIENT_RECEIVE, LWS_CALLBACK_SERVER_WRITEABLE,
        LWS_CALLBACK_CLIENT_WRITEABLE, LWS_CALLBACK_RECEIVE_PONG, LWS_CALLBACK_CLIENT_RECEIVE_PONG,
        LWS_CALLBACK_ESTABLISHED, LWS_CALLBACK_CLIENT_ESTABLISHED, LWS_CALLBACK_HTTP_CONFIRM_UPGRADE,
        LWS_CALLBACK_HTTP, LWS_CALLBACK_WS_PEER_INITIATED_CLOSE, LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL,
        LWS_CALLBACK_WS_CLIENT_DROP_PROTOCOL, LWS_CALLBACK_CLIENT_CONNECTION_ERROR, LWS_CALLBACK_WSI_DESTROY,
        LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER, LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_RX,
        LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        true
    default: false
    }
}

extension SocketLoop {
    /// Writes the headers of a connection's own into the request the library is about to send.
    fileprivate func addHeaders(of connection: ConnectionID, at place: UnsafeMutableRawPointer?, room: Int) -> Int32 {
        guard let index = table.index(of: connection), let lines = table[index].approach?.headerLines, !lines.isEmpty
        else { return 0 }
        guard riffle_ws_append(place, room, lines, lines.count) == 0 else {
            note("the headers are too long", for: connection)
            return -1
        }
        return 0
    }

    fileprivate func serve(
        _ reason: lws_callback_reasons, _ connection: ConnectionID, _ wsi: OpaquePointer,
        _ input: UnsafeRawBufferPointer
    ) -> Int32 {
        turnWatcher?.noteSocketServed()
        switch reason {
        case LWS_CALLBACK_RECEIVE, LWS_CALLBACK_CLIENT_RECEIVE: receive(input, from: connection, wsi)
        case LWS_CALLBACK_SERVER_WRITEABLE, LWS_CALLBACK_CLIENT_WRITEABLE: becameWritable(connection)
        case LWS_CALLBACK_RECEIVE_PONG, LWS_CALLBACK_CLIENT_RECEIVE_PONG:
            if table.stage(of: connection) == .open { delegate?.receivedPong(connection) }
        case LWS_CALLBACK_ESTABLISHED, LWS_CALLBACK_CLIENT_ESTABLISHED: open(connection, wsi)
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirmUpgrade(connection, wsi, to: input)
        case LWS_CALLBACK_HTTP: return answer(wsi, path: String(decoding: input, as: UTF8.self))
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: peerClosed(connection, payload: input)
        case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL, LWS_CALLBACK_WS_CLIENT_DROP_PROTOCOL:
            libraryClosing(connection, wsi)
        case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: connectionError(connection, wsi, input)
        case LWS_CALLBACK_WSI_DESTROY: forget(connection)
        // A CONNECT request makes the library fall back to raw bytes; there are none here.
        case LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_RX: return -1
        default: break
        }
        return 0
    }

    private func open(_ connection: ConnectionID, _ wsi: OpaquePointer) {
        guard let index = table.index(of: connection), let request = requests.removeValue(forKey: connection),
            table[index].stage == .handshaking || table[index].stage == .connecting
        else { return }
        if table[index].isClient { Self.disableNagle(lws_get_socket_fd(wsi)) }
        table[index].stage = .open
        table[index].approach = nil
        table[index].wsi = wsi
        table[index].wasOpened = true
        if !table[index].isClient, lws_is_ssl(wsi) == 0 { table[index].descriptor = lws_get_socket_fd(wsi) }
        delegate?.opened(connection, request: request)
    }

    /// Joins fragments, and holds a message to the rules: text unless its owner takes binary, and not too long.
    private func receive(_ piece: UnsafeRawBufferPointer, from connection: ConnectionID, _ wsi: OpaquePointer) {
        guard let index = table.index(of: connection), table[index].stage == .open else { return }
        let isBinary = lws_frame_is_binary(wsi) != 0
        guard !isBinary || delegate?.takesBinary(connection) == true else {
            close(connection, code: 1_003, reason: "text messages only")
            return
        }
        let total = table[index].fragments.count + piece.count
        guard total <= options.maximumMessageBytes,
            lws_remaining_packet_payload(wsi) <= options.maximumMessageBytes - total
        else {
            close(connection, code: 1_009, reason: "more than \(options.maximumMessageBytes) bytes")
            return
        }
        guard lws_is_final_fragment(wsi) != 0 else {
            table[index].fragments.append(contentsOf: piece)
            return
        }
        guard !table[index].fragments.isEmpty else {
            deliver(piece, from: connection, isBinary: isBinary)
            return
        }
        var whole: [UInt8] = []
        swap(&whole, &table[index].fragments)
        whole.append(contentsOf: piece)
        // The library does not see a character cut off in front of an empty last fragment.
        guard isBinary || String(validating: whole, as: UTF8.self) != nil else {
            close(connection, code: 1_007, reason: "not UTF-8")
            return
        }
        whole.withUnsafeBytes { deliver($0, from: connection, isBinary: isBinary) }
    }

    private func deliver(_ message: UnsafeRawBufferPointer, from connection: ConnectionID, isBinary: Bool) {
        if isBinary {
            delegate?.received(connection, binary: message)
        } else {
            delegate?.received(connection, text: message)
        }
    }

    /// The peer sent a close frame; the library answers it. A close of our own that is under way keeps its code.
    private func peerClosed(_ connection: ConnectionID, payload: UnsafeRawBufferPointer) {
        guard let index = table.index(of: connection) else { return }
        table[index].isLibraryClosing = true
        guard table[index].stage == .open else { return }
        beginClosing(at: index, Self.ending(payload) ?? .init(code: 1_005, reason: ""), connection)
    }

    /// The library begins to close: for our close, for the end of TCP, or, with a code of its own, for a violation of
    /// the protocol. It then waits five seconds for the peer, which is why the time is bounded here.
    private func libraryClosing(_ connection: ConnectionID, _ wsi: OpaquePointer) {
        guard let index = table.index(of: connection) else { return }
        table[index].isLibraryClosing = true
        guard table[index].stage == .open else { return }
        let payload = UnsafeRawBufferPointer(
            start: lws_get_close_payload(wsi), count: Int(max(0, lws_get_close_length(wsi))))
        beginClosing(at: index, Self.ending(payload), connection)
    }

    private static func ending(_ payload: UnsafeRawBufferPointer) -> ConnectionTable.Ending? {
        guard payload.count >= 2 else { return nil }
        return .init(
            code: UInt16(payload[0]) << 8 | UInt16(payload[1]),
            reason: String(decoding: payload.dropFirst(2), as: UTF8.self))
    }

    private func connectionError(_ connection: ConnectionID, _ wsi: OpaquePointer, _ input: UnsafeRawBufferPointer) {
        guard let index = table.index(of: connection), table[index].ending == nil else { return }
        if let distrust = Self.distrust(wsi) {
            table[index].isDistrusted = true
            return note(distrust, for: connection)
        }
        // Some texts of the library come with their terminator counted in.
        let text = String(decoding: input.prefix { $0 != 0 }, as: UTF8.self)
        let status = lws_http_client_http_response(wsi)
        // What the library says of TLS is the number of an error and no more.
        let reason =
            text.isEmpty ? "the connection failed" : text.contains("SSL err") ? "the TLS handshake failed" : text
        note(status == 0 ? reason : "\(reason) (HTTP \(status))", for: connection)
    }
}
