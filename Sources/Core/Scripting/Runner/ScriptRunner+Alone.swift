package import PagingEngine

/// What the caller of an actor played alone asks it.
extension ScriptRunner {
    /// When the request with this tag was to be made; nil once it is answered, or cannot be any more.
    package func intendedTime(of tag: RequestTag) -> Instant? { performers[0].ledger.pending[tag] }

    /// When the present step was to begin.
    package var intendedTime: Instant { performers[0].clock }

    /// The barrier it stands at.
    package var barrier: String? { performers[0].barrier }

    /// Whether it looks at what becomes of the room now. While it does not, changes may be left out, as long as the
    /// newest one is told before anything else is.
    package var isWatching: Bool {
        if performers[0].heedsEvents || !isAlone { return true }
        switch performers[0].doing {
        case .arriving, .waiting, .collecting, .expecting: return true
        case .ready, .pausing, .dragging, .ended: return false
        }
    }

    /// Whether it ever expects to be in step with the others: then `othersOutOfStep` must be true whenever something is
    /// handed in.
    package var looksAtOthers: Bool { performers[0].looksAtOthers }

    /// Hands over what was not as the script says since the last call.
    package mutating func takeFailures() -> [ScriptFailure] {
        guard !failures.isEmpty else { return [] }
        defer { failures = [] }
        return failures
    }
}
