import PagingEngine

/// What readers of keyframes go by while a hand has the pager, and whether the hand still does that.
///
/// They were told a place and a velocity (`Extrapolation`). Nothing has to be said as long as each sample lies within the
/// tolerance of what they show at its time; when one does not, it is told at once, with what the hand is likely to do
/// next (`VelocityPredictor`).
struct DeadReckoning: Sendable {
    /// How far off the hand a reader may be: 1/400 page. One who came in later, or took a newer place for want of the
    /// one that was meant for it, goes by a place that is off by as much itself: 1/200 page together.
    static let tolerance = Position.unitsPerPage / 400
    /// A hand without a sample for so long, two and a half of 60 a second, stands still.
    static let silenceMilliseconds: Int64 = 40
    /// A motion is told again before it is over, with time for the news to arrive.
    static let refreshMilliseconds: Int64 = 96

    /// Where the hand was last, and when.
    private(set) var place: Position
    private(set) var sampledAt: Instant
    private var told: Position
    /// How readers go on from what they were told; nil when they stand.
    private(set) var motion: Extrapolation?
    /// Whether the newest sample lies elsewhere than readers show.
    private(set) var isOff = false
    private var forecast: VelocityPredictor

    /// A hand that takes hold at `place`, which everybody is told.
    init(at place: Position, now: Instant) {
        (self.place, told) = (place, place)
        sampledAt = now
        forecast = VelocityPredictor(at: place, now: now)
    }

    /// What readers show at `now`.
    func shown(at now: Instant) -> Position { motion.map { told + $0.way(at: now) } ?? told }

    /// The hand was at `place` at `now`, perhaps where it was before.
    mutating func sampled(_ place: Position, at now: Instant) {
        self.place = place
        sampledAt = now
        forecast.add(place, at: now)
        isOff = abs((shown(at: now) - place).units) > DeadReckoning.tolerance
    }

    /// When readers must be told something: at once where the hand is elsewhere; when it has gone silent and they do not
    /// show exactly its place; before the motion they go by is over. Nil while they stand where it is.
    var due: Instant? {
        if isOff { return sampledAt }
        guard motion != nil || told != place else { return nil }
        let silent = sampledAt.advanced(byMilliseconds: DeadReckoning.silenceMilliseconds)
        guard let motion else { return silent }
        return min(silent, motion.since.advanced(byMilliseconds: DeadReckoning.refreshMilliseconds))
    }

    /// Readers are told the newest place, and how the hand goes on from there.
    mutating func tell(at now: Instant) {
        let isSilent = now.milliseconds(since: sampledAt) >= DeadReckoning.silenceMilliseconds
        told = place
        motion = isSilent ? nil : Extrapolation(velocity: forecast.velocity, since: sampledAt)
        isOff = false
    }
}
