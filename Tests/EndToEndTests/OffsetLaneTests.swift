import PagingEngine
import PagingRoom
import Testing

extension EndToEnd {
    /// The lane on which only the newest counts.
    @Suite struct OffsetLaneTests {
        @Test(arguments: loops) func offsetsComeAsOftenAsAskedFor(loops: Int) throws {
            try Stage.with(loops: loops) { stage in
                let hand = try stage.join("hand", offsets: .none)
                let common = try stage.join("common", role: .viewer, offsets: .keyframes)
                let frames = try stage.join("frames", role: .viewer, offsets: .frames)
                try hand.achieve(.dragBegan(DragID(1), viewport: nil))
                let samples = (1...60).map { Request.dragMoved(DragID(1), by: Distance(units: Int64($0) * 700)) }
                try hand.play(samples, everyMilliseconds: 16)
                let end = try hand.achieve(.dragEnded(DragID(1), by: Distance(units: 42_000), velocity: .zero))
                try expectInStep([hand, common, frames], since: end)
                #expect(hand.now.offsets.isEmpty)
                try expectPace(of: common.now, milliseconds: 32, atLeast: 12)
                // Late ones are made up for, up to three of them.
                try expectPace(of: frames.now, milliseconds: 8, atLeast: 24)
                let times = frames.now.offsets.map(\.now)
                let first = try #require(times.first)
                let last = try #require(times.last)
                #expect(Int64(times.count) <= last.milliseconds(since: first) / 16 + 4)
                #expect(frames.now.offsets.contains { $0.by == nil }, "frames of the flight too")
                #expect(common.now.offsets.allSatisfy { $0.by != nil }, "only the hand's")
            }
        }

        private func expectPace(of seen: Observation, milliseconds: Int64, atLeast count: Int) throws {
            let times = seen.offsets.map(\.now)
            #expect(times.count >= count)
            let gaps = zip(times, times.dropFirst()).map { $1.milliseconds(since: $0) }
            let least = try #require(gaps.min())
            #expect(least >= milliseconds, "at most one every \(milliseconds) ms: \(gaps)")
        }
    }
}
