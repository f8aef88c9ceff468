import Foundation
import Glibc
import Platform
import Testing

@testable import RoomStore

/// Writes numbered records of all sizes without a pause, and a log of the committed ones, until it is killed.
struct CrashWriter {
    static let rooms = ["red", "green", "blue"]
    private static let recordsPerSnapshot: UInt32 = 40

    let path: String
    let log: String

    /// Writes until it kills its own process.
    ///
    /// - Parameter afterAllRooms: whether the time starts when every room has a committed record, and not at once.
    func write(untilKilledAfter microseconds: Int, afterAllRooms: Bool) throws {
        let everyRoomIsSafe = DispatchSemaphore(value: afterAllRooms ? 0 : 1)
        let safeRooms = Locked<Set<String>>([])
        let descriptor = open(log, O_CREAT | O_WRONLY | O_APPEND, 0o600)
        let handedIn = Locked<[(room: String, position: JournalPosition)]>([])
        let store = try RoomStore(path: path) { event in
            guard case .committed(let commit) = event else { return }
            let safe = handedIn.withLock { handedIn in
                let count = handedIn.firstIndex { $0.position > commit.position } ?? handedIn.count
                defer { handedIn.removeFirst(count) }
                return Array(handedIn[..<count])
            }
            let lines = safe.map { "\($0.room) \($0.position.number)\n" }.joined()
            _ = Glibc.write(descriptor, lines, lines.utf8.count)
            let roomCount = safeRooms.withLock { rooms in
                rooms.formUnion(safe.map(\.room))
                return rooms.count
            }
            if roomCount == Self.rooms.count { everyRoomIsSafe.signal() }
        }
        var last: [String: UInt32] = [:]
        for room in try store.load() {
            last[room.name] = (room.records.last ?? room.snapshot).map { Self.number(of: $0.bytes) }
        }
        Thread {
            everyRoomIsSafe.wait()
            usleep(UInt32(microseconds))
            kill(getpid(), SIGKILL)
        }.start()
        while true {
            for room in Self.rooms {
                let number = (last[room] ?? 0) + 1
                let form = number % Self.recordsPerSnapshot == 0 ? RecordForm.whole : .change
                let position = try store.append(room: room, record: Self.record(number), form: form)
                handedIn.withLock { $0.append((room, position)) }
                last[room] = number
            }
            while store.lag.writes > 100 { usleep(100) }
        }
    }

    /// A number, and a body whose length and content follow from it.
    private static func record(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
            + [UInt8](repeating: UInt8(truncatingIfNeeded: number &* 31), count: Int(number &* 977 % 6_000))
    }

    private static func number(of bytes: [UInt8]) -> UInt32 {
        bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Snapshot and records are whole, and their numbers have no gap.
    static func check(_ room: StoredRoom, _ when: String) throws {
        var last = UInt32(0)
        var position = JournalPosition.start
        for (index, found) in ([room.snapshot].compactMap(\.self) + room.records).enumerated() {
            let number = number(of: found.bytes)
            #expect(found.bytes == record(number), "\(when): a record of \(room.name) is not whole")
            let isSnapshot = index == 0 && room.snapshot != nil
            #expect(isSnapshot || number == last + 1, "\(when): \(room.name) goes from \(last) to \(number)")
            #expect(found.position > position, "\(when): \(room.name) is out of order")
            (last, position) = (number, found.position)
        }
        #expect(room.records.count < 3 * recordsPerSnapshot, "\(when): the journal of \(room.name) is not pruned")
    }

    /// Newest committed position of each room, from the whole lines of the log.
    static func safePositions(log: String) throws -> [String: JournalPosition] {
        guard let text = try? String(contentsOfFile: log, encoding: .utf8), let end = text.lastIndex(of: "\n") else {
            return [:]
        }
        var safe: [String: JournalPosition] = [:]
        for line in text[..<end].split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = Int64(words[1]) else { continue }
            safe[String(words[0])] = max(JournalPosition(number), safe[String(words[0])] ?? .start)
        }
        return safe
    }
}
