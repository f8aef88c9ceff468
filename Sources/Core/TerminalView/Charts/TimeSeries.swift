/// Values over time, one a second, in bounded memory: when there are too many, pairs become one, the larger value.
package struct TimeSeries: Hashable, Sendable {
    /// Values that are kept; more than a terminal has columns of dots.
    static let valuesAtMost = 2_048

    /// In order; nil where a second had no value.
    package private(set) var values: [Double?] = []
    /// Seconds in each of `values`.
    package private(set) var secondsEach = 1
    /// Seconds that were added.
    package private(set) var seconds = 0

    package init() {}

    /// The newest value that is one.
    package var last: Double? { values.last { $0 != nil } ?? nil }

    /// Adds the next second.
    package mutating func append(_ value: Double?) {
        if seconds % secondsEach == 0 {
            values.append(nil)
        }
        seconds += 1
        let place = values.count - 1
        values[place] = TimeSeries.larger(values[place], value)
        guard values.count == TimeSeries.valuesAtMost, seconds % secondsEach == 0 else { return }
        values = stride(from: 0, to: values.count, by: 2).map { TimeSeries.larger(values[$0], values[$0 + 1]) }
        secondsEach *= 2
    }

    /// The largest value in each of `count` equal parts of `span` seconds.
    func parts(_ count: Int, span: Int) -> [Double?] {
        let span = max(1, (span + secondsEach - 1) / secondsEach)
        return (0..<max(0, count)).map { part in
            let first = part * span / count
            let end = min(values.count, max(first + 1, (part + 1) * span / count))
            guard first < end else { return nil }
            return values[first..<end].reduce(nil) { TimeSeries.larger($0, $1) }
        }
    }

    private static func larger(_ one: Double?, _ other: Double?) -> Double? {
        guard let one, let other else { return one ?? other }
        return max(one, other)
    }
}
