/// One whole second of a run, as one worker or several of them measured it: for everything that watches a run while it
/// goes on.
///
/// `spread` and `skew` compare the members of all workers and are known at the end only.
package struct LoadSecond: Hashable, Sendable, Codable {
    /// Seconds since the start of the run; the first is 0.
    package var number: Int
    /// Number of workers whose measures it has.
    package var workers = 1
    package var slice: LoadResult.Slice

    package init(number: Int, _ slice: LoadResult.Slice) {
        self.number = number
        self.slice = slice
    }

    /// Adds the same second of other workers.
    package mutating func merge(_ other: LoadSecond) {
        precondition(number == other.number, "expected second \(number), got \(other.number)")
        workers += other.workers
        slice.merge(other.slice)
    }
}
