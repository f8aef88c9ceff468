/// Counts of durations below each of some bounds, with the sum of all, to estimate quantiles.
package struct Histogram: Hashable, Sendable {
    /// Upper bounds in microseconds, rising, each inclusive; above the last is one more bucket.
    package let boundsMicroseconds: [Int64]
    /// One for each bound and one above, each counting its own bucket only.
    package private(set) var counts: [UInt64]
    package private(set) var sumMicroseconds: Int64 = 0

    /// - Parameter boundsMicroseconds: positive and rising.
    package init(boundsMicroseconds: [Int64]) {
        let pairs = zip([0] + boundsMicroseconds, boundsMicroseconds)
        precondition(pairs.allSatisfy { $0 < $1 }, "The bounds of a histogram are positive and rise.")
        self.boundsMicroseconds = boundsMicroseconds
        counts = Array(repeating: 0, count: boundsMicroseconds.count + 1)
    }

    /// For delays of a loop and commits to a disk: from a tenth of a millisecond, which is not noticeable, in steps of
    /// about three to ten seconds.
    package static let delays = Histogram(
        boundsMicroseconds: [
            100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000,
        ])

    /// For latencies of users: from a tenth of a millisecond to a minute, seven steps in a power of ten, so that an
    /// estimated percentile is at most 40 % too high.
    package static let latencies: Histogram = {
        let steps: [Int64] = [100, 140, 200, 280, 400, 550, 750]
        let bounds = (0..<6).flatMap { power in
            steps.map { $0 * [1, 10, 100, 1_000, 10_000, 100_000][power] }
        }
        return Histogram(boundsMicroseconds: bounds.filter { $0 <= 60_000_000 })
    }()

    /// The number of recorded durations.
    package var count: UInt64 { counts.reduce(0, &+) }

    /// Records one duration, or several that are the same; a negative one counts as 0.
    package mutating func record(microseconds: Int64, count: Int64 = 1) {
        let duration = max(0, microseconds)
        let bucket = boundsMicroseconds.firstIndex { duration <= $0 } ?? boundsMicroseconds.count
        counts[bucket] &+= UInt64(max(0, count))
        sumMicroseconds &+= duration &* max(0, count)
    }

    package mutating func merge(_ other: Histogram) {
        precondition(boundsMicroseconds == other.boundsMicroseconds, "Histograms merge bound by bound.")
        for bucket in counts.indices { counts[bucket] &+= other.counts[bucket] }
        sumMicroseconds &+= other.sumMicroseconds
    }
}
