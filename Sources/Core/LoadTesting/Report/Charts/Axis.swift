/// One direction of a chart: the values it spans and their places along it, 0 … 1.
struct Axis: Hashable {
    enum Form: Hashable {
        case linear
        /// Equal ratios are equally far apart; values below `low` lie on it.
        case logarithmic
    }

    let form: Form
    let low: Double
    let high: Double
    let ticks: [Double]

    /// From nothing up to a round number that is not less than `most`, about `steps` ticks; whole numbers only when the
    /// values are counts.
    static func fromZero(to most: Double, steps: Int = 4, wholes: Bool = false) -> Axis {
        let step = max(roundUp(max(most, 1e-9) / Double(steps)), wholes ? 1 : 0)
        let count = max(1, Int((most / step - 1e-9).rounded(.up)))
        return Axis(
            form: .linear, low: 0, high: step * Double(count), ticks: (0...count).map { Double($0) * step })
    }

    /// From the power of ten, or twice or five times it, below `least` to the one above `most`. `least` is above 0.
    static func logarithmic(from least: Double, to most: Double) -> Axis {
        let low = roundDown(least)
        let high = max(roundUp(most), low * 10)
        let decades = log10(high / low)
        let factors: [Double] = decades <= 2.5 ? [1, 2, 5] : [1]
        var ticks: [Double] = []
        var power = powerOfTen(atMost: low)
        while power <= high * 1.000_1 {
            ticks += factors.map { $0 * power }.filter { $0 >= low * 0.999_9 && $0 <= high * 1.000_1 }
            power *= 10
        }
        return Axis(form: .logarithmic, low: low, high: high, ticks: ticks)
    }

    /// A logarithmic axis when the values differ so much that a linear one would show only the largest.
    static func fitting(_ values: [Double]) -> Axis {
        let positive = values.filter { $0 > 0 }
        guard let least = positive.min(), let most = positive.max() else { return fromZero(to: 1) }
        return most / least > 40 ? logarithmic(from: least, to: most) : fromZero(to: most)
    }

    func place(of value: Double) -> Double {
        switch form {
        case .linear: min(max((value - low) / (high - low), 0), 1)
        case .logarithmic: min(max(Axis.log10(max(value, low) / low) / Axis.log10(high / low), 0), 1)
        }
    }

    /// The next of 1, 2, 5 times a power of ten that is not less.
    static func roundUp(_ value: Double) -> Double {
        let power = powerOfTen(atMost: value)
        for factor: Double in [1, 2, 5] where factor * power >= value * 0.999_999 { return factor * power }
        return 10 * power
    }

    private static func roundDown(_ value: Double) -> Double {
        let power = powerOfTen(atMost: value)
        for factor: Double in [5, 2] where factor * power <= value * 1.000_001 { return factor * power }
        return power
    }

    private static func powerOfTen(atMost value: Double) -> Double {
        var power = 1.0
        while power * 10 <= value * 1.000_001 { power *= 10 }
        while power > value * 1.000_001 { power /= 10 }
        return power
    }

    /// The logarithm to the base ten of a value above 0: the exponent of two that a number carries, and the rest by the
    /// series of the inverse hyperbolic tangent, which converges by a factor of nine a term on 1 … 2.
    static func log10(_ value: Double) -> Double {
        let ratio = (value.significand - 1) / (value.significand + 1)
        var (power, sum) = (ratio, 0.0)
        for odd in stride(from: 1.0, through: 31, by: 2) {
            sum += power / odd
            power *= ratio * ratio
        }
        let naturalOfTwo = 0.693_147_180_559_945_3
        let naturalOfTen = 2.302_585_092_994_045_7
        return (Double(value.exponent) * naturalOfTwo + 2 * sum) / naturalOfTen
    }
}
