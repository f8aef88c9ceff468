import Foundation
import PagingServer
import Synchronization
import TerminalDevice
import WebSocketLoop

/// A running server: loops on their threads, the acceptor, and the signals of the process.
final class ServerProcess {
    private let acceptor: Acceptor
    private let threads: [LoopThread]
    private let signals: SignalDescriptor
    private let persistence: RoomPersistence?
    let mailboxes: [Mailbox<LoopCommand>]
    /// Counts the connections of all loops.
    let limiter: ConnectionLimiter
    /// HOST:PORT as bound.
    let address: String

    /// The signals that end the process or reload its files. Create it before any thread, those of a store and of token
    /// keys included, so that every thread inherits the block.
    static func signals() throws -> SignalDescriptor { try SignalDescriptor([SIGTERM, SIGINT, SIGHUP]) }

    static var cores: Int { max(1, min(ProcessInfo.processInfo.activeProcessorCount, 64)) }

    init(
        listen: ListenAddress, rooms: [RoomSpec], persistence: RoomPersistence?, loops: Int, settings: ServerSettings,
        signals: SignalDescriptor, log: ServerLogger, access: AccessPolicy
    ) throws {
        self.signals = signals
        signal(SIGPIPE, SIG_IGN)
        var settings = settings
        settings.isClosed = access.keys != nil
        settings.isDurable = persistence != nil
        self.persistence = persistence
        threads = (0..<loops).map { [settings] index in
            LoopThread(
                loop: index, loops: loops, settings: settings, rooms: rooms, persistence: persistence, log: log,
                access: access)
        }
        let mailboxes = try threads.map { try $0.start() }
        self.mailboxes = mailboxes
        for mailbox in mailboxes { mailbox.push(.meet(mailboxes)) }
        persistence?.start(mailboxes)
        let turn = RoundRobin(count: mailboxes.count)
        limiter = ConnectionLimiter(access.limits)
        acceptor = try Acceptor(
            host: listen.host, port: listen.port, turnstile: limiter, isSecure: access.identity != nil
        ) { mailboxes[turn.next()].push(.adopt($0, $1)) }
        address = ListenAddress(host: listen.host, port: acceptor.port).description
    }

    /// Waits until the process is asked to end. SIGHUP reloads the files; without files it ends the process, as the
    /// terminal is gone.
    ///
    /// - Parameter input: a descriptor whose end also ends the wait.
    /// - Returns: whether `input` ended.
    func waitForSignal(renewing files: CredentialFiles, orEndOf input: Int32? = nil, log: ServerLogger) throws -> Bool {
        while true {
            var waits = [signals.descriptor, input ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            while poll(&waits, nfds_t(waits.count), -1) <= 0 {}
            if let input, waits[1].revents != 0, try Descriptor.read(input) == .ended { return true }
            guard waits[0].revents != 0 else { continue }
            let received = try signals.read()
            guard !files.isEmpty, received.allSatisfy({ $0 == SIGHUP }) else { return false }
            if !received.isEmpty { reload(files, log: log) }
        }
    }

    /// Reads secrets and certificate again. A file that cannot be used is logged and its old content stays in use. Open
    /// connections keep their rights and certificate.
    private func reload(_ files: CredentialFiles, log: ServerLogger) {
        if let path = files.secrets {
            do {
                if let keys = try files.readKeys() {
                    keys.warnings.forEach(log.warn)
                    send(.secrets(keys))
                    log.reloaded("secrets", from: path)
                }
            } catch {
                log.notReloaded("secrets", from: path, error)
            }
        }
        guard let certificate = files.certificate else { return }
        do {
            guard let identity = try files.readIdentity() else { return }
            if let warning = identity.warning(about: certificate.certificate) { log.warn(warning) }
            send(.identity(identity))
            log.reloaded("certificate", from: certificate.certificate)
        } catch {
            log.notReloaded("certificate", from: certificate.certificate, error)
        }
    }

    private func send(_ command: LoopCommand) {
        for mailbox in mailboxes { mailbox.push(command) }
    }

    /// Refuses new connections, disconnects all members within this time, and waits for the loops.
    ///
    /// - Throws: when something was not saved; no member was told that it had happened.
    func stop(drainMilliseconds: Int64) throws {
        acceptor.stop()
        send(.stop(drainMilliseconds: drainMilliseconds))
        for thread in threads { thread.join() }
        try persistence?.end()
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
