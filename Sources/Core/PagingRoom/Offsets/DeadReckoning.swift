import PagingEngine

/// The room's model of the position that readers of keyframes show during a drag, and of its error.
///
/// Readers extrapolate the last published position with a velocity (`Extrapolation`). As long as each sample lies within
/// the tolerance of that, nothing is published; a sample beyond it is published at once, with the velocity that
/// `VelocityPredictor` expects next. This is dead reckoning as in distributed simulation (IEEE 1278.1).
struct DeadReckoning: Sendable {
    /// Error of a reader at most: 1/400 page. A reader that joined later, or got a newer offset instead of its own,
    /// starts from a position with that error, so its error is at most 1/200 page.
    static let tolerance = Position.unitsPerPage / 400
    /// A drag without a sample for this long, two and a half intervals of 60 per second, stands still.
    static let silenceMilliseconds: Int64 = 40
    /// A motion is published again after this time, so that it arrives before `Extrapolation.milliseconds` are over.
    static let refreshMilliseconds: Int64 = 96

    /// Position of the newest sample.
    private(set) var position: Position
    private(set) var sampledAt: Instant
    private var lastPublished: Position
    /// The extrapolation of readers from the last published position; nil when they show it at rest.
    private(set) var motion: Extrapolation?
    /// Whether readers show another position than the newest sample's, beyond the tolerance.
    private(set) var isOff = false
    private var predictor: VelocityPredictor

    /// A drag that begins at `position`, which an event publishes.
    init(at position: Position, now: Instant) {
        (self.position, lastPublished) = (position, position)
        sampledAt = now
        predictor = VelocityPredictor(at: position, now: now)
    }

    /// The position readers show at `now`.
    func shown(at now: Instant) -> Position { motion.map { lastPublished + $0.way(at: now) } ?? lastPublished }

    /// Takes a sample, which may repeat the position before.
    mutating func sampled(_ position: Position, at now: Instant) {
        self.position = position
        sampledAt = now
        predictor.add(position, at: now)
        isOff = abs((shown(at: now) - position).units) > DeadReckoning.tolerance
    }

    /// Time of the next offset: at once when readers are off; after a silence when they do not show exactly the newest
    /// sample; before their extrapolation ends. Nil while they show the newest sample at rest.
    var due: Instant? {
        if isOff { return sampledAt }
        guard motion != nil || lastPublished != position else { return nil }
        let silent = sampledAt.advanced(byMilliseconds: DeadReckoning.silenceMilliseconds)
        guard let motion else { return silent }
        return min(silent, motion.since.advanced(byMilliseconds: DeadReckoning.refreshMilliseconds))
    }

    /// Publishes the newest sample with the predicted velocity; at rest when the drag has been silent.
    mutating func publish(at now: Instant) {
        let isSilent = now.milliseconds(since: sampledAt) >= DeadReckoning.silenceMilliseconds
        lastPublished = position
        motion = isSilent ? nil : Extrapolation(velocity: predictor.velocity, since: sampledAt)
        isOff = false
    }
}
