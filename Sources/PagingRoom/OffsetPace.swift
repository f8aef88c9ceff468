import PagingEngine

/// Keeps offsets at least 16 ms apart, about one frame at 60 Hz; more would be drawn over unseen.
struct OffsetPace: Sendable {
    static let intervalMilliseconds: Int64 = 16

    private var lastSentAt: Instant?
    /// A position that changed and has not been told yet.
    var isPending = false

    /// The first moment at which the next offset may go out.
    var nextMoment: Instant? { lastSentAt?.advanced(byMilliseconds: OffsetPace.intervalMilliseconds) }

    func allows(_ now: Instant) -> Bool {
        nextMoment.map { $0 <= now } ?? true
    }

    mutating func sent(at now: Instant) {
        lastSentAt = now
        isPending = false
    }
}
