package import PagingEngine

/// Queries for a runner with a single actor.
extension ScriptRunner {
    /// The intended time of the request with this tag; nil once it is answered or can no longer be.
    package func intendedTime(of tag: RequestTag) -> Instant? { performers[0].ledger.pending[tag] }

    /// The intended start of the current step.
    package var intendedTime: Instant { performers[0].clock }

    /// The barrier at which the actor waits.
    package var barrier: String? { performers[0].barrier }

    /// Whether the actor looks at changes of the room now. While it does not, changes may be skipped, provided the
    /// newest one is handed in before any other input.
    package var isWatching: Bool {
        if performers[0].heedsEvents || !isAlone { return true }
        switch performers[0].doing {
        case .arriving, .waiting, .collecting, .expecting: return true
        case .ready, .pausing, .dragging, .ended: return false
        }
    }

    /// Whether a step expects all actors in step: then `othersOutOfStep` must be current for every input.
    package var looksAtOthers: Bool { performers[0].looksAtOthers }

    /// Returns the failures since the last call.
    package mutating func takeFailures() -> [ScriptFailure] {
        guard !failures.isEmpty else { return [] }
        defer { failures = [] }
        return failures
    }
}
