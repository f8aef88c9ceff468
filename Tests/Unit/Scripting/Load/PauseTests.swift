import Foundation
import PagingEngine
import Testing

@testable import Scripting

@Suite struct PauseTests {
    @Test func logarithmsAreRight() {
        for x in [1e-300, 1e-9, 0.1, 0.5, 0.75, 0.999_999, 1, 1.5, 2, 3.7, 1e10] {
            let error = ExponentialTime.logarithm(of: x) - Foundation.log(x)
            #expect(abs(error) <= 4e-16 * max(1, abs(Foundation.log(x))), "ln \(x)")
        }
    }

    /// Mean, and the part above one and three means, of 20,000 times: the bounds are five standard deviations wide.
    @Test func exponentialPausesAreMostlyShort() {
        let pause = Pause(meanMilliseconds: 10_000)
        var source = SplitMix(seed: 1)
        let times = (0..<20_000).map { _ in pause.choose(using: &source) }
        let mean = Double(times.reduce(0, +)) / 20_000
        #expect(abs(mean - 10_000) < 5 * 10_000 / Foundation.sqrt(20_000))
        for (means, part) in [(1.0, 0.3679), (3.0, 0.0498)] {
            let above = Double(times.count { Double($0) > means * 10_000 }) / 20_000
            #expect(abs(above - part) < 5 * Foundation.sqrt(part * (1 - part) / 20_000))
        }
        #expect(times.allSatisfy(pause.milliseconds.contains))
        #expect(pause.milliseconds == 0...200_000)
    }

    @Test func evenPausesStayWithinTheirBounds() {
        var source = SplitMix(seed: 1)
        let times = (0..<1_000).map { _ in Pause(milliseconds: 3...5).choose(using: &source) }
        #expect(Set(times) == [3, 4, 5])
    }

    /// The longest even number a source can give makes the longest time, not an endless one.
    @Test func noPauseIsEndless() {
        struct Extreme: RandomNumberGenerator {
            mutating func next() -> UInt64 { .max }
        }
        var source = Extreme()
        let longest = Pause(meanMilliseconds: 10).choose(using: &source)
        #expect(longest == 200)
    }
}
