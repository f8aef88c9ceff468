import Foundation
import PagingServer
import SocketLoop

/// One event loop on its own thread.
final class LoopThread: Sendable {
    private let loop: Int
    private let loops: Int
    private let settings: ServerSettings
    private let rooms: [RoomPlan]
    private let memory: RoomMemory?
    private let log: ServerLogger
    private let door: FrontDoor
    private let begun = Handover<Result<Mailbox<LoopOrder>, SocketLoopError>>()
    private let ended = Handover<Void>()

    init(
        loop: Int, loops: Int, settings: ServerSettings, rooms: [RoomPlan], memory: RoomMemory?, log: ServerLogger,
        door: FrontDoor
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
    func begin() throws(SocketLoopError) -> Mailbox<LoopOrder> {
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
                loop: loop, loops: loops, settings: settings, rooms: rooms, line: memory.map { StoreLine($0.store) },
                log: log, door: door)
            begun.give(.success(server.mailbox))
            server.run()
        } catch {
            begun.give(.failure(error))
        }
    }
}
