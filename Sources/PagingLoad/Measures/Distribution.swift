import Histogram

/// Values from 0 to an hour of microseconds, to three digits: an HDR histogram.
public struct Distribution: Hashable, Sendable, Codable {
    /// One recorded value and how often it came, in rising order: all there is to a distribution.
    public struct Step: Hashable, Sendable, Codable {
        public var value: Int64
        public var count: Int64
    }

    public static let highest: Int64 = 3_600_000_000

    private var histogram: Histogram<UInt64>?

    public init() {}

    public mutating func record(_ value: Int64, count: Int64 = 1) {
        var some = histogram ?? Distribution.empty
        histogram = nil
        some.record(UInt64(min(max(value, 0), Distribution.highest)), count: UInt64(count))
        histogram = some
    }

    public mutating func merge(_ other: Distribution) {
        for step in other.steps { record(step.value, count: step.count) }
    }

    public var count: Int64 { Int64(histogram?.totalCount ?? 0) }
    public var maximum: Int64 { count == 0 ? 0 : Int64(histogram?.max ?? 0) }
    public var mean: Double { count == 0 ? 0 : histogram?.mean ?? 0 }

    /// The value that `percent` of all values do not exceed, 0 … 100; 0 when there are none.
    public func value(atPercentile percent: Double) -> Int64 {
        count == 0 ? 0 : Int64(histogram?.valueAtPercentile(percent) ?? 0)
    }

    public var steps: [Step] {
        guard let histogram else { return [] }
        return histogram.recordedValues().map { Step(value: Int64($0.value), count: Int64($0.count)) }
    }

    private static var empty: Histogram<UInt64> {
        Histogram(highestTrackableValue: UInt64(highest), numberOfSignificantValueDigits: .three)
    }
}

extension Distribution {
    public static func == (left: Distribution, right: Distribution) -> Bool { left.steps == right.steps }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(steps)
    }

    public init(from decoder: any Decoder) throws {
        self.init()
        for step in try [Step](from: decoder) { record(step.value, count: step.count) }
    }

    public func encode(to encoder: any Encoder) throws {
        try steps.encode(to: encoder)
    }
}
