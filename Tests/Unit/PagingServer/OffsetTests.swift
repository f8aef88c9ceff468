import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// The lane on which only the newest counts.
@Suite struct OffsetTests {
    /// Ann (peer 1) drags on loop 0; peers 2, 3, 4 on loop 1 want frames, keyframes, nothing.
    private func scene() -> ServerFixture {
        var loops = ServerFixture()
        loops.join(1, on: 0, role: .member)
        for (peer, offsets) in [(UInt64(2), Join.Offsets.frames), (3, .keyframes), (4, .none)] {
            loops.join(peer, on: 1, offsets: offsets, role: .member)
        }
        loops.milliseconds = 1_000
        loops.ask(2, .dragBegan(DragID(1), viewport: nil), from: 1, on: 0)
        loops.carry()
        return loops
    }

    private func move(_ loops: inout ServerFixture, to way: Int64, at milliseconds: Int64) {
        loops.milliseconds = milliseconds
        loops.ask(nil, .dragMoved(DragID(1), by: Distance(units: way)), from: 1, on: 0)
    }

    private func positions(_ messages: [ServerMessage]) -> [Int64] {
        messages.compactMap { if case .offset(let offset) = $0 { offset.position.units } else { nil } }
    }

    @Test func membersGetTheOffsetsTheyAskedFor() {
        var loops = scene()
        var heard: [UInt64: [Int64]] = [:]
        for step in Int64(1)...6 {
            move(&loops, to: step * 1_000 + (step < 5 ? 0 : 4_000), at: 1_000 + step * 16)
            loops.carry()
            for peer in UInt64(2)...4 { heard[peer, default: []] += positions(loops.said(to: peer, on: 1)) }
        }
        #expect(heard[2] == [1_000, 2_000, 3_000, 4_000, 9_000, 10_000])
        #expect(heard[3] == [1_000, 9_000, 10_000], "what cannot be foreseen")
        #expect(heard[4] == [])
    }

    @Test func framesOfAnAnimationAreForFramesOnly() {
        var loops = scene()
        loops.milliseconds = 1_020
        let end = Request.dragEnded(DragID(1), by: Distance(units: 40_000), velocity: .zero)
        loops.ask(3, end, from: 1, on: 0)
        loops.carry()
        #expect(loops.said(to: 2, on: 1).words == ["6", "7", "8", "offset 8"])
        #expect(loops.said(to: 3, on: 1).words == ["6", "7", "8"], "at the same place, but without the frame")
        #expect(loops.said(to: 4, on: 1).words == ["6", "7", "8"])
        var heard: [UInt64: Int] = [:]
        for moment in Int64(1_021)...1_300 {
            loops.tick(at: moment)
            loops.carry()
            for peer in UInt64(2)...4 {
                heard[peer, default: 0] += positions(loops.said(to: peer, on: 1)).count
            }
        }
        #expect(heard == [2: 6, 3: 0, 4: 0])
    }

    @Test func theNewestWins() {
        var loops = scene()
        loops.handle(.choked(PeerID(3)), on: 1)
        for step in Int64(1)...20 {
            move(&loops, to: step * 1_000, at: 1_000 + step * 32)
            loops.carry()
        }
        loops.handle(.writable(PeerID(3)), on: 1)
        #expect(positions(loops.said(to: 3, on: 1)) == [20_000])
    }

    /// An offset waits for a choked reader. An event without a place comes, and then an offset for readers of frames
    /// that readers of keyframes foresee. The last offset stands for both.
    @Test func anOffsetForOthersReplacesAMissedOne() {
        var loops = scene()
        loops.handle(.choked(PeerID(3)), on: 1)
        for step in Int64(1)...3 { move(&loops, to: step * 1_000, at: 1_000 + step * 16) }
        loops.carry()
        loops.join(5, on: 1, role: .member)
        move(&loops, to: 4_000, at: 1_064)
        loops.carry()
        loops.handle(.writable(PeerID(3)), on: 1)
        let said = loops.said(to: 3, on: 1)
        #expect(said.words == ["6", "offset 6"])
        guard case .offset(let offset)? = said.last else { return }
        #expect(offset.position.units == 4_000 && offset.velocity.unitsPerSecond == 62_500)
    }

    @Test func anOffsetFollowsItsEventAndNeverALaterOne() {
        var loops = scene()
        loops.handle(.choked(PeerID(3)), on: 1)
        move(&loops, to: 1_000, at: 1_050)
        loops.join(5, on: 1, role: .member)
        move(&loops, to: 2_000, at: 1_100)
        loops.carry()
        loops.join(6, on: 1, role: .member)
        loops.handle(.writable(PeerID(3)), on: 1)
        #expect(loops.said(to: 3, on: 1).words == ["6", "offset 6", "7"])
    }

    @Test func anOffsetOvertakenByEventsIsDropped() {
        var loops = scene()
        loops.handle(.choked(PeerID(3)), on: 1)
        move(&loops, to: 1_000, at: 1_050)
        loops.carry()
        loops.milliseconds = 1_060
        loops.ask(3, .dragCancelled(DragID(1)), from: 1, on: 0)
        loops.carry()
        loops.handle(.writable(PeerID(3)), on: 1)
        #expect(loops.said(to: 3, on: 1).words == ["offset 5", "6", "7"], "before the events it is still true")
        loops.join(7, on: 1, role: .member)
        #expect(loops.said(to: 3, on: 1).words == ["8"])
    }

    /// The new member's snapshot is newer than the last offset.
    @Test func aNewMemberGetsNoOlderOffset() {
        var loops = scene()
        move(&loops, to: 1_000, at: 1_050)
        loops.carry()
        move(&loops, to: 2_000, at: 1_060)
        loops.carry()
        let said = loops.join(8, on: 1, role: .member)
        #expect(said.words == ["welcome", "snapshot 6"])
        #expect(said.last?.snapshot?.replica.position.units == 2_000)
        loops.send(.ping(RequestID(2)), from: 8, on: 1)
        #expect(loops.said(to: 8, on: 1).words == ["pong 2"])
    }

    /// Events alone do not show the position of a drag that does not move.
    @Test func aMemberThatResumesInADragGetsItsOffset() {
        var loops = scene()
        let session = loops.table.messages.compactMap(\.welcome).last { $0.member.number == 3 }?.session
        loops.close(3, on: 1)
        loops.carry()
        move(&loops, to: 1_000, at: 1_050)
        move(&loops, to: 2_000, at: 1_100)
        loops.carry()
        let said = loops.join(9, on: 1, role: .member, session: session, since: 5)
        #expect(said.words == ["recovered", "6", "7", "offset 7"])
        #expect(positions(said) == [2_000])
    }

    @Test func framesAreEncodedOnlyWhileAMemberWantsThem() {
        var loops = scene()
        loops.close(2, on: 1)
        loops.carry()
        loops.milliseconds = 1_020
        loops.ask(3, .dragEnded(DragID(1), by: Distance(units: 40_000), velocity: .zero), from: 1, on: 0)
        let before = loops.table.messages.count
        loops.tick(at: 1_060)
        #expect(loops.table.messages.count == before)
    }
}
