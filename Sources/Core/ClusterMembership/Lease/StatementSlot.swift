import PagingEngine

/// One statement in flight, and the pause after one whose outcome is unknown.
struct StatementSlot<Statement: Hashable & Sendable>: Hashable, Sendable {
    private(set) var inFlight: Statement?
    private var pausedUntil: Instant?
    /// The sending of the first statement since the last outcome that is known; nil while nothing waits.
    private(set) var waitingSince: Instant?

    /// The end of the pause.
    var nextDeadline: Instant? { inFlight == nil ? pausedUntil : nil }

    func isFree(at now: Instant) -> Bool { inFlight == nil && (pausedUntil.map { $0 <= now } ?? true) }

    mutating func begin(_ statement: Statement, at now: Instant) {
        inFlight = statement
        pausedUntil = nil
        if waitingSince == nil { waitingSince = now }
    }

    /// Ends the statement in flight. Returns false when it is another one.
    mutating func end(_ statement: Statement, pausingUntil pause: Instant? = nil) -> Bool {
        guard inFlight == statement else { return false }
        inFlight = nil
        pausedUntil = pause
        if pause == nil { waitingSince = nil }
        return true
    }

    /// Notes that the last statement is not sent again.
    mutating func giveUp() { if inFlight == nil { waitingSince = nil } }
}
