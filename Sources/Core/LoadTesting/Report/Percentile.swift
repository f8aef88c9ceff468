/// A part of a distribution that reports name.
struct Percentile: Hashable {
    let name: String
    let percent: Double

    /// The percentiles of every table; the maximum follows them.
    static let shown = [
        Percentile(name: "p50", percent: 50), Percentile(name: "p90", percent: 90),
        Percentile(name: "p95", percent: 95), Percentile(name: "p99", percent: 99),
        Percentile(name: "p99.9", percent: 99.9),
    ]

    /// The percentiles that are drawn and written for every second.
    static let ofSeconds = [shown[0], shown[2], shown[3]]

    /// Its name as a field: `p999` for p99.9.
    var field: String { String(name.filter { $0 != "." }) }
}
