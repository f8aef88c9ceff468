import PagingEngine
import PagingRoom

/// The requests of an actor and their answers.
struct RequestLedger: Hashable {
    /// The requests without an answer, with their intended times.
    private(set) var pending: [RequestTag: Instant] = [:]
    private var lastTag = RequestTag(0)
    private var newestAnswered = RequestTag(0)
    /// The event that shows the effect of the newest answer.
    private var answeredThrough = Sequence(0)
    /// The last event caused by an accepted request; kept when the connection ends.
    private(set) var committed: Sequence?
    /// The answer to the newest answered request.
    private(set) var outcome: Expectation.Outcome?

    mutating func issue(intendedAt moment: Instant) -> RequestTag {
        lastTag = RequestTag(lastTag.number + 1)
        pending[lastTag] = moment
        return lastTag
    }

    /// Notes an answer; false when the request is unknown.
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

    /// Drops the requests of a lost connection.
    mutating func connectionLost() {
        pending = [:]
        answeredThrough = Sequence(0)
    }

    /// Whether all requests are answered and their effects are in `replica`.
    func isSettled(in replica: Replica) -> Bool { pending.isEmpty && replica.sequence >= answeredThrough }
}
