import CWebSockets
import Glibc
import Platform

/// The connections of one loop, from their first byte to their end.
final class Connections {
    /// How long a peer may take to answer our close frame, or a protocol error, before TCP is dropped.
    private static let closeTimeoutMilliseconds: Int64 = 1_000
    /// How often a choked connection is checked for a peer that has hung up its half.
    private static let chokeCheckMilliseconds: Int64 = 1_000

    private let options: SocketLoop.Options
    private var handshakeMilliseconds: Int64 { Int64(options.handshakeTimeoutSeconds) * 1_000 }
    private let library: LibraryContext
    private let owner: LoopOwner
    /// Nil after the end.
    private var timer: TimerWatcher?
    private var table = ConnectionTable()
    private var handshakes = PendingHandshakes()
    private var deadlines = ConnectionDeadlines()
    private var endings = DeferredEndings()
    /// Peers refused before they had a WebSocket.
    private(set) var refusalCount = 0

    init(_ options: SocketLoop.Options, _ events: EventLoop, _ library: LibraryContext, _ owner: LoopOwner) {
        self.options = options
        self.library = library
        self.owner = owner
        timer = TimerWatcher(events) { [unowned self] in deadlineExpired() }
    }

    /// Destroys the library's context and informs the owner of the end of every connection.
    func end() {
        timer = nil
        library.end()
        for connection in table.connections { forget(connection) }
        deliverFailures()
    }

    var count: Int { table.count }

    /// The place of a connection in this collection, until it ends; nil when it has ended.
    func index(of connection: ConnectionID) -> Int? { table.index(of: connection) }

    subscript(index: Int) -> Connection {
        _read { yield table[index] }
        _modify { yield &table[index] }
    }

    // MARK: Beginning

    /// Closes the socket at once when the loop is full or has ended.
    func adopt(_ descriptor: Int32, _ permit: ConnectionPermit?) {
        guard library.isRunning, table.count < options.maximumConnections || dropOldestHandshake() else {
            _ = Glibc.close(descriptor)
            refusalCount += 1
            return
        }
        TCPSocket.disableNagle(descriptor)
        TCPSocket.limitUnsent(descriptor)
        let connection = table.insert(.adopted(permit: permit))
        addDeadline(.handshake, of: connection, afterMilliseconds: handshakeMilliseconds)
        let wsi = library.adopt(descriptor, as: connection)
        guard let index = table.index(of: connection) else { return }
        if let wsi { table[index].attach(wsi) } else { _ = table.remove(connection) }
    }

    /// Makes room for one connection; false when that is not wanted, or when no handshake is under way.
    private func dropOldestHandshake() -> Bool {
        guard options.replacesOldestHandshake, let oldest = table.oldestHandshake else { return false }
        refusalCount += 1
        abort(oldest, reason: "dropped for a newer connection")
        return true
    }

    func connect(_ endpoint: Endpoint, _ handshake: ClientHandshake) -> ConnectionID {
        let connection = table.insert(.connecting())
        let request = UpgradeRequest(endpoint: endpoint, subprotocols: handshake.subprotocols)
        handshakes.add(request, headerLines: handshake.headerLines, of: connection)
        guard library.canConnect(to: endpoint), table.count <= options.maximumConnections else {
            if let index = table.index(of: connection) { table[index].fail("the loop takes no more connections") }
            forget(connection)
            return connection
        }
        addDeadline(.handshake, of: connection, afterMilliseconds: handshakeMilliseconds)
        let wsi = library.connect(to: endpoint, handshake, as: connection)
        guard let index = table.index(of: connection) else { return connection }
        if let wsi { table[index].attach(wsi) } else { forget(connection) }
        return connection
    }

    /// Writes a connection's additional headers into the request that the library is about to send.
    func addHeaders(of connection: ConnectionID, at place: UnsafeMutableRawPointer?, room: Int) -> Int32 {
        let lines = handshakes.headerLines(of: connection)
        guard let index = table.index(of: connection), !lines.isEmpty else { return 0 }
        guard riffle_ws_append(place, room, lines, lines.count) == 0 else {
            table[index].fail("the headers are too long")
            return -1
        }
        return 0
    }

    /// Lets the owner decide on an upgrade that is well formed. 0 goes on with the handshake.
    func confirmUpgrade(of connection: ConnectionID, _ received: ReceivedRequest) -> Int32 {
        guard !received.hasProxyLine else {
            refusalCount += 1
            return received.respond(ReceivedRequest.proxyRefusal)
        }
        var request = received.upgradeRequest(subprotocol: options.subprotocol)
        do {
            try identifyClient(of: connection, received, &request)
        } catch {
            // The limiter has counted this refusal.
            return received.respond(error.response)
        }
        let decision = received.refusal(of: request) ?? owner.delegate?.upgradeRequested(request)
        switch decision ?? .refuse(status: 503, reason: "stopping") {
        case .accept:
            handshakes.add(request, of: connection)
            return 0
        case .refuse(let status, let reason):
            refusalCount += 1
            return received.respond(HTTPResponse(status: status, text: reason))
        }
    }

    /// Finds the address of the client, also behind trusted proxies, and counts the connection to it.
    private func identifyClient(
        of connection: ConnectionID, _ received: ReceivedRequest, _ request: inout UpgradeRequest
    ) throws(ConnectionLimiter.Refusal) {
        guard let index = table.index(of: connection) else { return }
        let permit = table[index].permit
        if permit?.client != nil { request.isForwarded = true }
        guard !options.proxies.isEmpty, let peer = permit?.client ?? IPAddress(request.remoteAddress) else { return }
        let client = options.proxies.client(of: peer, forwardedFor: received.forwardedFor)
        request.remoteAddress = client.description
        try permit?.attribute(to: PeerAddress(client), atMilliseconds: MonotonicClock.milliseconds)
    }

    /// The handshake is complete.
    func open(_ connection: ConnectionID, _ wsi: OpaquePointer) {
        guard let index = table.index(of: connection), let request = handshakes.remove(connection),
            table[index].isInHandshake
        else { return }
        let descriptor = lws_get_socket_fd(wsi)
        let isClient = table[index].isClient
        if isClient { TCPSocket.disableNagle(descriptor) }
        table[index].open(wsi, writingTo: isClient || lws_is_ssl(wsi) != 0 ? nil : descriptor)
        owner.delegate?.opened(connection, request: request)
    }

    /// The library could not open a client connection, for the reason in `message`.
    func connectFailed(_ connection: ConnectionID, _ wsi: OpaquePointer, message: UnsafeRawBufferPointer) {
        guard let index = table.index(of: connection), table[index].ending == nil else { return }
        let failure = ClientFailure(wsi, message: message)
        table[index].fail(failure.reason, isCertificateRejected: failure.isCertificateRejected)
    }

    // MARK: Ending

    /// Sends a close frame after the messages accepted before.
    func close(_ connection: ConnectionID, code: UInt16, reason: String) {
        guard let index = table.index(of: connection) else { return }
        if table[index].stage == .open {
            beginClosing(connection, at: index, Connection.Ending(code: code, reason: reason))
            endings.close(connection)
        } else if table[index].isInHandshake {
            abort(connection, reason: "closed before the handshake was complete")
        }
    }

    /// Goes on with a close that waited for room.
    func resumeClosing(_ connection: ConnectionID) {
        endings.close(connection)
    }

    /// Ends TCP in the next `settle`; from here on the connection sends and receives nothing.
    func abort(_ connection: ConnectionID, reason: String) {
        guard let index = table.index(of: connection) else { return }
        table[index].beginAbort(reason)
        endings.abort(connection)
    }

    /// The library closes a connection. A close of ours that is under way keeps its code.
    func libraryCloses(_ connection: ConnectionID, _ ending: @autoclosure () -> Connection.Ending?) {
        guard let index = table.index(of: connection) else { return }
        table[index].noteLibraryClosing()
        if table[index].stage == .open { beginClosing(connection, at: index, ending()) }
    }

    /// The library has begun to close a connection itself: for our close, for the end of TCP, or for a violation of the
    /// protocol. With a close frame, the frame is written in the next `settle`.
    func libraryDrops(_ connection: ConnectionID, _ wsi: OpaquePointer) {
        let ending = LibraryConnection.ending(sentBy: wsi)
        libraryCloses(connection, ending)
        if ending != nil { endings.writeCloseFrame(connection) }
    }

    /// Marks a connection as closing, by whichever side, and limits the time it may take.
    private func beginClosing(_ connection: ConnectionID, at index: Int, _ ending: Connection.Ending?) {
        table[index].beginClosing(ending)
        addDeadline(.close, of: connection, afterMilliseconds: Connections.closeTimeoutMilliseconds)
    }

    /// Ends connections, which the library's callbacks do not allow, until none is left.
    func settle() {
        while !endings.isEmpty {
            endings.takeCloses().forEach(startCloseHandshake)
            for connection in endings.takeCloseFrames() {
                if let index = table.index(of: connection) { table[index].wsi.map(LibraryConnection.writeClose) }
            }
            for connection in endings.takeAborts() {
                if let index = table.index(of: connection) { table[index].wsi.map(LibraryConnection.abort) }
            }
            deliverFailures()
        }
    }

    private func startCloseHandshake(_ connection: ConnectionID) {
        guard let index = table.index(of: connection), table[index].stage == .closing, let wsi = table[index].wsi,
            let ending = table[index].ending, let code = ending.code, !table[index].isLibraryClosing
        else { return }
        guard !FrameWriter.isFlushing(wsi), table[index].held == nil else {
            return LibraryConnection.requestWritable(wsi)
        }
        table[index].noteLibraryClosing()
        LibraryConnection.startCloseHandshake(wsi, code: code, reason: ending.reason)
    }

    private func deliverFailures() {
        for failure in endings.takeFailures() {
            if failure.isCertificateRejected {
                owner.delegate?.certificateRejected(failure.connection, reason: failure.reason)
            } else {
                owner.delegate?.connectFailed(failure.connection, reason: failure.reason)
            }
        }
    }

    /// The library's object is gone: frees the slot first, then informs the owner.
    func forget(_ connection: ConnectionID) {
        guard let ended = table.remove(connection) else { return }
        handshakes.remove(connection)
        if ended.wasOpened {
            owner.delegate?.closed(connection, code: ended.ending?.code, reason: ended.ending?.reason ?? "")
        } else if ended.isClient {
            let reason = ended.ending?.reason ?? "the connection ended before the handshake was complete"
            endings.fail(
                .init(connection: connection, reason: reason, isCertificateRejected: ended.isCertificateRejected))
        }
    }

    // MARK: Deadlines

    /// Checks a choked connection from time to time for a peer that has hung up its half.
    func expectRoom(of connection: ConnectionID) {
        addDeadline(.chokeCheck, of: connection, afterMilliseconds: Connections.chokeCheckMilliseconds)
    }

    private func addDeadline(
        _ kind: ConnectionDeadlines.Kind, of connection: ConnectionID, afterMilliseconds milliseconds: Int64
    ) {
        deadlines.add(kind, of: connection, at: MonotonicClock.milliseconds + milliseconds)
        timer?.set(atMilliseconds: deadlines.first)
    }

    private func deadlineExpired() {
        let now = MonotonicClock.milliseconds
        while let due = deadlines.popDue(at: now) { check(due.kind, of: due.connection) }
        timer?.set(atMilliseconds: deadlines.first)
    }

    private func check(_ kind: ConnectionDeadlines.Kind, of connection: ConnectionID) {
        guard let index = table.index(of: connection) else { return }
        switch kind {
        case .handshake where table[index].isInHandshake:
            if !table[index].isClient { refusalCount += 1 }
            abort(connection, reason: "no handshake within \(options.handshakeTimeoutSeconds) s")
        case .close where table[index].stage == .closing: abort(connection, reason: "no answer to the close")
        case .chokeCheck where table[index].isChoked:
            // The library would try to close such a connection forever, as it wants to flush first.
            guard let wsi = table[index].wsi, TCPSocket.hasHungUp(lws_get_socket_fd(wsi)) else {
                return expectRoom(of: connection)
            }
            abort(connection, reason: "the peer hung up")
        default: break
        }
    }
}
