import PagingEngine
import PagingRoom
import Testing

extension EndToEnd {
    /// Offsets, of which only the latest counts.
    @Suite struct OffsetRateTests {
        @Test(arguments: loops) func offsetsComeAtTheRequestedRate(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let hand = try fixture.join("hand", offsets: .none)
                let common = try fixture.join("common", role: .viewer, offsets: .keyframes)
                let frames = try fixture.join("frames", role: .viewer, offsets: .frames)
                try hand.achieve(.dragBegan(DragID(1), viewport: nil))
                let samples = (1...60).map { Request.dragMoved(DragID(1), by: Distance(units: Int64($0) * 700)) }
                try hand.play(samples, everyMilliseconds: 16)
                let end = try hand.achieve(.dragEnded(DragID(1), by: Distance(units: 42_000), velocity: .zero))
                try expectInStep([hand, common, frames], since: end)
                #expect(hand.now.offsets.isEmpty)
                // The machine may be busy, but whatever it does to the hand's time, nobody is told more than each place.
                let (few, all) = (common.now.offsets, frames.now.offsets.filter { $0.by != nil })
                #expect(few.count >= 3 && few.count <= 70)
                #expect(few.contains { $0.velocity != .zero } && all.allSatisfy { $0.velocity == .zero })
                // Late ones are made up for, up to three of them.
                try expectPace(of: all, milliseconds: 16, atLeast: 24, late: 3)
                #expect(frames.now.offsets.contains { $0.by == nil }, "frames of the flight too")
                #expect(common.now.offsets.allSatisfy { $0.by != nil }, "only the hand's")
            }
        }

        /// An offset arrives up to one interval after the drag was at that position.
        private func expectPace(of offsets: [Offset], milliseconds: Int64, atLeast count: Int, late: Int64) throws {
            #expect(offsets.count >= count)
            let (first, last) = (try #require(offsets.first), try #require(offsets.last))
            let span = last.now.milliseconds(since: first.now) + milliseconds
            #expect(Int64(offsets.count) <= span / milliseconds + 1 + late, "at most one every \(milliseconds) ms")
        }
    }
}
