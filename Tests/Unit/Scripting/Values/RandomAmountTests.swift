import Foundation
import Support
import Testing

@testable import Scripting

@Suite struct RandomAmountTests {
    private func moments(_ amount: RandomAmount) -> (mean: Double, deviation: Double, least: Int64) {
        var source = SeedStream(seed: 5)
        let chosen = (0..<40_000).map { _ in amount.choose(using: &source) }
        let mean = chosen.reduce(0.0) { $0 + Double($1) } / Double(chosen.count)
        let variance = chosen.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(chosen.count)
        return (mean, variance.squareRoot(), chosen.min() ?? 0)
    }

    /// The standard error of a mean of 40,000 is 1/200 of the deviation.
    @Test(arguments: [
        (RandomAmount.normal(mean: 2_000, deviation: 300), 2_000.0, 300.0),
        (RandomAmount.lognormal(mean: 2_000, deviation: 1_000), 2_000, 1_000),
        (RandomAmount.exponential(mean: 2_000), 2_000, 2_000), (RandomAmount.uniform(1_000...3_000), 2_000, 577.4),
    ])
    func amountsHaveTheirMeanAndDeviation(amount: RandomAmount, mean: Double, deviation: Double) {
        let found = moments(amount)
        #expect(abs(found.mean - mean) < deviation / 40)
        #expect(abs(found.deviation - deviation) < deviation / 12)
        #expect(found.least >= 0)
    }

    /// Half of a log-normal distribution lies below its median, mean ÷ √(1 + (deviation ÷ mean)²).
    @Test func lognormalAmountsHaveTheirMedian() {
        var source = SeedStream(seed: 6)
        let amount = RandomAmount.lognormal(mean: 1_000, deviation: 2_000)
        let chosen = (0..<20_001).map { _ in amount.choose(using: &source) }.sorted()
        #expect(abs(Double(chosen[10_000]) - 1_000 / 5.0.squareRoot()) < 20)
        #expect(chosen[20_000] <= amount.range.upperBound)
    }

    @Test(arguments: [-3.0, -0.5, 0, 0.1, 1, 7.5]) func thePowerOfEIsExact(power: Double) {
        let found = RandomAmount.exponential(of: power)
        #expect(abs(found - exp(power)) <= 1e-11 * exp(power))
    }

    @Test(arguments: ["uniform(1s, 3s)", "exponential(2s)", "normal(2s, 500ms)", "lognormal(2s,500ms)"])
    func thinkTimesAreReadAndWritten(text: String) throws {
        let script = try ScriptReader.read(
            "riffle: 1\nactors: [{name: a, steps: [{think: '\(text)'}]}]", file: "f")
        let action = script.actors[0].steps[0].action
        let again = try ScriptReader.read("riffle: 1\nactors: [{name: a, steps: [{\(action.yaml)}]}]", file: "f")
        #expect(again.actors[0].steps[0].action == action)
        guard case .think(let pause) = action else { return #expect(Bool(false), "expected a pause") }
        #expect(pause.milliseconds.upperBound > 2_000)
    }

    @Test(arguments: ["normal(2s)", "uniform(3s, 1s)", "normal(2s, -1s)", "gamma(1s, 2s)", "normal(2s, 3s"])
    func otherTimesAreRefused(text: String) {
        let complaints = ScriptReader.complaints("riffle: 1\nactors: [{name: a, steps: [{think: '\(text)'}]}]")
        #expect(complaints.count == 1 && complaints[0].contains("normal(MEAN, DEVIATION)"))
    }
}
