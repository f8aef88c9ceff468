import CEventLoop
import CWebSockets
import Glibc
import Platform

/// WebSockets on one thread: libwebsockets on a libev loop of its own, in the server and the client role at once.
///
/// Everything but `Waker` and `Mailbox` stays on the thread that calls `run`. Sockets come in through `adopt` and
/// `connect`; what happens to them goes out through the delegate. This module handles bytes only, not pages.
package final class SocketLoop {
    /// How long a peer may take to answer our close frame, or a protocol error, before TCP is dropped.
    static let closeTimeoutMilliseconds: Int64 = 1_000
    /// How often a choked connection is checked for a peer that has hung up its half.
    static let chokeCheckMilliseconds: Int64 = 1_000

    package let options: Options
    /// Receiver of the loop's calls; not retained. Set before `run`.
    package weak var delegate: (any SocketLoopDelegate)?

    var table = ConnectionTable()
    /// Requests accepted and not yet opened.
    var requests: [ConnectionID: UpgradeRequest] = [:]
    /// Connections whose close handshake is to begin, whose TCP is to end, and client connections that have failed:
    /// done in `settle`, outside the library's callbacks.
    var closers: [ConnectionID] = []
    var doomed: [ConnectionID] = []
    var failures: [(connection: ConnectionID, reason: String, isDistrust: Bool)] = []

    /// Peers turned away before they had a WebSocket, since the beginning: by the limit of connections, by a refused
    /// upgrade, or because they took too long. One that only asked for a page is none.
    package internal(set) var refusalCount = 0

    var handshakeDeadlines = DeadlineQueue()
    var closeDeadlines = DeadlineQueue()
    var chokeChecks = DeadlineQueue()
    var armedMilliseconds: Int64?
    var scheduledMilliseconds: Int64?
    var descriptorWatchers: [Int32: DescriptorWatcher] = [:]
    /// Where the client role and control frames are written from; grows to the largest message sent.
    var scratch = Packet(count: 256) { $0.initializeMemory(as: UInt8.self, repeating: 0) }

    let events: EventLoop
    private(set) var context: OpaquePointer?
    private(set) var vhost: OpaquePointer?
    let protocols: UnsafeMutablePointer<lws_protocols>
    /// The virtual host of secure connections in the client role.
    var secureClientHost: OpaquePointer?
    /// OpenSSL's context of adopted sockets; it belongs to their virtual host.
    var serverSecurity: OpaquePointer?
    /// OpenSSL's context of the client role; it belongs to us and outlives the library's context.
    var trust: OpaquePointer?
    private var wakeWatcher: WakeWatcher?
    private var prepareWatcher: PrepareWatcher?
    private(set) var turnWatcher: TurnWatcher?
    private(set) var scheduleTimer: TimerWatcher?
    private(set) var deadlineTimer: TimerWatcher?
    private var hasEnded = false

    /// Wakes this loop from other threads.
    package let waker = Waker()

    /// Creating and destroying contexts loads and unloads the library's plug-in; one at a time.
    private static let creation = Locked(0)

    /// Makes the loop; call it on the thread that will `run` it. The delegate is not retained.
    package init(options: Options = Options(), delegate: (any SocketLoopDelegate)? = nil) throws(SocketLoopError) {
        precondition((1...65_535).contains(options.maximumHeaderBytes), "Header bytes fit sixteen bits.")
        precondition(options.receiveBufferBytes >= 256, "A receive buffer holds at least a control frame.")
        self.options = options
        self.delegate = delegate
        LibraryLog.install()
        events = try EventLoop()
        let table = riffle_ws_protocols_new(
            options.subprotocol, serveLibrary, options.receiveBufferBytes, Packet.maximumCount)
        guard let table else { throw .unavailable("out of memory for a protocol table") }
        protocols = table
        try makeContext()
        wakeWatcher = WakeWatcher(loop: events, waker: waker) { [unowned self] in self.delegate?.woken() }
        prepareWatcher = PrepareWatcher(loop: events) { [unowned self] in settle() }
        turnWatcher = TurnWatcher(loop: events)
        scheduleTimer = TimerWatcher(loop: events) { [unowned self] in scheduleExpired() }
        deadlineTimer = TimerWatcher(loop: events) { [unowned self] in deadlinesExpired() }
    }

    private func makeContext() throws(SocketLoopError) {
        let user = Unmanaged.passUnretained(self).toOpaque()
        let (context, vhost) = Self.creation.withLock { _ in
            let context = riffle_ws_context_new(
                UnsafeMutableRawPointer(events.pointer), protocols, UInt16(options.maximumHeaderBytes), user)
            return (context, context.flatMap(makeHost))
        }
        self.context = context
        self.vhost = vhost
        guard context != nil else {
            throw .unavailable(
                "libwebsockets cannot start on libev: is its libev plug-in installed, are descriptors left?")
        }
        guard vhost != nil else { throw .unavailable("libwebsockets cannot make a virtual host") }
        precondition(options.identity == nil || serverSecurity != nil, "A secure host has told of its context.")
    }

    private func makeHost(_ context: OpaquePointer) -> OpaquePointer? {
        guard options.identity != nil else {
            return riffle_ws_vhost_new(context, protocols, RIFFLE_WS_PLAIN, nil)
        }
        return riffle_ws_vhost_new(context, protocols, RIFFLE_WS_SECURE_SERVER, trustedAuthorities())
    }

    deinit {
        end()
        riffle_ws_protocols_free(protocols)
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

    /// Connections at this moment, handshakes included.
    package var connectionCount: Int { table.count }

    /// The monotonic clock of this machine in milliseconds (`CLOCK_MONOTONIC`).
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// The same clock in microseconds, to see how late a timer came.
    package static func nowMicroseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        waker.detach()
        descriptorWatchers = [:]
        wakeWatcher = nil
        prepareWatcher = nil
        turnWatcher = nil
        scheduleTimer = nil
        deadlineTimer = nil
        defer {
            SSL_CTX_free(trust)
            trust = nil
        }
        guard let context else { return }
        vhost = nil
        secureClientHost = nil
        serverSecurity = nil
        self.context = nil
        lws_context_destroy(context)
        for connection in table.connections { forget(connection) }
        deliverFailures()
    }
}
