/// A distribution prepared for many percentiles: each is a binary search in its steps, while a histogram walks through all
/// its cells.
struct RankedValues {
    let count: Int64
    /// The largest value; 0 when there are none.
    let maximum: Int64
    private let values: [Int64]
    /// How many values there are up to each of `values`.
    private let counted: [Int64]

    init(_ distribution: Distribution) {
        let steps = distribution.steps
        values = steps.map(\.value)
        var sum: Int64 = 0
        counted = steps.map { step in
            sum += step.count
            return sum
        }
        count = sum
        maximum = values.last ?? 0
    }

    func value(at percentile: Percentile) -> Int64 { value(atPercentile: percentile.percent) }

    /// As `Distribution.value(atPercentile:)`; 0 when there are none.
    func value(atPercentile percent: Double) -> Int64 {
        guard count > 0, percent < 100 else { return maximum }
        // One step back from the percentage, so that rounding does not carry it past a whole number of values.
        let wanted = max(1, Int64((max(percent.nextDown, 0) * Double(count) / 100).rounded(.up)))
        var (low, high) = (0, values.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if counted[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return values[low]
    }
}
