import Scripting

/// Everything a load machine has measured so far, second by second.
struct LoadRecorder: Sendable {
    let start: LoadTime
    var counts = LoadCounts()
    /// Connections that are open now.
    private(set) var connected = 0
    /// Users that have begun and not ended.
    private(set) var users = 0
    private var peakUsers = 0
    private var latencies: ActorLatencies
    private var timeline: [LoadResult.Slice] = []
    /// The counts and failures of all seconds but the last one of the timeline.
    private var countsBefore = LoadCounts()
    private var failuresBefore = 0
    /// Seconds that `takeSeconds` has returned.
    private var secondsTaken = 0
    private var failures: [String] = []
    private var failureCount = 0
    private var connectFailure: ConnectFailure?
    private var hasAdmitted = false
    /// Seconds at the start that only the timeline has.
    private let warmupSeconds: Int

    /// The shortest wait of a user that leaves which counts as one without an answer, in microseconds. A shorter one may only
    /// mean that the run ended.
    static let waitThatCounts: Int64 = 1_000_000
    /// The shortest wait for a first connection or join that fails, in microseconds, when its user leaves.
    static let waitThatFails: Int64 = 5_000_000
    /// Codes of closes or refusals that are counted apart; further ones are `other`.
    static let codesApart = 100
    /// Failures whose text is kept.
    static let failuresKept = 100

    /// - Parameters:
    ///   - load: with the warm-up, and with the thresholds that are judged second by second.
    init(start: LoadTime, actors: [Script.Actor] = [], load: LoadScript = LoadScript()) {
        self.start = start
        warmupSeconds = load.warmupSeconds
        let named = load.thresholds.filter { $0.windowSeconds != nil || $0.abort != nil }.compactMap(\.figure.selection)
        latencies = ActorLatencies(actors, namedByThresholds: named)
    }

    /// A value counted from the intended moment and, where there is another, from when the generator came to it.
    ///
    /// - Parameter actor: the place of the user's actor in the script; nil for a value between users.
    mutating func record(
        _ measure: Measure, _ value: Int64, naive: Int64? = nil, of actor: Int? = nil, at now: LoadTime
    ) {
        let second = slice(at: now)
        if second >= warmupSeconds { latencies.record(measure, value, naive: naive, of: actor) }
        for group in latencies.groups(of: actor) {
            timeline[second].groups[group, default: [:]][measure, default: Distribution()].record(value)
        }
        if latencies.isApart(actor), measure != .lag { return }
        timeline[second].latencies[measure, default: Distribution()].record(value)
    }

    // The second comes first in each of these: a new one closes the counts of the one before.

    mutating func received(messages: Int, bytes: Int, at now: LoadTime) {
        let present = slice(at: now)
        timeline[present].receivedMessages += messages
        timeline[present].receivedBytes += bytes
        counts.receivedMessages += messages
        counts.receivedBytes += bytes
    }

    /// One message, and how long it was.
    mutating func sent(bytes: Int, at now: LoadTime) {
        let present = slice(at: now)
        timeline[present].sentMessages += 1
        timeline[present].sentBytes += bytes
        counts.sentMessages += 1
        counts.sentBytes += bytes
    }

    /// A user performed a step that asks the server for something.
    mutating func acted(at now: LoadTime) {
        timeline[slice(at: now)].actions += 1
    }

    mutating func erred(at now: LoadTime) {
        timeline[slice(at: now)].errors += 1
    }

    mutating func rejected(_ code: String, at now: LoadTime) {
        erred(at: now)
        counts.rejections[code, default: 0] += 1
    }

    /// A check of the script held, or did not.
    mutating func checked(_ name: String, _ held: Bool, at now: LoadTime) {
        if held { pass(to: now) } else { erred(at: now) }
        counts.checks[name, default: CheckCount()].note(held)
    }

    mutating func closed(_ code: UInt16?, at now: LoadTime) {
        erred(at: now)
        let name = code.map(String.init) ?? "broken"
        let isKnown = counts.closes[name] != nil || counts.closes.count < LoadRecorder.codesApart
        counts.closes[isKnown ? name : "other", default: 0] += 1
    }

    /// Event numbers were left out.
    mutating func gap(_ count: Int, isExpected: Bool, at now: LoadTime) {
        erred(at: now)
        counts.gaps += count
        if isExpected { counts.expectedEvents += count }
    }

    /// An event came a second time.
    mutating func duplicate(at now: LoadTime) {
        erred(at: now)
        counts.duplicates += 1
    }

    /// Two members of a room, or a member and the server, do not agree.
    mutating func diverged(at now: LoadTime) {
        erred(at: now)
        counts.diverged += 1
    }

    mutating func unreadable(at now: LoadTime) {
        erred(at: now)
        counts.unreadable += 1
    }

    /// A connection attempt failed.
    mutating func connectFailed(at now: LoadTime) {
        erred(at: now)
        counts.connectFailures += 1
    }

    /// Something got no answer: the time until then is a value of the measure, as a server that answers no more would otherwise
    /// look better than a slow one.
    ///
    /// - Parameters:
    ///   - intended: When the request, connection or join was intended; `made` is when the user came to it.
    mutating func unanswered(_ measure: Measure, intended: LoadTime, made: LoadTime, of actor: Int, at now: LoadTime) {
        record(
            measure, now.microseconds(since: intended), naive: now.microseconds(since: made), of: actor, at: now)
        erred(at: now)
        counts.unanswered += 1
    }

    mutating func failed(_ text: @autoclosure () -> String, at now: LoadTime) {
        erred(at: now)
        failureCount += 1
        if failures.count < LoadRecorder.failuresKept { failures.append(text()) }
    }

    /// A user did not get in, for this reason.
    mutating func notAdmitted(_ failure: ConnectFailure) {
        connectFailure = ConnectFailure.first(connectFailure, failure)
    }

    /// A user got in.
    mutating func admitted() {
        hasAdmitted = true
    }

    /// A user found no place in an open population.
    mutating func startDropped() {
        counts.droppedStarts += 1
    }

    mutating func userBegan() {
        counts.started += 1
        users += 1
        peakUsers = max(peakUsers, users)
        if let present = timeline.indices.last {
            timeline[present].mostPlaying = max(timeline[present].mostPlaying, users)
        }
    }

    mutating func userEnded() {
        users -= 1
    }

    mutating func connected(_ change: Int, at now: LoadTime) {
        let present = slice(at: now)
        connected += change
        timeline[present].users = connected
    }

    /// Begins the second of `now`. Call it before anything is counted at this moment.
    mutating func pass(to now: LoadTime) {
        _ = slice(at: now)
    }

    /// The index of the second of the run at `now`; adds the slices up to it.
    private mutating func slice(at now: LoadTime) -> Int {
        let second = Int(max(0, min(now.microseconds(since: start) / 1_000_000, Int64(LoadResult.mostSlices - 1))))
        while timeline.count <= second {
            closeLastSlice()
            // What came before the first second counts for it.
            if !timeline.isEmpty { (countsBefore, failuresBefore) = (counts, failureCount) }
            var slice = LoadResult.Slice()
            slice.users = connected
            slice.mostPlaying = users
            timeline.append(slice)
        }
        return second
    }

    /// Fills in what the last second of the timeline has by its end.
    private mutating func closeLastSlice() {
        guard let last = timeline.indices.last else { return }
        timeline[last].playing = users
        timeline[last].counts = counts.since(countsBefore)
        timeline[last].failures = failureCount - failuresBefore
    }

    /// The whole seconds before `now` that have not been taken, complete and in order.
    mutating func takeSeconds(at now: LoadTime) -> [LoadSecond] {
        let present = slice(at: now)
        defer { secondsTaken = present }
        return (secondsTaken..<present).map { LoadSecond(number: $0, timeline[$0]) }
    }

    /// The whole result, up to `now`.
    func result(titled title: String, seed: UInt64, at now: LoadTime) -> LoadResult {
        var copy = self
        _ = copy.slice(at: now)
        copy.closeLastSlice()
        var result = LoadResult(title: title, seed: seed)
        result.duration = max(0, now.microseconds(since: start))
        result.users = users
        result.peakUsers = peakUsers
        latencies.fill(&result)
        result.timeline = copy.timeline
        result.warmupSeconds = warmupSeconds
        result.counts = warmupSeconds == 0 ? counts : counts.since(result.warmupCounts)
        result.failures = failures
        result.failureCount = failureCount
        result.connectFailure = connectFailure
        result.hasAdmitted = hasAdmitted
        return result
    }
}
