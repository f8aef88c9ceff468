/// The seconds of several workers: each is taken once all workers that still run have sent it.
package struct SecondMeeting: Sendable {
    private var running: Set<Int>
    private var seconds: [Int: LoadSecond] = [:]
    /// The next second that each worker will send.
    private var next: [Int]
    /// Number of seconds that were taken.
    private var taken = 0

    /// Seconds that wait for a worker that sends none, as one that is stopped. Then they are taken without it.
    static let waitingAtMost = 30

    /// - Parameter workers: Number of workers, which are numbered from 0.
    package init(workers: Int) {
        running = Set(0..<workers)
        next = Array(repeating: 0, count: workers)
    }

    /// Adds a second of a worker, whose numbers rise. One that was taken without the worker is dropped: the result of the run
    /// has it. So is one that no run has, and one that does not follow the worker's last.
    package mutating func note(_ second: LoadSecond, from worker: Int) {
        guard (0..<LoadResult.mostSlices).contains(second.number), second.number >= next[worker] else { return }
        next[worker] = second.number + 1
        guard second.number >= taken else { return }
        if seconds[second.number]?.merge(second) == nil { seconds[second.number] = second }
    }

    /// A worker has ended and sends no more seconds.
    package mutating func leave(_ worker: Int) {
        running.remove(worker)
    }

    /// The seconds that are complete, in order.
    package mutating func take() -> [LoadSecond] {
        let newest = next.max() ?? 0
        let complete = running.map { next[$0] }.min() ?? newest
        let end = max(taken, complete, newest - SecondMeeting.waitingAtMost)
        defer { taken = end }
        return (taken..<end).compactMap { seconds.removeValue(forKey: $0) }
    }
}
