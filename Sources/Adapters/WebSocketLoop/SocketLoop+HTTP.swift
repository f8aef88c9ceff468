import CWebSockets

extension SocketLoop {
    /// Lets the owner decide on an upgrade, after what the library would drop without a word has been refused in words.
    /// 0 goes on with the handshake, −1 closes after the answer.
    func confirmUpgrade(
        _ connection: ConnectionID, _ wsi: OpaquePointer, to name: UnsafeRawBufferPointer
    ) -> Int32 {
        let request = upgradeRequest(wsi)
        switch decision(on: request, wsi) {
        case .accept:
            requests[connection] = request
            return 0
        case .refuse(let status, let reason):
            refusalCount += 1
            return respond(wsi, HTTPResponse(status: status, text: reason))
        }
    }

    private func decision(on request: UpgradeRequest, _ wsi: OpaquePointer) -> UpgradeDecision {
        guard Self.header(wsi, WSI_TOKEN_GET_URI) != nil else {
            return .refuse(status: 405, reason: "an upgrade is a GET")
        }
        guard Self.header(wsi, WSI_TOKEN_UPGRADE)?.lowercased() == "websocket" else {
            return .refuse(status: 400, reason: "only websocket is spoken here")
        }
        guard Self.header(wsi, WSI_TOKEN_VERSION) == "13" else {
            return .refuse(status: 426, reason: "WebSocket version 13 is required")
        }
        guard request.host != nil, Self.header(wsi, WSI_TOKEN_KEY) != nil,
            Self.list(wsi, WSI_TOKEN_CONNECTION).contains(where: { $0.lowercased() == "upgrade" })
        else { return .refuse(status: 400, reason: "incomplete upgrade request") }
        // The library cannot complete a handshake with another protocol, nor read a list longer than its buffer.
        guard request.subprotocols.isEmpty || request.offersSubprotocol,
            (Self.header(wsi, WSI_TOKEN_PROTOCOL)?.utf8.count ?? 0) < 128
        else { return .refuse(status: 400, reason: "unsupported subprotocol") }
        return delegate?.upgradeRequested(request) ?? .refuse(status: 503, reason: "stopping")
    }

    private func upgradeRequest(_ wsi: OpaquePointer) -> UpgradeRequest {
        let subprotocols = Self.list(wsi, WSI_TOKEN_PROTOCOL)
        var address = [CChar](repeating: 0, count: 64)
        lws_get_peer_simple(wsi, &address, address.count)
        return UpgradeRequest(
            path: Self.header(wsi, WSI_TOKEN_GET_URI) ?? "/", query: Self.query(wsi),
            origin: Self.header(wsi, WSI_TOKEN_ORIGIN), host: Self.header(wsi, WSI_TOKEN_HOST),
            subprotocols: subprotocols, offersSubprotocol: subprotocols.contains(options.subprotocol),
            remoteAddress: Self.text(address.prefix { $0 != 0 }))
    }

    /// Answers a request that asks for no upgrade.
    func answer(_ wsi: OpaquePointer, path: String) -> Int32 {
        guard Self.header(wsi, WSI_TOKEN_GET_URI) != nil else {
            return respond(wsi, HTTPResponse(status: 405, text: "method not allowed"))
        }
        let host = Self.header(wsi, WSI_TOKEN_HOST)
        let response = delegate?.httpRequested(path: path, host: host)
        return respond(wsi, response ?? HTTPResponse(status: 503, text: "stopping"))
    }

    /// Writes the answer and closes: the library sends what the kernel does not take at once before it does.
    private func respond(_ wsi: OpaquePointer, _ response: HTTPResponse) -> Int32 {
        let packet = Packet(response.encoded)
        _ = lws_write(wsi, packet.payload, packet.count, LWS_WRITE_HTTP)
        return -1
    }

    /// The library keeps the arguments apart, each already decoded.
    private static func query(_ wsi: OpaquePointer) -> String {
        var arguments: [String] = []
        while true {
            let position = Int32(arguments.count)
            let length = lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, position)
            guard length > 0 else { break }
            var buffer = [CChar](repeating: 0, count: Int(length) + 1)
            let copied = lws_hdr_copy_fragment(
                wsi, &buffer, Int32(buffer.count), WSI_TOKEN_HTTP_URI_ARGS, position)
            guard copied > 0 else { break }
            arguments.append(text(buffer.prefix(Int(copied))))
        }
        return arguments.joined(separator: "&")
    }

    private static func text(_ characters: ArraySlice<CChar>) -> String {
        characters.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The values of a header that is a list, without the space around them.
    private static func list(_ wsi: OpaquePointer, _ token: lws_token_indexes) -> [String] {
        (header(wsi, token) ?? "").split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
    }

    /// A header's value, the pieces of a repeated one joined; nil when it did not come.
    private static func header(_ wsi: OpaquePointer, _ token: lws_token_indexes) -> String? {
        let length = lws_hdr_total_length(wsi, token)
        guard length > 0 else { return nil }
        // Room for the separators the library puts between pieces, and the terminator.
        var buffer = [CChar](repeating: 0, count: Int(length) * 2 + 2)
        let copied = lws_hdr_copy(wsi, &buffer, Int32(buffer.count), token)
        guard copied > 0 else { return nil }
        return text(buffer.prefix(Int(copied)))
    }
}
