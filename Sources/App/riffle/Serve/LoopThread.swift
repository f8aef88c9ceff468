import Foundation
import PagingServer
import WebSocketLoop

/// One event loop on its own thread.
final class LoopThread: Sendable {
    private let loop: Int
    private let loops: Int
    private let settings: ServerSettings
    private let rooms: [RoomSpec]
    private let memory: RoomPersistence?
    private let log: ServerLogger
    private let door: AccessPolicy
    private let begun = OneShot<Result<Mailbox<LoopCommand>, SocketLoopError>>()
    private let ended = OneShot<Void>()

    init(
        loop: Int, loops: Int, settings: ServerSettings, rooms: [RoomSpec], memory: RoomPersistence?, log: ServerLogger,
        door: AccessPolicy
    ) {
        self.door = door
        self.loop = loop
        self.loops = loops
        self.settings = settings
        self.rooms = rooms
        self.memory = memory
        self.log = log
    }

    /// Starts the thread and returns its mailbox once the loop stands.
    func begin() throws(SocketLoopError) -> Mailbox<LoopCommand> {
        let thread = Thread { [self] in run() }
        thread.name = "loop \(loop)"
        thread.start()
        return try begun.wait().get()
    }

    func join() {
        ended.wait()
    }

    private func run() {
        defer { ended.give(()) }
        do {
            let server = try ServerLoop(
                loop: loop, loops: loops, settings: settings, rooms: rooms,
                line: memory.map { LoopJournalWriter($0.store) },
                log: log, door: door)
            begun.give(.success(server.mailbox))
            server.run()
        } catch {
            begun.give(.failure(error))
        }
    }
}
