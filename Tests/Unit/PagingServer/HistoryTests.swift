import PagingEngine
import PagingRoom
import PagingWire
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
