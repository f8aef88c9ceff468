import CWebSockets

/// WebSockets on one thread: libwebsockets on a libev loop of its own, in the server and the client role at once.
///
/// All calls except those of `Waker` and `Mailbox` stay on the thread that calls `run`. Sockets come in through `adopt`
/// and `connect`; the delegate gets their events. This module handles bytes only, not pages.
package final class SocketLoop {
    package let options: Options
    /// Wakes this loop from other threads.
    package let waker = Waker()

    private let owner: LoopOwner
    private let events: EventLoop
    private let library: LibraryContext
    private let connections: Connections
    private let traffic: MessageTraffic
    /// Whether a message to many connections goes to the kernel in one call.
    package let sendsWithRing: Bool
    /// Reason why `SendMethod.automatic` found no ring.
    package let ringTrouble: SocketLoopError?
    /// Calls in which messages went to many connections.
    var ringCalls: Int { traffic.ringCalls }
    /// Nil after the end.
    private var watchers: LoopWatchers?
    private var hasEnded = false

    /// Makes the loop; call it on the thread that will `run` it. The delegate is not retained.
    package init(options: Options = Options(), delegate: (any SocketLoopDelegate)? = nil) throws(SocketLoopError) {
        precondition((1...65_535).contains(options.maximumHeaderBytes), "Header bytes fit sixteen bits.")
        precondition(options.receiveBufferBytes >= 256, "A receive buffer holds at least a control frame.")
        self.options = options
        LibraryLog.install()
        owner = LoopOwner(delegate)
        events = try EventLoop()
        library = try LibraryContext(events, options)
        connections = Connections(options, events, library, owner)
        let (ring, trouble) = try SendRing.found(for: options.sending, isSecure: options.identity != nil)
        (sendsWithRing, ringTrouble) = (ring != nil, trouble)
        traffic = MessageTraffic(options, ring: ring, connections, owner)
        try library.start(calling: self)
        let actions = LoopWatchers.Actions(
            woken: { [owner] in owner.delegate?.woken() }, settle: { [connections] in connections.settle() },
            timerExpired: { [owner] in owner.delegate?.timerFired() })
        watchers = LoopWatchers(events, waker: waker, actions)
    }

    deinit {
        end()
    }

    /// Serves until `stop`, then ends every connection (each gets its `closed`) and frees everything. Runs once.
    package func run() {
        precondition(!hasEnded, "A socket loop runs once.")
        TimeSlice.shorten()
        events.run()
        end()
    }

    /// Makes `run` return after the current callback. On the loop's thread; elsewhere, wake it and stop in `woken`.
    package func stop() {
        events.stop()
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        waker.detach()
        watchers = nil
        connections.end()
    }

    /// Receiver of the loop's calls; not retained. Set before `run`.
    package var delegate: (any SocketLoopDelegate)? {
        get { owner.delegate }
        set { owner.delegate = newValue }
    }

    /// Connections at this moment, handshakes included.
    package var connectionCount: Int { connections.count }

    /// Peers refused before they had a WebSocket, since the start: because of the limit of connections, a refused upgrade
    /// or the timeout of the handshake. Plain requests do not count.
    package var refusalCount: Int { connections.refusalCount }

    // MARK: Timer, descriptors and certificate

    /// Sets the one timer of this loop to a time of `MonotonicClock`; nil switches it off. Replaces the earlier time.
    package func schedule(atMilliseconds milliseconds: Int64?) {
        watchers?.setTimer(atMilliseconds: milliseconds)
    }

    /// Calls `readable` while `descriptor` has something to read: a terminal, a pipe, a signalfd.
    ///
    /// - Parameter alsoWritable: whether `readable` is also called while the descriptor takes bytes. A later call replaces
    ///   an earlier one.
    package func watch(descriptor: Int32, alsoWritable: Bool = false) {
        watchers?.watch(descriptor: descriptor, alsoWritable: alsoWritable) { [owner] in
            owner.delegate?.readable(descriptor: descriptor)
        }
    }

    /// Ends `watch`. Call it before the descriptor is closed.
    package func unwatch(descriptor: Int32) {
        watchers?.unwatch(descriptor: descriptor)
    }

    /// Connections adopted from now on show this certificate; existing ones keep theirs. Requires options with an
    /// identity: sockets do not change between TLS and plain.
    package func use(_ identity: TLSIdentity) {
        library.use(identity)
    }

    // MARK: Beginning

    /// Takes over an accepted TCP socket, in the server role. Closes it at once when the loop is full or has ended.
    ///
    /// - Parameter permit: the permit from the limiter; kept as long as the connection exists.
    package func adopt(descriptor: Int32, permit: ConnectionPermit? = nil) {
        connections.adopt(descriptor, permit)
    }

    /// Begins to connect in the client role; `opened` or `connectFailed` follows, never from inside this call.
    ///
    /// Looking up a name blocks the loop, unless the endpoint has an address; numeric addresses and `localhost` do not.
    ///
    /// - Parameter handshake: nil offers the loop's own subprotocol and nothing else.
    package func connect(_ endpoint: Endpoint, handshake: ClientHandshake? = nil) -> ConnectionID {
        connections.connect(endpoint, handshake ?? ClientHandshake(subprotocols: [options.subprotocol]))
    }

    /// Marks the handshake of a connection as complete: it no longer counts towards the limit of handshakes.
    package func handshakeCompleted(_ connection: ConnectionID) {
        guard let index = connections.index(of: connection) else { return }
        connections[index].permit?.handshakeCompleted()
    }

    // MARK: Sending and receiving

    /// Sends one message, at once if the kernel takes it.
    ///
    /// `.choked` means the message is accepted and the rest goes out by itself: wait for `writable` before the next.
    /// Sending to a connection that is choked already sends **nothing** and returns `.choked` again (see `isChoked`).
    package func send(_ packet: Packet, to connection: ConnectionID) -> SendOutcome {
        traffic.send(packet, to: connection)
    }

    /// Sends one message to connections that are all different, as `send` does; `choked` gets those that are choked now.
    package func send(_ packet: Packet, to connections: [ConnectionID], choked: (ConnectionID) -> Void) {
        traffic.send(packet, to: connections, choked: choked)
    }

    /// Whether a `writable` will follow, so that sending is pointless for now.
    package func isChoked(_ connection: ConnectionID) -> Bool { traffic.isChoked(connection) }

    /// Whether an accepted message waits for a control frame.
    func isHolding(_ connection: ConnectionID) -> Bool { traffic.isHolding(connection) }

    /// Sends a ping; `receivedPong` follows when the peer is well. A ping never waits behind unsent messages
    /// of ours for longer than they take, and is not sent twice while it waits.
    package func ping(_ connection: ConnectionID) {
        traffic.ping(connection)
    }

    /// Pings connections that are all different, as `ping` does each.
    package func ping(_ connections: [ConnectionID]) {
        traffic.ping(connections)
    }

    /// Stops reading from a connection, so that its peer feels the back pressure. A peer that leaves meanwhile is only
    /// noticed when reading goes on, or by a ping that stays unanswered.
    package func stopReading(_ connection: ConnectionID) {
        traffic.setReading(connection, isOn: false)
    }

    /// Reads on after `stopReading`.
    package func resumeReading(_ connection: ConnectionID) {
        traffic.setReading(connection, isOn: true)
    }

    // MARK: Ending

    /// Closes with a code and a reason: messages accepted before go out first, then the close frame, and the peer has
    /// a second to answer before TCP is dropped. It no longer receives anything; `closed` follows with this code.
    ///
    /// - Parameter reason: up to 123 bytes of UTF-8 reach the peer.
    package func close(_ connection: ConnectionID, code: UInt16, reason: String) {
        precondition((1_000...4_999).contains(code), "A close code lies between 1000 and 4999.")
        connections.close(connection, code: code, reason: reason)
    }

    /// Ends TCP without a close frame and without the unsent messages. `closed` follows, with no code.
    package func abort(_ connection: ConnectionID) {
        connections.abort(connection, reason: "aborted")
    }

    // MARK: Calls of the library

    /// The library has made OpenSSL's context of the virtual host that adopted sockets belong to.
    func serverSecurityMade(_ context: OpaquePointer?) {
        library.serverSecurityMade(context)
    }

    /// Writes a connection's additional headers into the request that the library is about to send.
    func addHeaders(of connection: ConnectionID, at place: UnsafeMutableRawPointer?, room: Int) -> Int32 {
        connections.addHeaders(of: connection, at: place, room: room)
    }

    func serve(
        _ reason: lws_callback_reasons, _ connection: ConnectionID, _ wsi: OpaquePointer,
        _ input: UnsafeRawBufferPointer
    ) -> Int32 {
        watchers?.noteSocketServed()
        switch reason {
        case LWS_CALLBACK_RECEIVE, LWS_CALLBACK_CLIENT_RECEIVE: traffic.receive(input, from: connection, wsi)
        case LWS_CALLBACK_SERVER_WRITEABLE, LWS_CALLBACK_CLIENT_WRITEABLE: traffic.becameWritable(connection)
        case LWS_CALLBACK_RECEIVE_PONG, LWS_CALLBACK_CLIENT_RECEIVE_PONG: traffic.receivedPong(from: connection)
        case LWS_CALLBACK_ESTABLISHED, LWS_CALLBACK_CLIENT_ESTABLISHED: connections.open(connection, wsi)
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return connections.confirmUpgrade(of: connection, ReceivedRequest(wsi))
        case LWS_CALLBACK_HTTP: return answer(ReceivedRequest(wsi), path: String(decoding: input, as: UTF8.self))
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
            let ending = LibraryConnection.ending(of: input)
            connections.libraryCloses(connection, ending ?? Connection.Ending(code: 1_005, reason: ""))
        // The library then waits five seconds for the peer; the deadline is earlier.
        case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL, LWS_CALLBACK_WS_CLIENT_DROP_PROTOCOL:
            connections.libraryDrops(connection, wsi)
        case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: connections.connectFailed(connection, wsi, message: input)
        case LWS_CALLBACK_WSI_DESTROY: connections.forget(connection)
        // A CONNECT request makes the library fall back to raw bytes; there are none here.
        case LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_RX: return -1
        default: break
        }
        return 0
    }

    /// Answers a request that asks for no upgrade.
    private func answer(_ received: ReceivedRequest, path: String) -> Int32 {
        guard !received.hasProxyLine else { return received.respond(ReceivedRequest.proxyRefusal) }
        if let response = received.get(path: path).flatMap({ owner.delegate?.resourceRequested($0) }) {
            return received.respond(response)
        }
        guard received.isGet else {
            let response = received.post(path: path).flatMap { owner.delegate?.httpPosted($0) }
            return received.respond(response ?? HTTPResponse(status: 405, text: "method not allowed"))
        }
        let response = owner.delegate?.httpRequested(path: path, host: received.host)
        return received.respond(response ?? HTTPResponse(status: 503, text: "stopping"))
    }
}
