import Support

/// A random amount, such as a time in milliseconds or a number of bytes. It is never below 0.
///
/// All of it uses additions, products, quotients and square roots only, so that a seed gives the same amounts on every
/// machine.
package enum RandomAmount: Hashable, Sendable {
    /// Each amount between two bounds is as likely as any other.
    case uniform(ClosedRange<Int64>)
    /// Most are small, a few are large.
    case exponential(mean: Int64)
    case normal(mean: Int64, deviation: Int64)
    /// Amounts whose logarithms have a normal distribution: never 0, and with a long tail. Mean and deviation are those of the
    /// amounts themselves.
    case lognormal(mean: Int64, deviation: Int64)

    /// Deviations above the mean at which amounts are cut off.
    private static let longestDeviations: Int64 = 20

    /// The bounds of what may be chosen.
    package var range: ClosedRange<Int64> {
        switch self {
        case .uniform(let range): range
        case .exponential(let mean): 0...mean * Int64(ExponentialTime.longestMeans)
        case .normal(let mean, let deviation), .lognormal(let mean, let deviation):
            0...mean + RandomAmount.longestDeviations * deviation
        }
    }

    /// The mean; nil where all amounts between two bounds are as likely.
    package var mean: Int64? {
        switch self {
        case .uniform: nil
        case .exponential(let mean), .normal(let mean, _), .lognormal(let mean, _): mean
        }
    }

    package func choose(using source: inout some RandomNumberGenerator) -> Int64 {
        let chosen: Double
        switch self {
        case .uniform(let range): return Int64.random(in: range, using: &source)
        case .exponential(let mean): chosen = ExponentialTime(mean: Double(mean)).next(using: &source)
        case .normal(let mean, let deviation):
            chosen = Double(mean) + Double(deviation) * RandomAmount.standardNormal(&source)
        case .lognormal(let mean, let deviation):
            guard mean > 0 else { return 0 }
            let ratio = Double(deviation) / Double(mean)
            let variance = ExponentialTime.logarithm(of: 1 + ratio * ratio)
            let normal = variance.squareRoot() * RandomAmount.standardNormal(&source)
            chosen = Double(mean) * RandomAmount.exponential(of: normal - variance / 2)
        }
        // A conversion of more than an Int64 would be a fault.
        return Int64(min(max(chosen, 0), Double(range.upperBound)).rounded())
    }

    /// A number with mean 0 and deviation 1 (Marsaglia and Bray, "A convenient method for generating normal variables", 1964).
    private static func standardNormal(_ source: inout some RandomNumberGenerator) -> Double {
        while true {
            let (x, y) = (Double.random(in: -1..<1, using: &source), Double.random(in: -1..<1, using: &source))
            let square = x * x + y * y
            guard square > 0, square < 1 else { continue }
            return x * (-2 * ExponentialTime.logarithm(of: square) / square).squareRoot()
        }
    }

    /// e to a power: halved until it is small, the first terms of the series, and squared as often.
    static func exponential(of power: Double) -> Double {
        let bounded = min(max(power, -700), 700)
        let halves = 12
        let small = bounded / Double(1 << halves)
        var sum = 1.0
        for term in (1...12).reversed() { sum = 1 + small / Double(term) * sum }
        for _ in 0..<halves { sum *= sum }
        return sum
    }
}

extension RandomAmount {
    /// Reads `uniform(1s, 3s)`, `exponential(2s)`, `normal(2s, 500ms)` or `lognormal(2s, 500ms)`.
    ///
    /// - Parameter amount: reads one amount; nil for a text that is none.
    init?(_ text: String, amount: (String) -> Int64?) {
        guard text.last == ")", let opening = text.firstIndex(of: "(") else { return nil }
        let name = text[..<opening]
        let arguments = text[opening...].dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
        let amounts = arguments.compactMap { argument in amount(String(argument.filter { $0 != " " })) }
        guard amounts.count == arguments.count else { return nil }
        switch (name, amounts.count) {
        case ("uniform", 2) where amounts[0] <= amounts[1]: self = .uniform(amounts[0]...amounts[1])
        case ("exponential", 1): self = .exponential(mean: amounts[0])
        case ("normal", 2): self = .normal(mean: amounts[0], deviation: amounts[1])
        case ("lognormal", 2): self = .lognormal(mean: amounts[0], deviation: amounts[1])
        default: return nil
        }
    }

    /// The amount as `init(_:amount:)` reads it.
    func text(_ amount: (Int64) -> String) -> String {
        switch self {
        case .uniform(let range): "uniform(\(amount(range.lowerBound)), \(amount(range.upperBound)))"
        case .exponential(let mean): "exponential(\(amount(mean)))"
        case .normal(let mean, let deviation): "normal(\(amount(mean)), \(amount(deviation)))"
        case .lognormal(let mean, let deviation): "lognormal(\(amount(mean)), \(amount(deviation)))"
        }
    }

    static let words = "uniform(A, B), exponential(MEAN), normal(MEAN, DEVIATION) or lognormal(MEAN, DEVIATION)"
    static let pattern = #"(uniform|exponential|normal|lognormal)\([^()]+\)"#
}
