/// A random time.
package struct Pause: Hashable, Sendable {
    package var amount: RandomAmount

    package init(_ amount: RandomAmount) {
        self.amount = amount
    }

    package init(milliseconds: ClosedRange<Int64>) {
        amount = .uniform(milliseconds)
    }

    /// An exponential distribution with this mean, at most 20 times as long.
    package init(meanMilliseconds mean: Int64) {
        amount = .exponential(mean: mean)
    }

    package var milliseconds: ClosedRange<Int64> { amount.range }

    /// The mean; nil where all times between two bounds are as likely.
    package var meanMilliseconds: Int64? { amount.mean }

    package func choose(using source: inout some RandomNumberGenerator) -> Int64 { amount.choose(using: &source) }
}

/// Random times between independent events, with an exponential distribution: most are short, a few are long.
package struct ExponentialTime: Hashable, Sendable {
    /// The longest time in means; one in half a billion would be longer.
    package static let longestMeans = 20.0

    /// The mean, in the caller's unit.
    package var mean: Double

    package init(mean: Double) {
        precondition(mean >= 0, "Time passes forwards")
        self.mean = mean
    }

    /// −mean × ln u for an even u in (0, 1], at most 20 means. It uses additions, products and quotients only, so
    /// that a seed gives the same times on every machine.
    package func next(using source: inout some RandomNumberGenerator) -> Double {
        let even = 1 - Double.random(in: 0..<1, using: &source)
        return mean * min(-ExponentialTime.logarithm(of: even), ExponentialTime.longestMeans)
    }

    /// ln x = e ln 2 + 2 artanh((m − 1) ÷ (m + 1)) for x = m × 2^e, 1 ≤ m < 2. The argument is below 1/3, and the
    /// terms of the series beyond the sixteenth are below the precision of the result.
    static func logarithm(of x: Double) -> Double {
        precondition(x > 0 && x.isFinite, "Only positive numbers have a logarithm")
        let argument = (x.significand - 1) / (x.significand + 1)
        let square = argument * argument
        var sum = 0.0
        for term in (0..<16).reversed() { sum = sum * square + 1 / Double(2 * term + 1) }
        return Double(x.exponent) * naturalLogarithmOfTwo + 2 * argument * sum
    }

    private static let naturalLogarithmOfTwo = 0.693_147_180_559_945_3
}
