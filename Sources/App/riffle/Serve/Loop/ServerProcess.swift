import FoundationEssentials
import Glibc
import PagingServer
import Platform
import RoomStore
import Synchronization
import TerminalDevice
import Tokens
import WebSocketLoop

/// A running server: loops on their threads, the acceptor, and the signals of the process.
final class ServerProcess {
    /// Part of the drain, at its end, in which no member is disconnected: time for the last ones to answer.
    private static let closeMilliseconds: Int64 = 1_500
    /// A shorter drain would cut members off before they are told.
    private static let leastDrainMilliseconds: Int64 = 500
    /// A drain above the default is visible for so long, or for its whole time.
    private static let visibleMilliseconds: Int64 = 10_000
    /// Time to give all rooms of a node to others, before members are disconnected.
    private static let handOverMilliseconds: Int64 = 5_000
    /// Time to remove the row of a node; without that, others wait for the end of its lease.
    private static let leaveMilliseconds: Int64 = 2_000
    /// How often a draining server looks for a second signal.
    private static let signalMilliseconds: Int64 = 50

    private let acceptor: Acceptor
    private let threads: [LoopThread]
    private let signals: SignalDescriptor
    private let persistence: RoomPersistence?
    /// Nil for a single server.
    let cluster: ClusterThread?
    private let revoked: RevokedTokens
    let mailboxes: [Mailbox<LoopCommand>]
    /// Counts the connections of all loops.
    let limiter: ConnectionLimiter
    /// HOST:PORT as bound.
    let address: String

    /// The store of the rooms; nil without one.
    var store: RoomStore? { persistence?.store }

    /// The signals that end the process or reload its files. Create it before any thread, those of a store and of token
    /// keys included, so that every thread inherits the block.
    static func signals() throws -> SignalDescriptor { try SignalDescriptor([SIGTERM, SIGINT, SIGHUP]) }

    /// Why the process is to end.
    enum End {
        case signal
        /// The parent process is gone.
        case inputEnded
        /// The parent process has ended the talk.
        case talkOver
    }

    static var cores: Int { max(1, min(ProcessInfo.processInfo.activeProcessorCount, 64)) }

    init(
        listen: ListenAddress, rooms: [RoomSpec], persistence: RoomPersistence?, cluster: ClusterThread? = nil,
        loops: Int, settings: ServerSettings, signals: SignalDescriptor, log: ServerLogger, access: AccessPolicy,
        sending: SendMethod = .automatic
    ) throws {
        self.signals = signals
        revoked = access.revoked
        signal(SIGPIPE, SIG_IGN)
        var settings = settings
        // Without secrets too: there a join is a member's unless the client may present (`AccessPolicy`).
        settings.authorizesJoins = true
        settings.hasTokens = access.keys != nil
        settings.isDurable = persistence != nil || cluster != nil
        settings.cluster = cluster.map { _ in ClusterThread.settings() }
        self.persistence = persistence
        self.cluster = cluster
        let store: LoopJournalWriter.JournalStore? =
            if let cluster { cluster.persistence.map { .node($0) } } else { persistence.map { .server($0.store) } }
        threads = (0..<loops).map { [settings] index in
            LoopThread(
                loop: index, loops: loops, settings: settings, rooms: rooms, store: store,
                cluster: cluster?.link(of: index), log: log, access: access, sending: sending)
        }
        let mailboxes = try threads.map { try $0.start() }
        self.mailboxes = mailboxes
        for mailbox in mailboxes { mailbox.push(.meet(mailboxes)) }
        persistence?.start(mailboxes)
        let turn = RoundRobin(count: mailboxes.count)
        limiter = ConnectionLimiter(access.limits)
        acceptor = try Acceptor(
            host: listen.host, port: listen.port, limiter: limiter, isSecure: access.identity != nil,
            proxies: access.proxies
        ) { mailboxes[turn.next()].push(.adopt($0, $1)) }
        address = ListenAddress(host: listen.host, port: acceptor.port).description
        cluster?.start(mailboxes, settings: settings)
    }

    /// Waits until the process is asked to end. SIGHUP reloads the files; without files it ends the process, as the
    /// terminal is gone.
    ///
    /// - Parameter input: a descriptor whose end also ends the wait.
    /// - Returns: the reason of the end.
    func waitForSignal(renewing files: CredentialFiles, orEndOf input: Int32? = nil, log: ServerLogger) throws -> End {
        var refusals = RefusalWatch()
        while true {
            var waits = [signals.descriptor, input ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            while poll(&waits, nfds_t(waits.count), RefusalWatch.milliseconds) <= 0 {
                let fresh = refusals.newRefusals(limiter.refusals)
                if !fresh.isEmpty { log.refused(fresh) }
            }
            if let input, waits[1].revents != 0 {
                switch try Descriptor.read(input) {
                case .ended: return .inputEnded
                // The parent process says anything at all when the talk is over.
                case .bytes: return .talkOver
                case .nothing: break
                }
            }
            guard waits[0].revents != 0 else { continue }
            let received = try signals.read()
            guard !files.isEmpty, received.allSatisfy({ $0 == SIGHUP }) else { return .signal }
            if !received.isEmpty { reload(files, log: log) }
        }
    }

    /// Reads the files again. A file that cannot be used is logged and its old content stays in use. Open connections keep
    /// their rights and certificate, except those with a revoked token.
    private func reload(_ files: CredentialFiles, log: ServerLogger) {
        func renew(_ what: String, from path: String?, _ work: (String) throws -> Void) {
            guard let path else { return }
            do {
                try work(path)
                log.reloaded(what, from: path)
            } catch {
                log.notReloaded(what, from: path, error)
            }
        }
        renew("secrets", from: files.secrets) { _ in
            guard let keys = try files.readKeys() else { return }
            keys.warnings.forEach(log.warn)
            send(.secrets(keys))
        }
        renew("revoked tokens", from: files.revoked) { _ in
            try files.readRevoked(into: revoked)
            send(.endRevoked)
        }
        renew("presenter key", from: files.presenterKey) { path in
            let key = try PresenterKey.read(path)
            if let warning = FileMode.warning(about: path) { log.warn(warning) }
            send(.presenterKey(key))
        }
        renew("certificate", from: files.certificate?.certificate) { path in
            guard let identity = try files.readIdentity() else { return }
            if let warning = identity.warning(about: path) { log.warn(warning) }
            if let key = files.certificate?.key, let warning = FileMode.warning(about: key) { log.warn(warning) }
            send(.identity(identity))
        }
    }

    private func send(_ command: LoopCommand) {
        for mailbox in mailboxes { mailbox.push(command) }
    }

    /// Gives the rooms of a node to other nodes, while its members stay. Returns false after a second signal.
    private func handOver() throws -> Bool {
        guard let drained = cluster?.drain() else { return true }
        let end = MonotonicClock.milliseconds + ServerProcess.handOverMilliseconds
        while drained.wait(milliseconds: ServerProcess.signalMilliseconds) == nil, MonotonicClock.milliseconds < end {
            guard try signals.read().allSatisfy({ $0 == SIGHUP }) else { return false }
        }
        return true
    }

    /// Refuses new members, disconnects all others within this time, and waits for the loops. A node of a cluster gives its
    /// rooms to other nodes before, and leaves the cluster afterwards.
    ///
    /// It goes on listening meanwhile, so that a load balancer gets 503 from `/readyz` on a new connection. The last part
    /// of the time is for members that are slow to answer. A second signal ends the wait.
    ///
    /// - Parameter closesRooms: whether members are told not to return.
    /// - Throws: when something was not saved; no member was told that it had happened.
    func stop(drainMilliseconds: Int64, closesRooms: Bool = false) throws {
        let drainMilliseconds = try handOver() ? drainMilliseconds : 0
        let countdown = DrainCountdown(loops: threads.count)
        let rest = min(drainMilliseconds / 2, ServerProcess.closeMilliseconds)
        let now = MonotonicClock.milliseconds
        let end = now + max(drainMilliseconds, ServerProcess.leastDrainMilliseconds)
        // A drain above the default is for a load balancer: it is visible also when no member is left.
        let isWatched = drainMilliseconds > ServeSettings.standard.drainMilliseconds
        let visibleUntil = isWatched ? now + min(drainMilliseconds, ServerProcess.visibleMilliseconds) : now
        send(.drain(milliseconds: drainMilliseconds - rest, closesRooms: closesRooms, countdown))
        while MonotonicClock.milliseconds < end {
            let isEmpty = countdown.wait(milliseconds: ServerProcess.signalMilliseconds)
            if isEmpty, MonotonicClock.milliseconds >= visibleUntil { break }
            if isEmpty { usleep(UInt32(ServerProcess.signalMilliseconds) * 1_000) }
            guard try signals.read().allSatisfy({ $0 == SIGHUP }) else { break }
        }
        cluster?.leave(milliseconds: ServerProcess.leaveMilliseconds)
        acceptor.stop()
        send(.stop)
        for thread in threads { thread.join() }
        try persistence?.end()
        try cluster?.end()
    }
}

/// The numbers 0 ..< count in turn, for any thread.
private final class RoundRobin: Sendable {
    private let taken = Atomic<Int>(0)
    private let count: Int

    init(count: Int) {
        self.count = count
    }

    func next() -> Int {
        taken.wrappingAdd(1, ordering: .relaxed).oldValue % count
    }
}
