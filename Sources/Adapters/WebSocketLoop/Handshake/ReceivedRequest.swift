import CWebSockets

/// An HTTP request as the library read it; valid inside the callback that reports it.
struct ReceivedRequest {
    private let wsi: OpaquePointer

    init(_ wsi: OpaquePointer) {
        self.wsi = wsi
    }

    var isGet: Bool { header(WSI_TOKEN_GET_URI) != nil }

    /// The `Host` header as it came, several joined; nil without one.
    var host: String? { header(WSI_TOKEN_HOST) }

    /// The request as a `GET` or `HEAD`; nil for another method.
    func get(path: String) -> HTTPGet? {
        let isHead = header(WSI_TOKEN_HEAD_URI) != nil
        guard isGet || isHead else { return nil }
        return HTTPGet(path: path, host: host, knownTags: header(WSI_TOKEN_HTTP_IF_NONE_MATCH), isHead: isHead)
    }

    /// The request as a `POST`; nil for another method.
    func post(path: String) -> HTTPPost? {
        guard header(WSI_TOKEN_POST_URI) != nil else { return nil }
        return HTTPPost(
            path: path, query: query, host: host, authorization: header(WSI_TOKEN_HTTP_AUTHORIZATION))
    }

    /// - Parameter subprotocol: the loop's own.
    func upgradeRequest(subprotocol: String) -> UpgradeRequest {
        let subprotocols = list(WSI_TOKEN_PROTOCOL)
        return UpgradeRequest(
            path: header(WSI_TOKEN_GET_URI) ?? "/", query: query, origin: origin, host: host,
            subprotocols: subprotocols, offersSubprotocol: subprotocols.contains(subprotocol),
            remoteAddress: peer, isForwarded: isForwarded)
    }

    /// Numeric address of the other side of the connection.
    private var peer: String {
        var address = [CChar](repeating: 0, count: 64)
        lws_get_peer_simple(wsi, &address, address.count)
        return ReceivedRequest.text(address.prefix { $0 != 0 })
    }

    /// The `Origin` header; empty when it came without a value, which no browser does.
    private var origin: String? {
        header(WSI_TOKEN_ORIGIN) ?? (isPresent(WSI_TOKEN_ORIGIN) ? "" : nil)
    }

    /// The addresses that proxies have named, in their order.
    var forwardedFor: String? { header(WSI_TOKEN_X_FORWARDED_FOR) }

    /// Whether a header shows that the request came through a proxy.
    private var isForwarded: Bool {
        let tokens = [WSI_TOKEN_X_FORWARDED_FOR, WSI_TOKEN_HTTP_X_REAL_IP, WSI_TOKEN_HTTP_VIA]
        return tokens.contains(where: isPresent)
            || lws_hdr_custom_length(wsi, "forwarded:", 10) >= 0
    }

    /// Whether a PROXY header of version 1 stands in front of the request. The acceptor removes those of trusted proxies;
    /// the library would pass over any other.
    var hasProxyLine: Bool { isPresent(WSI_TOKEN_PROXY) }

    /// The answer to a request with such a header.
    static let proxyRefusal = HTTPResponse(status: 400, text: "no PROXY header is expected from this address")

    /// The answer to an upgrade that the library would drop without one; nil when the owner may decide.
    func refusal(of request: UpgradeRequest) -> UpgradeDecision? {
        guard isGet else { return .refuse(status: 405, reason: "an upgrade is a GET") }
        guard header(WSI_TOKEN_UPGRADE)?.lowercased() == "websocket" else {
            return .refuse(status: 400, reason: "only websocket is spoken here")
        }
        guard header(WSI_TOKEN_VERSION) == "13" else {
            return .refuse(status: 426, reason: "WebSocket version 13 is required")
        }
        guard request.host != nil, header(WSI_TOKEN_KEY) != nil,
            list(WSI_TOKEN_CONNECTION).contains(where: { $0.lowercased() == "upgrade" })
        else { return .refuse(status: 400, reason: "incomplete upgrade request") }
        // The library cannot complete a handshake with another protocol, nor read a list longer than its buffer.
        guard request.subprotocols.isEmpty || request.offersSubprotocol,
            (header(WSI_TOKEN_PROTOCOL)?.utf8.count ?? 0) < 128
        else { return .refuse(status: 400, reason: "unsupported subprotocol") }
        return nil
    }

    /// Writes the answer. The library sends the rest of it when the kernel has room, then closes.
    ///
    /// - Returns: the callback's result, which closes the connection.
    func respond(_ response: HTTPResponse) -> Int32 {
        let packet = Packet(response.encoded)
        _ = lws_write(wsi, packet.payload, packet.count, LWS_WRITE_HTTP)
        return -1
    }

    /// The arguments after the `?`, which the library keeps apart and decoded.
    private var query: String {
        var arguments: [String] = []
        while true {
            let position = Int32(arguments.count)
            let length = lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, position)
            guard length > 0 else { break }
            var buffer = [CChar](repeating: 0, count: Int(length) + 1)
            let copied = lws_hdr_copy_fragment(
                wsi, &buffer, Int32(buffer.count), WSI_TOKEN_HTTP_URI_ARGS, position)
            guard copied > 0 else { break }
            arguments.append(ReceivedRequest.text(buffer.prefix(Int(copied))))
        }
        return arguments.joined(separator: "&")
    }

    private static func text(_ characters: ArraySlice<CChar>) -> String {
        characters.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The values of a header that is a list, without the space around them.
    private func list(_ token: lws_token_indexes) -> [String] {
        (header(token) ?? "").split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
    }

    /// Whether a header came, also without a value.
    private func isPresent(_ token: lws_token_indexes) -> Bool {
        var buffer: [CChar] = [0, 0]
        return lws_hdr_total_length(wsi, token) > 0 || lws_hdr_copy_fragment(wsi, &buffer, 2, token, 0) == 0
    }

    /// A header's value, the pieces of a repeated one joined; nil when it did not come.
    private func header(_ token: lws_token_indexes) -> String? {
        let length = lws_hdr_total_length(wsi, token)
        guard length > 0 else { return nil }
        // Room for the separators the library puts between pieces, and the terminator.
        var buffer = [CChar](repeating: 0, count: Int(length) * 2 + 2)
        let copied = lws_hdr_copy(wsi, &buffer, Int32(buffer.count), token)
        guard copied > 0 else { return nil }
        return ReceivedRequest.text(buffer.prefix(Int(copied)))
    }
}
