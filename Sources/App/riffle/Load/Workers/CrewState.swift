import LoadTesting

/// The combined events of a run's workers: readiness, seconds, barriers, results and the first failure.
struct CrewState {
    private var results: [LoadResult?]
    /// Timelines of results that are still to come.
    private var timelines: [[LoadResult.Slice]]
    private var seconds: SecondMeeting
    private var readyCount = 0
    private var meeting: BarrierMeeting
    private(set) var failure: String?
    private var lost: Set<Int> = []

    init(workers: Int) {
        results = Array(repeating: nil, count: workers)
        timelines = Array(repeating: [], count: workers)
        seconds = SecondMeeting(workers: workers)
        meeting = BarrierMeeting(workers: workers)
    }

    /// Whether all workers wait for the start.
    var isReady: Bool { readyCount == results.count }

    /// The seconds of the run that all workers have passed, each once.
    mutating func takeSeconds() -> [LoadSecond] { seconds.take() }

    /// Handles an event; `nil` is an unreadable message.
    ///
    /// - Returns: the barriers that all workers must open now.
    mutating func handle(_ event: WorkerEvent?, from worker: Int) -> [String] {
        switch event {
        case .ready: readyCount += 1
        case .eventsCaused: break
        case .second(let second): seconds.note(second, from: worker)
        case .barrier(let state): return meeting.note(state, from: worker) ? [state.name] : []
        case .timeline(let slices):
            timelines[worker] += slices.prefix(LoadResult.mostSlices - timelines[worker].count)
        case .result(var result):
            result.timeline = Array((timelines[worker] + result.timeline).prefix(LoadResult.mostSlices))
            timelines[worker] = []
            results[worker] = result
            seconds.leave(worker)
            return meeting.leave(worker)
        case .failed(let reason, _): fail("worker \(worker + 1): \(reason)")
        case nil: fail("worker \(worker + 1) sent an unreadable message")
        }
        return []
    }

    /// Goes on without a worker, whose result is not waited for. Returns the barriers that open now.
    mutating func lose(_ worker: Int) -> [String] {
        lost.insert(worker)
        if lost.count == results.count { fail("no worker is left") }
        seconds.leave(worker)
        return meeting.leave(worker)
    }

    /// Keeps the first failure.
    mutating func fail(_ description: String) {
        failure = failure ?? description
    }

    /// Whether the end of the worker's process now is a failure.
    func needsResult(of worker: Int) -> Bool {
        results[worker] == nil && failure == nil && !lost.contains(worker)
    }

    /// The results of all workers as one; nil without any result.
    func merged() -> LoadResult? {
        let all = results.compactMap(\.self)
        guard var whole = all.first else { return nil }
        for result in all.dropFirst() { whole.merge(result) }
        return whole
    }
}
