import Glibc
import Platform

/// Listens on one address on a thread of its own and passes every accepted socket to a callback.
///
/// A separate thread spreads connections evenly over the loops. It also keeps a flood of connections away from the
/// connected clients. The callback owns the descriptor it gets (close-on-exec); it usually pushes it into a loop's
/// mailbox.
package final class Acceptor: Sendable {
    /// The port in use, also after a request for 0.
    package let port: UInt16
    private let listener: Int32
    /// A pipe whose writing end signals the thread to stop.
    private let stopper: (reading: Int32, writing: Int32)
    private let accepted: @Sendable (Int32, ConnectionPermit?) -> Void
    /// Limiter that counts the connections; nil sets no limit.
    private let limiter: ConnectionLimiter?
    /// Whether sockets speak TLS. A refused client then gets no HTTP answer.
    private let isSecure: Bool
    private let proxies: TrustedProxies
    private let thread = Locked<pthread_t?>(nil)
    private let isOpen = Locked(true)

    /// Pause after an accept failed for lack of room or descriptors. Peers wait in the kernel's queue meanwhile.
    private static let pauseMilliseconds: Int32 = 50

    /// Begins to listen and accept.
    ///
    /// - Parameters:
    ///   - host: a name or a numeric address; its first address is taken.
    ///   - port: 0 takes a free one.
    ///   - accepted: gets each descriptor, on the acceptor's thread, in the order of acceptance.
    package convenience init(
        host: String, port: UInt16, accepted: @escaping @Sendable (Int32) -> Void
    ) throws(SocketLoopError) {
        try self.init(host, port, nil, isSecure: false) { descriptor, _ in accepted(descriptor) }
    }

    /// Begins to listen and accept, and lets `limiter` decide on each connection before any work is done for it.
    ///
    /// - Parameters:
    ///   - isSecure: whether the sockets are for TLS. Otherwise a refused client gets the HTTP answer of the refusal.
    ///   - proxies: limits per address do not apply to these addresses, but to those of their clients.
    ///   - accepted: gets each descriptor with its permit, on the acceptor's thread, in the order of acceptance.
    package convenience init(
        host: String, port: UInt16, limiter: ConnectionLimiter, isSecure: Bool,
        proxies: TrustedProxies = TrustedProxies(), accepted: @escaping @Sendable (Int32, ConnectionPermit) -> Void
    ) throws(SocketLoopError) {
        try self.init(host, port, limiter, isSecure: isSecure, proxies) { descriptor, permit in
            guard let permit else { preconditionFailure("A limiter gives a permit to each connection that it admits.") }
            accepted(descriptor, permit)
        }
    }

    private init(
        _ host: String, _ port: UInt16, _ limiter: ConnectionLimiter?, isSecure: Bool,
        _ proxies: TrustedProxies = TrustedProxies(),
        accepted: @escaping @Sendable (Int32, ConnectionPermit?) -> Void
    ) throws(SocketLoopError) {
        (listener, self.port) = try ListeningSocket.open(host: host, port: port)
        var ends: [Int32] = [-1, -1]
        let isPiped = pipe(&ends) == 0
        stopper = (ends[0], ends[1])
        self.accepted = accepted
        self.limiter = limiter
        self.isSecure = isSecure
        self.proxies = proxies
        guard isPiped else { throw .unavailable("no descriptors left for an acceptor") }
        ends.forEach(ListeningSocket.closeOnExec)
        // The thread holds a reference, so the acceptor lives until `stop`.
        var started = pthread_t()
        let status = pthread_create(&started, nil, runAcceptor, Unmanaged.passRetained(self).toOpaque())
        guard status == 0 else {
            Unmanaged.passUnretained(self).release()
            throw .unavailable("no thread for an acceptor: \(String(cString: strerror(status)))")
        }
        thread.withLock { $0 = started }
    }

    deinit {
        closeAll()
    }

    /// Stops accepting and waits for the thread to end; not from the callback. Calling it again does nothing.
    package func stop() {
        let running = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let running else { return }
        _ = write(stopper.writing, [1], 1)
        pthread_join(running, nil)
        closeAll()
    }

    /// Frees the port, which resets the connections that still wait in the queue. Only the first call does something.
    private func closeAll() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        for descriptor in [listener, stopper.reading, stopper.writing] { _ = Glibc.close(descriptor) }
    }

    fileprivate func run() {
        NamedThread.setName("accept \(port)")
        var refused = LingeringCloses()
        var headers = PendingProxyHeaders()
        var reserve = limiter == nil ? nil : ReserveDescriptor()
        defer {
            refused.end()
            headers.end()
            reserve?.end()
        }
        while true {
            let isIdle = refused.isEmpty && headers.isEmpty
            guard let isReady = waitForConnection(isIdle ? -1 : Self.pauseMilliseconds, headers.descriptors) else {
                return
            }
            let now = MonotonicClock.milliseconds
            refused.sweep(atMilliseconds: now)
            for socket in headers.takeReady(atMilliseconds: now) {
                decide(on: socket.descriptor, from: socket.peer, client: socket.client, &refused)
            }
            guard isReady else { continue }
            var peer: IPAddress?
            let descriptor = ListeningSocket.accept(listener, from: &peer)
            if descriptor >= 0 {
                ListeningSocket.closeOnExec(descriptor)
                if proxies.usesProxyProtocol, let peer, proxies.contains(peer) {
                    headers.add(descriptor, from: peer, atMilliseconds: now)
                } else {
                    decide(on: descriptor, from: peer, &refused)
                }
            } else if [EMFILE, ENFILE].contains(errno) {
                let refusal = ConnectionLimiter.Refusal.descriptors
                if reserve?.refuse(from: listener, with: isSecure ? nil : refusal.response) == true {
                    limiter?.note(refusal)
                } else if pause() {
                    return
                }
            } else if [ENOBUFS, ENOMEM].contains(errno), pause() {
                return
            }
        }
    }

    /// - Parameter client: the address in a PROXY header.
    private func decide(
        on descriptor: Int32, from peer: IPAddress?, client: IPAddress? = nil, _ refused: inout LingeringCloses
    ) {
        guard let limiter else { return accepted(descriptor, nil) }
        let now = MonotonicClock.milliseconds
        let address = (client ?? peer).map(PeerAddress.init) ?? PeerAddress.none
        let isProxy = (client ?? peer).map(proxies.contains) ?? false
        do {
            accepted(
                descriptor, try limiter.acquire(from: isProxy ? nil : address, client: client, atMilliseconds: now))
        } catch {
            refused.close(descriptor, after: isSecure ? nil : error.response, atMilliseconds: now)
        }
    }

    /// Waits for a connection to accept or for input of `others`, at most so many milliseconds. Returns nil when the
    /// acceptor must stop.
    private func waitForConnection(_ milliseconds: Int32, _ others: [Int32]) -> Bool? {
        var sources = ([stopper.reading, listener] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&sources, nfds_t(sources.count), milliseconds) > 0 else { return false }
        return sources[0].revents != 0 ? nil : sources[1].revents != 0
    }

    /// Waits without accepting. Returns true when the acceptor must stop.
    private func pause() -> Bool {
        var source = pollfd(fd: stopper.reading, events: Int16(POLLIN), revents: 0)
        return poll(&source, 1, Self.pauseMilliseconds) > 0
    }
}

private func runAcceptor(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Acceptor>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
