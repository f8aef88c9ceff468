import PagingEngine

/// The current activity of an actor. Transitions: ready → any; any → ready when done or out of time; ready → ended.
enum PerformerActivity: Hashable {
    case ready
    /// Waits for `joined`, after `connect`, `reconnect` or a lost connection.
    case arriving(until: Instant)
    case pausing(until: Instant)
    /// Plays the samples of a drag.
    case dragging
    case waiting(Wait.Condition, until: Instant)
    /// Waits until all requests are answered and seen, then compares.
    case collecting(Expectation, until: Instant)
    case expecting(Expectation, until: Instant)
    case ended
}
