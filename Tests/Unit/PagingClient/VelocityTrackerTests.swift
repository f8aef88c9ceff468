import PagingEngine
import Testing

@testable import PagingClient

@Suite struct VelocityTrackerTests {
    private func velocity(_ samples: [(Int64, Int64)], at end: Int64) -> Int64 {
        var motion = VelocityTracker()
        for (time, way) in samples { motion.add(Distance(units: way), at: Instant(milliseconds: time)) }
        return motion.velocity(at: Instant(milliseconds: end)).unitsPerSecond
    }

    @Test func anEvenDragHasItsSpeed() {
        #expect(velocity((0...20).map { ($0 * 10, $0 * 1_000) }, at: 200) == 100_000)
        #expect(velocity((0...20).map { ($0 * 10, -$0 * 1_000) }, at: 200) == -100_000)
    }

    @Test func onlyTheLastTenthOfASecondCounts() {
        let slow = (0...50).map { (Int64($0) * 10, Int64($0)) }
        let quick = (1...10).map { (500 + Int64($0) * 10, 50 + Int64($0) * 2_000) }
        #expect(velocity(slow + quick, at: 600) == 200_000)
    }

    @Test func aRestingDragHasNone() {
        #expect(velocity([(0, 0), (10, 9_000)], at: 111) == 0)
        #expect(velocity([], at: 0) == 0)
        #expect(velocity([(5, 70)], at: 5) == 0)
        #expect(velocity([(0, 0), (20, 5_000)], at: 100) == 50_000, "it has slowed down since")
    }

    @Test func velocitiesAreLimitedToTheWireFormat() {
        #expect(velocity([(0, 0), (0, .max / 4)], at: 0) <= Velocity.bound)
        #expect(velocity([(0, 0), (1, -(1 << 53))], at: 1) >= -Velocity.bound)
        #expect(velocity([(0, 0), (1, 1 << 53)], at: 100) == Velocity.bound)
    }

    @Test func manySamplesAreForgotten() {
        #expect(velocity((0..<100_000).map { ($0 / 1_000, $0) }, at: 100) > 0)
    }
}
