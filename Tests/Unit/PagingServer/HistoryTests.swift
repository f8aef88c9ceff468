import PagingEngine
import PagingRoom
import PagingWire
import Support
import Synchronization
import Testing

@testable import PagingServer

/// Histories are limited in bytes.
@Suite struct HistoryTests {
    private func ring(_ sizes: [Int], byteLimit: Int = 10) -> FrameRing {
        var ring = FrameRing(capacity: 4, byteLimit: byteLimit, after: Sequence(0))
        for (number, size) in sizes.enumerated() { ring.append(Frame(repeating: UInt8(number + 1), count: size)) }
        return ring
    }

    @Test(arguments: [
        ([4, 4], 2, 8), ([4, 4, 4], 2, 8), ([4, 4, 10], 1, 10), ([4, 99], 1, 99), ([99, 4], 1, 4),
        ([1, 1, 1, 1, 1, 1], 4, 4), ([9, 1, 1, 1, 1, 8], 3, 10),
    ])
    func framesAreHeldWithinBothLimits(sizes: [Int], held: Int, bytes: Int) {
        let ring = ring(sizes)
        #expect((ring.count, ring.byteCount) == (held, bytes))
        #expect(ring.last == Sequence(Int64(sizes.count)))
        #expect(ring.frames(after: Sequence(ring.first.number - 1)).map(\.count) == Array(sizes.suffix(held)))
        #expect(!ring.reaches(back: Sequence(ring.first.number - 2)))
    }

    @Test func aTrimmedRingGoesOn() {
        var ring = ring([3, 3, 3])
        ring.trim(to: 3)
        #expect(ring.first == Sequence(3) && ring.byteCount == 3)
        for size in 1...9 { ring.append(Frame(repeating: 0, count: size)) }
        #expect(ring.frames(after: Sequence(11)).map(\.count) == [9])
        #expect(ring.byteCount == 9 && ring.count == 1)
    }

    @Test func aMemberThatMissedMoreBytesGetsASnapshot() throws {
        for (bytes, isThere) in [(1_000, true), (4, false)] {
            var loops = ServerFixture { $0.historyBytes = bytes }
            loops.join(1, on: 0)
            let session = try #require(loops.join(2, on: 1).lazy.compactMap(\.welcome).first?.session)
            loops.close(2, on: 1)
            for page in Int64(0)..<4 { loops.ask(page + 2, .step(.forward, from: PageIndex(page)), from: 1, on: 0) }
            loops.carry()
            let said = loops.join(3, on: 1, session: session, since: 2)
            #expect(said.first?.welcome?.recovered == isThere)
            #expect(said.contains { $0.snapshot != nil } == !isThere)
        }
    }

    /// The newest event of a room stays, however large: the histories of the others make room for it.
    @Test func oneLargeNewestEventLeavesTheLimitOfAllRooms() {
        var loops = ServerFixture(1, controlBytes: 400) {
            $0.creation = .any
            $0.historyBytes = 16
        }
        let limit = loops.settings.historyBytes(ofAllRoomsOnOneOf: 1)
        loops.join(100, on: 0, room: "large")
        loops.ask(2, .lock(true), from: 100, on: 0)
        #expect(loops.cores[0].holdings.homeRingBytes == 400 && loops.cores[0].holdings.mirrorRingBytes == 400)
        for peer in UInt64(1)...20 {
            loops.join(peer, on: 0, room: "room-\(peer)")
            for id in Int64(2)...9 { loops.ask(id, .blank(id % 2 == 0), from: peer, on: 0) }
            let holdings = loops.cores[0].holdings
            #expect(holdings.homeRingBytes <= limit && holdings.mirrorRingBytes <= limit, "\(peer) rooms")
        }
        #expect(loops.cores[0].holdings.homeRingBytes > 490, "no history is trimmed for nothing")
    }

    /// Many loops share the limit, but one room may be as large on each of them as alone.
    @Test(arguments: [(1, 320), (4, 80), (32, 10), (64, 10)])
    func theShareOfALoopHoldsOneFullHistory(loops: Int, bytes: Int) {
        let fixture = ServerFixture(1) { $0.historyBytes = 10 }
        #expect(fixture.settings.historyBytes(ofAllRoomsOnOneOf: loops) == bytes)
    }

    /// A holder that counts how often its ring is read.
    private struct CountedHolder: HistoryHolder {
        final class Reads: Sendable {
            let count = Atomic(0)
        }

        var frames: FrameRing
        let reads: Reads

        var ring: FrameRing {
            reads.count.add(1, ordering: .relaxed)
            return frames
        }

        mutating func halveHistory() { frames.trim(to: frames.byteCount / 2) }
    }

    /// Drags change a room without a new event; they must not cost a look at all rooms.
    @Test func nothingIsSearchedUntilAHistoryGrows() {
        var budget = HistoryBudget(byteLimit: 10)
        var rooms = DenseMap<String, CountedHolder>()
        let reads = CountedHolder.Reads()
        for name in ["a", "b"] {
            rooms[name] = CountedHolder(frames: ring([20], byteLimit: 20), reads: reads)
            budget.add(20)
        }
        #expect(budget.trim(&rooms) == [])
        let searched = reads.count.load(ordering: .relaxed)
        #expect(searched > 0)
        budget.add(0)
        #expect(budget.trim(&rooms) == [] && reads.count.load(ordering: .relaxed) == searched)
        rooms["b"]?.frames = ring([4, 4, 4], byteLimit: 20)
        budget.add(-8)
        #expect(budget.trim(&rooms) == ["b"] && budget.byteCount == 24)
    }

    @Test func allRoomsTogetherAreLimitedToo() {
        var loops = ServerFixture(1) {
            $0.creation = .any
            $0.historyBytes = 16
        }
        let limit = loops.settings.historyBytes(ofAllRoomsOnOneOf: 1)
        #expect(limit == 512)
        for peer in UInt64(1)...100 {
            loops.join(peer, on: 0, room: "room-\(peer)")
            for id in Int64(2)...9 { loops.ask(id, .blank(id % 2 == 0), from: peer, on: 0) }
            let holdings = loops.cores[0].holdings
            #expect(holdings.homeRingBytes <= limit && holdings.mirrorRingBytes <= limit)
        }
        #expect(loops.cores[0].holdings.homeRingBytes > limit / 2)
        for peer in UInt64(1)...100 { loops.close(peer, on: 0) }
        #expect(loops.cores[0].holdings.mirrorRingBytes == 0)
    }
}
