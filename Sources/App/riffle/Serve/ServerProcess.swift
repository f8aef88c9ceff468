import Foundation
import PagingRoom
import PagingServer
import PagingWire
import TerminalDevice
import WebSocketLoop

/// The parts of a running server: loops on their threads, the acceptor in front, signals behind.
final class ServerProcess {
    private let acceptor: Acceptor
    let mailboxes: [Mailbox<LoopCommand>]
    private let threads: [LoopThread]
    private let signals: SignalDescriptor
    private let memory: RoomPersistence?
    /// Counts the connections of all loops.
    let turnstile: ConnectionLimiter
    /// HOST:PORT as bound.
    let address: String

    /// What asks the process to end, or to read its files anew. Make it before any thread exists, those of a store and a door
    /// included, so that every thread inherits the block.
    static func signals() throws -> SignalDescriptor { try SignalDescriptor([SIGTERM, SIGINT, SIGHUP]) }

    static var cores: Int { max(1, min(ProcessInfo.processInfo.activeProcessorCount, 64)) }

    init(
        listen: ListenAddress, rooms: [RoomSpec], memory: RoomPersistence?, loops: Int,
        adjust: (inout ServerSettings) -> Void = { _ in }, signals: SignalDescriptor, log: ServerLogger,
        door: AccessPolicy
    ) throws {
        self.signals = signals
        signal(SIGPIPE, SIG_IGN)
        var settings = ServerSettings(
            server: "riffle/\(Riffle.version)", epoch: Epoch(Secret.make(bytes: 8)),
            retry: Retry(minimumMilliseconds: 200, maximumMilliseconds: 5_000))
        adjust(&settings)
        settings.isClosed = door.keys != nil
        settings.isDurable = memory != nil
        self.memory = memory
        threads = (0..<loops).map { [settings] index in
            LoopThread(
                loop: index, loops: loops, settings: settings, rooms: rooms, memory: memory, log: log, door: door)
        }
        var mailboxes: [Mailbox<LoopCommand>] = []
        for thread in threads { mailboxes.append(try thread.begin()) }
        self.mailboxes = mailboxes
        for mailbox in mailboxes { mailbox.push(.meet(mailboxes)) }
        memory?.begin(mailboxes)
        let turn = RoundRobin(count: mailboxes.count)
        let boxes = mailboxes
        turnstile = ConnectionLimiter(door.limits)
        acceptor = try Acceptor(
            host: listen.host, port: listen.port, turnstile: turnstile, isSecure: door.identity != nil
        ) { boxes[turn.next()].push(.adopt($0, $1)) }
        address = ListenAddress(host: listen.host, port: acceptor.port).description
    }

    /// Sleeps until the process is asked to end. SIGHUP has the files read anew; where there are none to read it means
    /// what it does to most programs, that the terminal is gone and this is the end.
    ///
    /// With `input` it also ends when nobody holds the other end of that descriptor any more, and says so with true.
    func waitForSignal(renewing files: CredentialFiles, orEndOf input: Int32? = nil, log: ServerLogger) throws -> Bool {
        while true {
            var waits = [signals.descriptor, input ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            while poll(&waits, nfds_t(waits.count), -1) <= 0 {}
            if let input, waits[1].revents != 0, try Descriptor.read(input) == .ended { return true }
            guard waits[0].revents != 0 else { continue }
            let came = try signals.read()
            guard !files.isEmpty, came.allSatisfy({ $0 == SIGHUP }) else { return false }
            if !came.isEmpty { renew(files, log: log) }
        }
    }

    func tellLoops(_ order: LoopCommand) {
        for mailbox in mailboxes { mailbox.push(order) }
    }

    /// Refuses newcomers, sends everybody away within this time, and waits for the loops.
    ///
    /// Throws when something was not saved; nobody was told that it had happened.
    func stop(drainMilliseconds: Int64) throws {
        acceptor.stop()
        for mailbox in mailboxes { mailbox.push(.stop(drainMilliseconds: drainMilliseconds)) }
        for thread in threads { thread.join() }
        try memory?.end()
    }
}
