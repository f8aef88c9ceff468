import PagingEngine

/// Whether this node hears its own beats from the fabric, and others theirs.
struct FabricHearing: Hashable, Sendable {
    private let timing: LeaseTiming
    /// The last own beat, or the begin of the life.
    private var heardAt: Instant
    /// Since then every confirmed renewal has told of another node that is heard.
    private var othersSince: Instant?
    private var confirmedAt: Instant?

    init(_ timing: LeaseTiming, at now: Instant) {
        self.timing = timing
        heardAt = now
    }

    /// Notes a beat of this life that came back.
    mutating func heardOwnBeat(at now: Instant) { heardAt = now }

    /// Whether the last confirmed renewal told of another node that is heard.
    var isAnotherHeard: Bool { othersSince != nil }

    /// Time since an own beat came back.
    func lag(at now: Instant) -> Int64 { now.milliseconds(since: heardAt) }

    func isHeard(at now: Instant) -> Bool { now.milliseconds(since: heardAt) <= timing.hearing }

    /// Notes a confirmed renewal. Returns whether the life has to end: nobody hears this node, and others are heard.
    mutating func confirmed(othersHeard: Int, at now: Instant) -> Bool {
        let isFresh = confirmedAt.map { now.milliseconds(since: $0) < timing.guardTime } ?? false
        confirmedAt = now
        guard othersHeard > 0 else {
            othersSince = nil
            return false
        }
        let since = (isFresh ? othersSince : nil) ?? now
        othersSince = since
        return now.milliseconds(since: max(heardAt, since)) >= timing.unheard
    }
}
