import PagingEngine
import PagingRoom
import PagingServer
import Testing

@testable import ClusterServer

/// The common limit of the histories that the cluster loop keeps.
@Suite struct RingBudgetTests {
    private let settings: ClusterCoreSettings = {
        var settings = ClusterCoreSettings(node: .init(name: "n", formats: 1...1), cluster: Fixture.cluster, loops: 1)
        settings.historyBytes = 100
        return settings
    }()

    private func ring(_ sizes: [Int]) -> FrameRing {
        var ring = FrameRing(capacity: 64, after: Sequence(0))
        for size in sizes { ring.append(Frame(repeating: 1, count: size)) }
        return ring
    }

    @Test func theLargestHistoryIsHalvedUntilAllFit() {
        var budget = RingBudget(settings)
        var large = ring(Array(repeating: 100, count: 30))
        budget.note(ring([200]), of: "small")
        budget.note(large, of: "large")
        #expect(budget.excess == nil, "exactly the limit")
        large.append([1])
        budget.note(large, of: "large")
        #expect(budget.excess == "large")
        large.halve()
        budget.note(large, of: "large")
        #expect(budget.excess == nil)
        #expect(large.byteCount <= 1_501)
        budget.note(ring([1_600, 1]), of: "third")
        #expect(budget.excess == "third")
        budget.note(nil, of: "third")
        #expect(budget.excess == nil)
    }

    /// The newest events of all rooms may be more than the limit.
    @Test func newestEventsStay() {
        var budget = RingBudget(settings)
        for room in 0..<10 { budget.note(ring([900]), of: "\(room)") }
        #expect(budget.excess == nil)
    }

    /// An edge that missed what was removed gets a snapshot.
    @Test func roomsOfAnOwnerShareTheLimit() {
        var bench = ServedBench(historyBytes: 100)
        bench.start()
        let names = (0..<40).map { "room-\($0)" }
        for name in names {
            bench.change { rooms, output in
                rooms.begin(
                    name, ServedBench.epoch, LoadedRoom(record: nil, last: .none, damage: nil), for: [], into: &output)
                rooms.started(name, into: &output)
                rooms.speak(name, into: &output)
            }
            bench.say(.epochChanged(room: name, EpochChange(snapshot: [9], sequence: Sequence(0))))
        }
        for name in names {
            for number in 1...Int64(4) {
                let frames = [Frame(repeating: 1, count: 24)]
                bench.say(.publish(room: name, Publication(first: Sequence(number), frames: frames)))
            }
        }
        bench.take()
        let valid = bench.valid
        for name in names {
            bench.change { rooms, output in
                rooms.since(0, in: name, ServedBench.epoch, from: ServedBench.edge, valid: valid, into: &output)
            }
        }
        let (repaired, snapshots) = (bench.words.count, bench.talk.count { $0.hasPrefix("resync") })
        #expect(repaired + snapshots == 40)
        #expect((1...20).contains(snapshots), "40 × 96 bytes were 640 too many")
    }
}
