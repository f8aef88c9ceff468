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
    /// Whether what is missing was asked for.
    private var isAsked = false
    /// Whether an event is missing between others that are here.
    private var isGap = false

    /// Notes that `sequence` exists and is not here. The first question comes after a pause.
    ///
    /// - Parameter isGap: false where nothing is here yet.
    mutating func miss(
        _ sequence: Sequence, isGap: Bool = true, pausing milliseconds: Int64 = 0, at now: Instant
    ) {
        self.isGap = self.isGap || isGap
        missing = max(missing ?? sequence, sequence)
        if missingSince == nil { missingSince = now }
        guard !isAsked else { return }
        askAt = earliest(askAt, now.advanced(byMilliseconds: milliseconds))
    }

    /// Asks once, although nothing is known to be missing.
    mutating func ask(at now: Instant) { askAt = now }

    /// Notes a question, and plans the next one.
    mutating func asked(pausing milliseconds: Int64, at now: Instant) {
        isAsked = missing != nil
        askAt = isAsked ? now.advanced(byMilliseconds: pauses * milliseconds) : nil
        pauses = min(2 * pauses, EventRepair.longestPause)
    }

    /// Notes that all events up to `sequence` are here. Returns whether that ends a gap that was asked for.
    mutating func reached(_ sequence: Sequence) -> Bool {
        guard let missing, missing <= sequence else { return false }
        defer { self = EventRepair() }
        return isAsked && isGap
    }
}
