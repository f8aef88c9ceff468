import CWebSockets
import Glibc
import Platform

/// The library's context of one loop, its virtual hosts, and the contexts of TLS.
final class LibraryContext {
    private let events: EventLoop
    private let options: SocketLoop.Options
    private let protocols: UnsafeMutablePointer<lws_protocols>
    private var context: OpaquePointer?
    /// The virtual host of adopted sockets and of plain connections in the client role.
    private var host: OpaquePointer?
    /// The virtual host of secure connections in the client role.
    private var secureClientHost: OpaquePointer?
    /// OpenSSL's context of adopted sockets; it belongs to their virtual host.
    private var serverSecurity: OpaquePointer?
    /// OpenSSL's context of the client role, which outlives the library's context; freed here.
    private var trust: OpaquePointer?

    /// Creating a context loads the library's plug-in for libev; only one thread may do that at a time.
    private static let creation = Locked(())

    init(_ events: EventLoop, _ options: SocketLoop.Options) throws(SocketLoopError) {
        self.events = events
        self.options = options
        let table = riffle_ws_protocols_new(
            options.subprotocol, serveLibrary, options.receiveBufferBytes, Packet.maximumCount)
        guard let table else { throw .unavailable("out of memory for a protocol table") }
        protocols = table
    }

    deinit {
        end()
        riffle_ws_protocols_free(protocols)
    }

    /// Makes the context, once. From here on the library calls the loop; at first it calls `serverSecurityMade`.
    func start(calling loop: SocketLoop) throws(SocketLoopError) {
        let user = Unmanaged.passUnretained(loop).toOpaque()
        LibraryContext.creation.withLock {
            context = riffle_ws_context_new(
                UnsafeMutableRawPointer(events.pointer), protocols, UInt16(options.maximumHeaderBytes),
                UInt32(options.handshakeTimeoutSeconds), user)
            host = context.flatMap(makeHost)
        }
        guard context != nil else {
            throw .unavailable(
                "libwebsockets cannot start on libev: is its libev plug-in installed, are descriptors left?")
        }
        guard host != nil else { throw .unavailable("libwebsockets cannot make a virtual host") }
        precondition(options.identity == nil || serverSecurity != nil, "A secure host has reported its context.")
    }

    private func makeHost(_ context: OpaquePointer) -> OpaquePointer? {
        guard options.identity != nil else {
            return riffle_ws_vhost_new(context, protocols, RIFFLE_WS_PLAIN, nil)
        }
        return riffle_ws_vhost_new(context, protocols, RIFFLE_WS_SECURE_SERVER, trustedAuthorities())
    }

    /// Whether there is a context, between `start` and `end`.
    var isRunning: Bool { host != nil }

    /// Destroys the context with all its connections; the library reports the end of each.
    func end() {
        guard let context else { return }
        (self.context, host, secureClientHost, serverSecurity) = (nil, nil, nil, nil)
        lws_context_destroy(context)
        SSL_CTX_free(trust)
        trust = nil
    }

    // MARK: Connections

    /// Hands an accepted socket to the library; nil when it could not take it and has closed it.
    func adopt(_ descriptor: Int32, as connection: ConnectionID) -> OpaquePointer? {
        guard let host else { return nil }
        return riffle_ws_adopt(host, descriptor, Int(connection.rawValue))
    }

    /// Whether connections to this endpoint can be made. Makes the virtual host of the first secure one.
    func canConnect(to endpoint: Endpoint) -> Bool { clientHost(of: endpoint) != nil }

    /// Begins to connect; nil when that has failed already.
    func connect(to endpoint: Endpoint, _ handshake: ClientHandshake, as connection: ConnectionID) -> OpaquePointer? {
        guard let context, let host = clientHost(of: endpoint) else { return nil }
        let offer = handshake.subprotocols.isEmpty ? nil : handshake.subprotocols.joined(separator: ", ")
        return riffle_ws_connect(
            context, host, endpoint.address ?? endpoint.host, Int32(endpoint.port), endpoint.path, endpoint.hostHeader,
            options.subprotocol, offer, handshake.source, endpoint.isSecure ? 1 : 0, Int(connection.rawValue))
    }

    private func clientHost(of endpoint: Endpoint) -> OpaquePointer? {
        guard endpoint.isSecure else { return host }
        if secureClientHost == nil, let context, let trust = trustedAuthorities() {
            secureClientHost = riffle_ws_vhost_new(context, protocols, RIFFLE_WS_SECURE_CLIENT, trust)
        }
        return secureClientHost
    }

    // MARK: TLS

    /// Makes connections adopted from now on show this certificate, if the options had an identity.
    func use(_ identity: TLSIdentity) {
        guard let serverSecurity else { return }
        identity.use(in: serverSecurity)
    }

    /// The library has made OpenSSL's context of the virtual host that adopted sockets belong to.
    func serverSecurityMade(_ context: OpaquePointer?) {
        guard let context, let identity = options.identity else { return }
        riffle_tls_harden(context)
        identity.use(in: context)
        serverSecurity = context
    }

    /// Authorities that clients of this loop trust; made once, because this may read hundreds of certificates.
    private func trustedAuthorities() -> OpaquePointer? {
        if trust == nil {
            trust = options.authorities.map { $0.makeContext() } ?? TLSAuthorities.makeSystemContext()
        }
        return trust
    }
}

/// The function that the library calls, for every connection and every event. A result other than 0 closes the
/// connection.
private func serveLibrary(
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

/// The events of connections. Others come with objects of the library that have no number.
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
