import PagingEngine

/// The times at which an owner tells its newest event again, after its last word: the word may be lost, and the edges do not
/// know that anything is missing.
struct TailTimer: Hashable, Sendable {
    private let milliseconds: [Int64]
    private var saidAt: Instant?
    private var count = 0

    init(_ timing: ClusterTiming) {
        milliseconds = timing.tails
    }

    /// The time of the next tail.
    var next: Instant? {
        guard let saidAt, count < milliseconds.count else { return nil }
        return saidAt.advanced(byMilliseconds: milliseconds[count])
    }

    /// Notes a word.
    mutating func said(at now: Instant) {
        saidAt = now
        count = 0
    }

    /// Whether it is time for a tail; each is taken once.
    mutating func takeDue(at now: Instant) -> Bool {
        guard let next, next <= now else { return false }
        count += 1
        return true
    }
}
