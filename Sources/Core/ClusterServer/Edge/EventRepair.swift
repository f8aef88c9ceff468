import PagingEngine
import PagingRoom

/// The repair of an edge's history: an event that exists and is not here, and the time of the next question for it.
struct EventRepair: Hashable, Sendable {
    /// The longest pause between questions, in pauses before the second one.
    private static let longestPause: Int64 = 8

    private(set) var missing: Sequence?
    private(set) var missingSince: Instant?
    private(set) var askAt: Instant?
    private var pauses: Int64 = 1

    /// Notes that `sequence` exists and is not here.
    mutating func miss(_ sequence: Sequence, at now: Instant) {
        missing = max(missing ?? sequence, sequence)
        guard missingSince == nil else { return }
        (missingSince, askAt) = (now, now)
    }

    /// Asks once, although nothing is known to be missing.
    mutating func ask(at now: Instant) { askAt = now }

    /// Notes a question, and plans the next one.
    mutating func asked(pausing milliseconds: Int64, at now: Instant) {
        askAt = missing == nil ? nil : now.advanced(byMilliseconds: pauses * milliseconds)
        pauses = min(2 * pauses, EventRepair.longestPause)
    }

    /// Notes that all events up to `sequence` are here.
    mutating func reached(_ sequence: Sequence) {
        if let missing, missing <= sequence { self = EventRepair() }
    }
}
