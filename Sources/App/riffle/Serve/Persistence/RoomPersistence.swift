import Dispatch
import Foundation
import JSONCodec
import PagingRoom
import PagingServer
import RoomStore
import WebSocketLoop

/// The rooms of a store: their state at the start, and the commits and disk problems since, which it sends to the loops.
final class RoomPersistence: Sendable {
    let store: RoomStore
    /// The state of each room, the sum of its records, by name.
    let rooms: [String: RoomRecord]
    private let events: Mailbox<StoreEvent>
    private let wake: DispatchSemaphore
    private let stops = Mailbox<Void>()
    private let ended = OneShot<Void>()

    /// The time between checks for a disk that hangs, which no event reports.
    private static let checkMilliseconds = Int(LoopBudget.standard.storeHealthSpacingMilliseconds)

    init(path: String) throws {
        let (events, wake) = (Mailbox<StoreEvent>(), DispatchSemaphore(value: 0))
        store = try RoomStore(path: path) { event in
            events.push(event)
            wake.signal()
        }
        (self.events, self.wake) = (events, wake)
        var rooms: [String: RoomRecord] = [:]
        for stored in try store.load() {
            guard let record = try RoomPersistence.sum(of: stored, path: path) else { continue }
            rooms[stored.name] = record
            // The next start reads the snapshot instead of adding up the records again.
            guard let last = stored.records.last else { continue }
            try store.snapshot(room: stored.name, at: last.position, bytes: record.bytes)
        }
        self.rooms = rooms
    }

    private static func sum(of stored: StoredRoom, path: String) throws(FileError) -> RoomRecord? {
        var sum: RoomRecord?
        for stored in [stored.snapshot].compactMap(\.self) + stored.records {
            do {
                let record = try RoomRecord(bytes: stored.bytes)
                if sum == nil { sum = record } else { sum?.add(record) }
            } catch {
                throw FileError(path, "record \(stored.position.number): \(error.refusal.reason)")
            }
        }
        guard sum?.isWhole != false else {
            throw FileError(path, "the first records of the room \(stored.name) are missing")
        }
        return sum
    }

    /// Starts to send commits and disk problems to `loops`.
    func start(_ loops: [Mailbox<LoopCommand>]) {
        let thread = Thread { [self] in
            watch(loops)
            ended.give(())
        }
        thread.name = "memory"
        thread.start()
    }

    /// Saves pending records and closes the store.
    ///
    /// - Throws: when the disk does not accept them.
    func end() throws {
        defer {
            stops.push(())
            wake.signal()
            ended.wait()
        }
        try store.close()
    }

    private func watch(_ loops: [Mailbox<LoopCommand>]) {
        func send(_ command: LoopCommand) { loops.forEach { $0.push(command) } }
        var lastHealth = StoreHealth.healthy
        while true {
            _ = wake.wait(timeout: .now() + .milliseconds(RoomPersistence.checkMilliseconds))
            for event in events.drain() {
                switch event {
                case .committed(let commit): send(.committed(commit.position))
                case .failing(let trouble): send(.storeTrouble(trouble.sentence))
                case .recovered: send(.storeTrouble(nil))
                }
            }
            if !stops.drain().isEmpty { return }
            let health = store.health
            guard health.sentence != lastHealth.sentence else { continue }
            lastHealth = health
            send(.storeTrouble(health.sentence))
        }
    }
}

extension StoreHealth {
    /// The problem, for the members of all rooms; nil when there is none.
    fileprivate var sentence: String? {
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
