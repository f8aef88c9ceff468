import JSONCodec
import PagingRoom
import PagingServer
import Platform
import RoomStore
import WebSocketLoop

/// The rooms of a store: their state at the start, and the commits and disk problems since, which it sends to the loops.
final class RoomPersistence: Sendable {
    let store: RoomStore
    /// The state of each sound room, the sum of its records, by name.
    let rooms: [String: RoomRecord]
    /// The rooms with damaged records. They do not start, and nothing is written for them.
    let damaged: [RestoredRoom]
    private let inbox = Locked(Inbox())
    private let ended = OneShot<Void>()

    /// The time between checks for a disk that hangs, which no event reports.
    private static let checkMilliseconds = LoopBudget.standard.storeHealthSpacingMilliseconds

    /// Input of the thread that informs the loops.
    private struct Inbox {
        var events: [StoreEvent] = []
        var isEnding = false
    }

    init(path: String) throws {
        store = try RoomStore(path: path) { [inbox] event in inbox.change { $0.events.append(event) } }
        var rooms: [String: RoomRecord] = [:]
        var damaged: [RestoredRoom] = []
        for stored in try store.load() {
            let restored = RestoredRoom(stored)
            guard let record = restored.state, restored.damages.isEmpty else {
                damaged.append(restored)
                continue
            }
            rooms[stored.name] = record
            // The next start reads the sum instead of adding up the records again.
            guard !stored.records.isEmpty else { continue }
            _ = try store.append(room: stored.name, record: record.bytes, form: .sum)
        }
        (self.rooms, self.damaged) = (rooms, damaged)
    }

    /// Starts to send commits and disk problems to `loops`.
    func start(_ loops: [Mailbox<LoopCommand>]) {
        NamedThread.start("store events") { [self] in
            watch(loops)
            ended.give(())
        }
    }

    /// Saves pending records and closes the store.
    ///
    /// - Throws: when the disk does not accept them.
    func end() throws {
        defer {
            inbox.change { $0.isEnding = true }
            ended.wait()
        }
        try store.close()
    }

    private func watch(_ loops: [Mailbox<LoopCommand>]) {
        func send(_ command: LoopCommand) { loops.forEach { $0.push(command) } }
        var lastHealth = StoreHealth.healthy
        while true {
            let received = inbox.wait(milliseconds: RoomPersistence.checkMilliseconds) { inbox in
                guard !inbox.events.isEmpty || inbox.isEnding else { return nil as Inbox? }
                defer { inbox.events = [] }
                return inbox
            }
            for event in received?.events ?? [] {
                switch event {
                case .committed(let commit): send(.committed(commit.position))
                case .failing(let trouble): send(.storeTrouble(trouble.sentence))
                case .recovered: send(.storeTrouble(nil))
                }
            }
            if received?.isEnding == true { return }
            let health = store.health
            guard health.sentence != lastHealth.sentence else { continue }
            lastHealth = health
            send(.storeTrouble(health.sentence))
        }
    }
}

extension StoreHealth {
    /// The problem, for members and operators; nil when there is none.
    var sentence: String? {
        switch self {
        case .healthy: nil
        case .failing(let trouble): trouble.sentence
        }
    }
}

extension StoreTrouble {
    /// The description without figures that change, so that one notice is enough.
    fileprivate var sentence: String {
        if case .slow = self { "the disk does not answer" } else { description }
    }
}
