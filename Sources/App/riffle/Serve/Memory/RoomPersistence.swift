import Dispatch
import Foundation
import JSONCodec
import PagingRoom
import RoomStore
import WebSocketLoop

/// The rooms' memory between a store and the loops: what there was at the start, and what has become safe since.
final class RoomPersistence: Sendable {
    /// A store that holds what this program cannot read.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    let store: RoomStore
    /// The sum of each room's records, by name.
    let rooms: [String: RoomRecord]
    private let news: Mailbox<StoreEvent>
    private let bell: DispatchSemaphore
    private let endings = Mailbox<Void>()
    private let ended = OneShot<Void>()

    /// Milliseconds between looks at a disk that may hang, which nothing else tells of.
    private static let lookMilliseconds = 1_000

    init(path: String) throws {
        let (news, bell) = (Mailbox<StoreEvent>(), DispatchSemaphore(value: 0))
        store = try RoomStore(path: path) { event in
            news.push(event)
            bell.signal()
        }
        (self.news, self.bell) = (news, bell)
        var rooms: [String: RoomRecord] = [:]
        for stored in try store.load() {
            guard let record = try RoomPersistence.sum(of: stored, path: path) else { continue }
            rooms[stored.name] = record
            // What is added up now need not be added up at the next start.
            guard let last = stored.records.last else { continue }
            try store.snapshot(room: stored.name, at: last.position, bytes: record.bytes)
        }
        self.rooms = rooms
    }

    private static func sum(of stored: StoredRoom, path: String) throws(Unreadable) -> RoomRecord? {
        var sum: RoomRecord?
        for stored in [stored.snapshot].compactMap(\.self) + stored.records {
            do {
                let record = try RoomRecord(bytes: stored.bytes)
                if sum == nil { sum = record } else { sum?.add(record) }
            } catch {
                let reason = error.refusal.reason
                throw Unreadable(description: "\(path): record \(stored.position.number): \(reason)")
            }
        }
        guard sum?.isWhole != false else {
            throw Unreadable(description: "\(path): the first records of the room \(stored.name) are missing")
        }
        return sum
    }

    /// From now on tells `loops` what is safe, and how the disk is.
    func begin(_ loops: [Mailbox<LoopCommand>]) {
        let thread = Thread { [self] in
            watch(loops)
            ended.give(())
        }
        thread.name = "memory"
        thread.start()
    }

    /// Saves what waits and lets go of the store. Throws when the disk does not take it.
    func end() throws {
        defer {
            endings.push(())
            bell.signal()
            ended.wait()
        }
        try store.close()
    }

    private func watch(_ loops: [Mailbox<LoopCommand>]) {
        func tell(_ order: LoopCommand) { loops.forEach { $0.push(order) } }
        var seen = StoreHealth.healthy
        while true {
            _ = bell.wait(timeout: .now() + .milliseconds(RoomPersistence.lookMilliseconds))
            for event in news.drain() {
                switch event {
                case .committed(let commit): tell(.committed(commit.position))
                case .failing(let trouble): tell(.storeTrouble(trouble.sentence))
                case .recovered: tell(.storeTrouble(nil))
                }
            }
            if !endings.drain().isEmpty { return }
            let health = store.health
            guard health.sentence != seen.sentence else { continue }
            seen = health
            tell(.storeTrouble(health.sentence))
        }
    }
}
