import Scripting

/// Everything a load machine has measured so far, second by second.
struct LoadRecorder: Sendable {
    /// An actor whose users the run plays.
    private struct Actor: Sendable {
        let name: String
        let tag: String?
        let isApart: Bool
        /// The groups of its values by second: those of reports, and those that thresholds name.
        let groups: [String]
    }

    private let actors: [Actor]
    let start: LoadTime
    var counts = LoadCounts()
    /// Connections that are open now.
    private(set) var connected = 0
    /// Users that have begun and not ended.
    private(set) var users = 0
    private var peakUsers = 0
    /// The values of each actor's users by measure, one actor after the other; then those of no user.
    private var latencies: [LoadResult.Latencies]
    private var timeline: [LoadResult.Slice] = []
    /// The counts and failures of all seconds but the last one of the timeline.
    private var countsBefore = LoadCounts()
    private var failuresBefore = 0
    /// Seconds that `takeSeconds` has returned.
    private var secondsTaken = 0
    private var failures: [String] = []
    private var failureCount = 0
    private var connectFailure: ConnectFailure?
    /// Seconds at the start that only the timeline has.
    private let warmupSeconds: Int

    /// Failures whose text is kept.
    static let failuresKept = 100

    /// - Parameters:
    ///   - load: with the warm-up, and with the thresholds that are judged second by second.
    init(start: LoadTime, actors: [Script.Actor] = [], load: LoadScript = LoadScript()) {
        self.start = start
        warmupSeconds = load.warmupSeconds
        let named = load.thresholds.filter { $0.windowSeconds != nil || $0.abort != nil }.compactMap(\.figure.selection)
        self.actors = actors.map { actor in
            let own = Figure.Selection.actor(actor.name)
            let shown: Figure.Selection? = actor.tag.map { .tag($0) } ?? (actor.isApart ? own : nil)
            let groups = [shown, named.contains(own) && shown != own ? own : nil].compactMap { $0?.text }
            return Actor(name: actor.name, tag: actor.tag, isApart: actor.isApart, groups: groups)
        }
        latencies = Array(repeating: LoadResult.Latencies(), count: (actors.count + 1) * Measure.allCases.count)
    }

    /// A value counted from the intended moment and, where there is another, from when the generator came to it.
    ///
    /// - Parameter actor: the place of the user's actor in the script; nil for a value between users.
    mutating func record(
        _ measure: Measure, _ value: Int64, naive: Int64? = nil, of actor: Int? = nil, at now: LoadTime
    ) {
        let place = min(actor ?? actors.count, actors.count)
        let row = place * Measure.allCases.count + measure.order
        let second = slice(at: now)
        if second >= warmupSeconds {
            latencies[row].corrected.record(value)
            if let naive { latencies[row].naive.record(naive) }
        }
        if place < actors.count {
            for group in actors[place].groups {
                timeline[second].groups[group, default: [:]][measure, default: Distribution()].record(value)
            }
            if actors[place].isApart, measure != .lag { return }
        }
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
        counts.closes[code.map(String.init) ?? "broken", default: 0] += 1
    }

    mutating func failed(_ text: @autoclosure () -> String, at now: LoadTime) {
        erred(at: now)
        failureCount += 1
        if failures.count < LoadRecorder.failuresKept { failures.append(text()) }
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

    /// A user did not get in, for this reason.
    mutating func notAdmitted(_ failure: ConnectFailure) {
        connectFailure = ConnectFailure.first(connectFailure, failure)
    }

    /// A user found no place in an open population.
    mutating func startDropped() {
        counts.droppedStarts += 1
    }

    mutating func userBegan() {
        counts.started += 1
        users += 1
        peakUsers = max(peakUsers, users)
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
        for (place, actor) in actors.enumerated() {
            let own = values(at: place)
            result.actors.append(
                LoadResult.Actor(name: actor.name, tag: actor.tag, isApart: actor.isApart, latencies: own))
            // The lateness of the generator makes all figures void, whosever step was late.
            result.latencies.add(actor.isApart ? own.filter { $0.key == .lag } : own)
        }
        result.latencies.add(values(at: actors.count))
        result.timeline = copy.timeline
        result.warmupSeconds = warmupSeconds
        result.counts = warmupSeconds == 0 ? counts : counts.since(result.warmupCounts)
        result.failures = failures
        result.failureCount = failureCount
        result.connectFailure = connectFailure
        return result
    }

    private func values(at place: Int) -> [Measure: LoadResult.Latencies] {
        let count = Measure.allCases.count
        return zip(Measure.allCases, latencies[(place * count)..<((place + 1) * count)]).reduce(into: [:]) {
            if $1.1.corrected.count > 0 { $0[$1.0] = $1.1 }
        }
    }
}
