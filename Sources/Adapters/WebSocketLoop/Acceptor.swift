import Glibc
import Platform

/// Listens on one address on a thread of its own and passes every accepted socket to a callback.
///
/// A separate thread spreads connections evenly over the loops. It also keeps a flood of connections away from the
/// connected clients. The callback owns the descriptor it gets (close-on-exec); it usually pushes it into a loop's
/// mailbox.
package final class Acceptor: Sendable {
    /// The port in use, also when 0 was asked for.
    package let port: UInt16
    private let listener: Int32
    /// A pipe whose writing end signals the thread to stop.
    private let stopper: (reading: Int32, writing: Int32)
    private let accepted: @Sendable (Int32, ConnectionPermit?) -> Void
    /// Limiter that counts the connections; nil sets no limit.
    private let turnstile: ConnectionLimiter?
    /// Whether sockets speak TLS. A refused client then gets no HTTP answer.
    private let isSecure: Bool
    private let isFull: @Sendable () -> Bool
    private let thread = Locked<pthread_t?>(nil)
    private let isOpen = Locked(true)

    /// How long to leave the listener alone when there is no room or no descriptor for another connection. Peers wait
    /// in the kernel's queue meanwhile.
    private static let pauseMilliseconds: Int32 = 50

    /// Begins to listen and accept.
    ///
    /// - Parameters:
    ///   - host: a name or a numeric address; its first address is taken.
    ///   - port: 0 takes a free one.
    ///   - isFull: asked before each accept, from the acceptor's thread; while true nobody is accepted.
    ///   - accepted: gets each descriptor, on the acceptor's thread, in the order of arrival.
    package convenience init(
        host: String, port: UInt16, isFull: @escaping @Sendable () -> Bool = { false },
        accepted: @escaping @Sendable (Int32) -> Void
    ) throws(SocketLoopError) {
        try self.init(host, port, nil, isSecure: false, isFull: isFull) { descriptor, _ in accepted(descriptor) }
    }

    /// Begins to listen and accept, and lets `turnstile` decide on each connection before any work is done for it.
    ///
    /// - Parameters:
    ///   - isSecure: whether the sockets are for TLS. Otherwise a refused client gets the HTTP answer of the refusal.
    ///   - accepted: gets each descriptor with its ticket, on the acceptor's thread, in the order of arrival.
    package convenience init(
        host: String, port: UInt16, turnstile: ConnectionLimiter, isSecure: Bool,
        accepted: @escaping @Sendable (Int32, ConnectionPermit) -> Void
    ) throws(SocketLoopError) {
        try self.init(host, port, turnstile, isSecure: isSecure, isFull: { false }) { descriptor, ticket in
            guard let ticket else { preconditionFailure("A turnstile gives a ticket to whom it lets in.") }
            accepted(descriptor, ticket)
        }
    }

    private init(
        _ host: String, _ port: UInt16, _ turnstile: ConnectionLimiter?, isSecure: Bool,
        isFull: @escaping @Sendable () -> Bool, accepted: @escaping @Sendable (Int32, ConnectionPermit?) -> Void
    ) throws(SocketLoopError) {
        (listener, self.port) = try ListeningSocket.open(host: host, port: port)
        var ends: [Int32] = [-1, -1]
        let isPiped = pipe(&ends) == 0
        stopper = (ends[0], ends[1])
        self.isFull = isFull
        self.accepted = accepted
        self.turnstile = turnstile
        self.isSecure = isSecure
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

    /// Frees the port and refuses the connections that still wait in the queue, once.
    private func closeAll() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        for descriptor in [listener, stopper.reading, stopper.writing] { _ = Glibc.close(descriptor) }
    }

    fileprivate func run() {
        var farewells = LingeringCloses()
        defer { farewells.end() }
        while true {
            guard !isFull() else {
                if pause() { return }
                continue
            }
            guard let isReady = waitForConnection(farewells.isEmpty ? -1 : Self.pauseMilliseconds) else { return }
            farewells.sweep(atMilliseconds: SocketLoop.now())
            guard isReady else { continue }
            var address = sockaddr_storage()
            let descriptor = PeerAddress.accept(listener, &address)
            if descriptor >= 0 {
                ListeningSocket.closeOnExec(descriptor)
                decide(on: descriptor, from: PeerAddress(address), &farewells)
            } else if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno), pause() {
                return
            }
        }
    }

    private func decide(on descriptor: Int32, from address: PeerAddress, _ farewells: inout LingeringCloses) {
        guard let turnstile else { return accepted(descriptor, nil) }
        let now = SocketLoop.now()
        do {
            accepted(descriptor, try turnstile.enter(from: address, atMilliseconds: now))
        } catch {
            farewells.say(isSecure ? nil : error.response, to: descriptor, atMilliseconds: now)
        }
    }

    /// Whether there is a connection to accept, not later than in so many milliseconds; nil when it is time to stop.
    private func waitForConnection(_ milliseconds: Int32) -> Bool? {
        var sources = [
            pollfd(fd: stopper.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&sources, 2, milliseconds) > 0 else { return false }
        return sources[0].revents != 0 ? nil : sources[1].revents != 0
    }

    /// Waits without looking at the listener; true when it is time to stop.
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
