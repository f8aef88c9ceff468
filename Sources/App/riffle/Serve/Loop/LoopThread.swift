import PagingServer
import Platform
import WebSocketLoop

/// A thread that runs one `ServerLoop`.
final class LoopThread: Sendable {
    private let loop: Int
    private let makeLoop: @Sendable () throws(SocketLoopError) -> ServerLoop
    private let started = OneShot<Result<Mailbox<LoopCommand>, SocketLoopError>>()
    private let ended = OneShot<Void>()

    init(
        loop: Int, loops: Int, settings: ServerSettings, rooms: [RoomSpec], store: LoopJournalWriter.JournalStore?,
        cluster: ClusterLink? = nil, log: ServerLogger, access: AccessPolicy, sending: SendMethod = .automatic
    ) {
        self.loop = loop
        makeLoop = { () throws(SocketLoopError) in
            try ServerLoop(
                loop: loop, loops: loops, settings: settings, rooms: rooms,
                journal: store.map { LoopJournalWriter($0) }, cluster: cluster, log: log, access: access,
                sending: sending)
        }
    }

    /// Starts the thread and returns the mailbox of the loop.
    func start() throws(SocketLoopError) -> Mailbox<LoopCommand> {
        NamedThread.start("loop \(loop)") { [self] in run() }
        return try started.wait().get()
    }

    func join() {
        ended.wait()
    }

    private func run() {
        defer { ended.give(()) }
        do {
            let server = try makeLoop()
            started.give(.success(server.mailbox))
            server.run()
        } catch {
            started.give(.failure(error))
        }
    }
}
