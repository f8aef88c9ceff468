import PagingContent
import PagingEngine
import PagingRoom

/// The requests of an actor, their answers, and what it expects from them.
struct RequestLedger: Hashable {
    /// The requests without an answer, with their intended times.
    private var pending: [RequestTag: Instant] = [:]
    /// The pages of unanswered edits.
    private var edits: [RequestTag: [Page]] = [:]
    /// The target of unanswered steps and jumps.
    private var expectedPlace: StepPlace?
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

    /// The intended time of a request; nil once it is answered or can no longer be.
    func intendedTime(of tag: RequestTag) -> Instant? { pending[tag] }

    /// The pager is expected on a place once the last request has its effect.
    mutating func expect(_ place: StepPlace?) { expectedPlace = place }

    /// The last request edits the pages.
    mutating func expect(_ pages: [Page], from tag: RequestTag) { edits[tag] = pages }

    /// Takes an answer to a request and returns the pages of an accepted edit; an unknown request changes nothing.
    mutating func answered(_ tag: RequestTag, _ answer: Answer) -> (isKnown: Bool, edited: [Page]?) {
        guard pending.removeValue(forKey: tag) != nil else { return (false, nil) }
        let edit = edits.removeValue(forKey: tag)
        take(answer, of: tag)
        guard case .refused = answer else { return (true, edit) }
        expectedPlace = nil
        return (true, nil)
    }

    private mutating func take(_ answer: Answer, of tag: RequestTag) {
        let result: Expectation.Outcome
        switch answer {
        case .accepted(_, let sequence, _):
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
    }

    /// Drops the requests of a lost connection.
    mutating func connectionLost() {
        pending = [:]
        answeredThrough = Sequence(0)
        expectedPlace = nil
        edits = [:]
    }

    /// Whether all requests are answered and their effects are in `replica`.
    func isSettled(in replica: Replica) -> Bool { pending.isEmpty && replica.sequence >= answeredThrough }

    /// The expected place of the pager: the place in `replica`, unless steps or jumps are unanswered.
    func place(in replica: Replica) -> StepPlace {
        isSettled(in: replica) ? replica.stepPlace : expectedPlace ?? replica.stepPlace
    }
}
