import PagingEngine
import PagingRoom

/// What an actor has asked for and what became of it.
struct RequestLedger: Hashable {
    /// What is not answered yet, and when it was to be asked.
    private(set) var pending: [RequestTag: Instant] = [:]
    private var lastTag = RequestTag(0)
    private var newestAnswered = RequestTag(0)
    /// The event that shows the newest answer's effect.
    private var answeredThrough = Sequence(0)
    /// The last event that an accepted request caused; kept when the connection goes.
    private(set) var committed: Sequence?
    /// What became of the newest request that was answered.
    private(set) var outcome: Expectation.Outcome?

    mutating func issue(intendedAt moment: Instant) -> RequestTag {
        lastTag = RequestTag(lastTag.number + 1)
        pending[lastTag] = moment
        return lastTag
    }

    /// Notes an answer; false when nobody waits for it.
    mutating func answered(_ tag: RequestTag, _ answer: Answer) -> Bool {
        guard pending.removeValue(forKey: tag) != nil else { return false }
        let result: Expectation.Outcome
        switch answer {
        case .accepted(_, let sequence):
            answeredThrough = max(answeredThrough, sequence)
            committed = max(committed ?? sequence, sequence)
            result = .accepted
        case .refused(_, let refusal, let sequence):
            answeredThrough = max(answeredThrough, sequence)
            result = .refused(refusal.code)
        }
        if tag > newestAnswered {
            newestAnswered = tag
            outcome = result
        }
        return true
    }

    /// Forgets what a lost connection will not answer any more.
    mutating func connectionLost() {
        pending = [:]
        answeredThrough = Sequence(0)
    }

    /// Whether everything asked for is answered and its effects are in `replica`.
    func isSettled(in replica: Replica) -> Bool { pending.isEmpty && replica.sequence >= answeredThrough }
}
