import Foundation
import RoomStore
import Testing

/// kill -9 at random times: every write that was reported as committed is there, in order and whole.
@Suite struct StoreCrashTests {
    private static let rounds = 20

    @Test func committedWritesSurviveAKill() async throws {
        let folder = try StoreFolder()
        let log = folder.url.appendingPathComponent("safe.log").path
        let seed = UInt64.random(in: .min ... .max)
        var random = Chance(seed: seed)
        for round in 0..<Self.rounds {
            let microseconds = Int.random(in: 2_000...120_000, using: &random)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    path = folder.store as String, log = log as String, microseconds = microseconds as Int,
                    afterAllRooms = !round.isMultiple(of: 2) as Bool
                ] in
                try CrashWriter(path: path, log: log)
                    .write(untilKilledAfter: microseconds, afterAllRooms: afterAllRooms)
            }
            let safe = try CrashWriter.safePositions(log: log)
            let rooms = try folder.reload()
            let found = Dictionary(uniqueKeysWithValues: rooms.map { ($0.name, $0) })
            for (name, position) in safe {
                let room = try #require(found[name], "round \(round), seed \(seed): \(name) is gone")
                let last = max(room.snapshot?.position ?? .start, room.records.last?.position ?? .start)
                #expect(last >= position, "round \(round), seed \(seed): \(name) lost what was safe")
            }
            for room in rooms { try CrashWriter.check(room, "round \(round), seed \(seed)") }
        }
        let safe = try CrashWriter.safePositions(log: log)
        #expect(safe.count == CrashWriter.rooms.count, "every room got something safe before a kill")
    }

    /// A process that is killed early leaves an empty log, or half of its first line.
    @Test(arguments: [("", [:]), ("red", [:]), ("red 7\nred 12\nblue 1", ["red": 12])])
    func onlyWholeLinesOfTheLogCount(text: String, expected: [String: Int64]) throws {
        let folder = try StoreFolder()
        let log = folder.url.appendingPathComponent("safe.log").path
        #expect(try CrashWriter.safePositions(log: log).isEmpty, "no log at all")
        try Data(text.utf8).write(to: URL(fileURLWithPath: log))
        #expect(try CrashWriter.safePositions(log: log) == expected.mapValues { JournalPosition($0) })
    }
}

/// SplitMix64.
struct Chance: RandomNumberGenerator {
    var seed: UInt64

    mutating func next() -> UInt64 {
        seed &+= 0x9E37_79B9_7F4A_7C15
        var mixed = seed
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
