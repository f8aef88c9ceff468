import Scripting
import Support

/// A Poisson process whose rate changes evenly within each stage.
///
/// The number of arrivals to be expected until a moment is the integral of the rate. Arrivals of a process with the rate 1
/// are taken there by its inverse (Çinlar, "Introduction to Stochastic Processes", 1975, §4.7).
struct RampedArrivals {
    /// A stage with its rates in arrivals a microsecond.
    private struct Slope {
        let start: Double
        let length: Double
        let from: Double
        let to: Double

        var expected: Double { (from + to) / 2 * length }

        /// The time within the stage at which so many arrivals are to be expected.
        func time(of expected: Double) -> Double {
            guard expected > 0 else { return 0 }
            let root = (from * from + 2 * (to - from) * expected / length).squareRoot()
            return min(length, 2 * expected / (from + root))
        }
    }

    private var slopes: [Slope] = []

    init(_ stages: [RateStage]) {
        var (start, rate) = (0.0, 0.0)
        for stage in stages {
            let length = Double(stage.forMilliseconds) * 1_000
            let next = stage.rate.perSecond / 1_000_000
            if length > 0 { slopes.append(Slope(start: start, length: length, from: rate, to: next)) }
            (start, rate) = (start + length, next)
        }
    }

    /// Microseconds from the start of the run, in order.
    ///
    /// - Parameter milliseconds: the duration of the run, if it has one; no user begins later.
    func moments(within milliseconds: Int64?, random: SeedStream) -> [Int64] {
        let end = milliseconds.map { $0 * 1_000 } ?? .max
        var random = random
        let between = ExponentialTime(mean: 1)
        var moments: [Int64] = []
        var passed = 0.0
        var next = between.next(using: &random)
        for slope in slopes {
            while next < passed + slope.expected {
                let moment = Int64(slope.start + slope.time(of: next - passed))
                guard moment < end else { return moments }
                moments.append(moment)
                next += between.next(using: &random)
            }
            passed += slope.expected
        }
        return moments
    }
}
