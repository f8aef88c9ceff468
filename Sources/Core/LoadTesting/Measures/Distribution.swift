import Histogram

/// Values from 0 to an hour of microseconds, to three digits: an HDR histogram.
///
/// With few different values it keeps only those: every second of a run has several distributions, and a histogram takes
/// as much memory with one value as with a million.
package struct Distribution: Hashable, Sendable, Codable {
    /// One recorded value and its count. All steps in ascending order are the whole distribution.
    package struct Step: Hashable, Sendable {
        package var value: Int64
        package var count: Int64
    }

    package static let highest: Int64 = 3_600_000_000
    /// Different values, to three digits, that are kept without a histogram.
    static let fewest = 128

    private var few: [Int64: Int64] = [:]
    private var histogram: Histogram<UInt64>?

    package init() {}

    package mutating func record(_ value: Int64, count: Int64 = 1) {
        let value = Distribution.rounded(min(max(value, 0), Distribution.highest))
        if histogram?.record(UInt64(value), count: UInt64(count)) != nil { return }
        few[value, default: 0] += count
        guard few.count > Distribution.fewest else { return }
        histogram = whole
        few = [:]
    }

    package mutating func merge(_ other: Distribution) {
        if let values = other.histogram {
            var sum = whole
            sum.add(values)
            histogram = sum
            few = [:]
        } else {
            for (value, count) in other.few { record(value, count: count) }
        }
    }

    package var count: Int64 { histogram.map { Int64($0.totalCount) } ?? few.values.reduce(0, +) }
    package var maximum: Int64 { count == 0 ? 0 : Int64(whole.max) }
    package var mean: Double { count == 0 ? 0 : whole.mean }

    /// The value that `percent` of all values do not exceed, 0 … 100; 0 when there are none.
    package func value(atPercentile percent: Double) -> Int64 {
        count == 0 ? 0 : Int64(whole.valueAtPercentile(percent))
    }

    package var steps: [Step] {
        guard let histogram else { return few.sorted { $0.key < $1.key }.map { Step(value: $0.key, count: $0.value) } }
        return histogram.recordedValues().map { Step(value: Int64($0.value), count: Int64($0.count)) }
    }

    private var whole: Histogram<UInt64> {
        if let histogram { return histogram }
        var whole = Histogram<UInt64>(
            highestTrackableValue: UInt64(Distribution.highest), numberOfSignificantValueDigits: .three)
        for (value, count) in few { whole.record(UInt64(value), count: UInt64(count)) }
        return whole
    }

    /// The highest value that falls together with `value` at three digits: the histogram resolves 2,048 values in each
    /// power of two.
    private static func rounded(_ value: Int64) -> Int64 {
        let kept = 11
        let bits = Int64.bitWidth - (value | ((1 << kept) - 1)).leadingZeroBitCount
        return value | ((1 << Int64(bits - kept)) - 1)
    }
}

extension Distribution {
    package static func == (left: Distribution, right: Distribution) -> Bool { left.steps == right.steps }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(steps)
    }

    /// Reads a value and its count in turn. Throws when there are more values than a run can have.
    package init(from decoder: any Decoder) throws {
        self.init()
        let numbers = try [Int64](from: decoder)
        var left = Int64(Plausibility.most)
        for place in stride(from: 0, to: numbers.count - 1, by: 2) where numbers[place + 1] > 0 {
            guard numbers[place + 1] <= left else {
                let context = DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "expected at most \(Plausibility.most) values, got more")
                throw DecodingError.dataCorrupted(context)
            }
            left -= numbers[place + 1]
            record(numbers[place], count: numbers[place + 1])
        }
    }

    /// Writes a value and its count in turn: workers send distributions every second.
    package func encode(to encoder: any Encoder) throws {
        try steps.flatMap { [$0.value, $0.count] }.encode(to: encoder)
    }
}
