import PagingContent
import PagingEngine
import PagingRoom

/// The connection of one actor, and what it knows through it: the room, the answers to its requests, and the events
/// that it has seen and not yet waited for.
struct ActorSession {
    enum Connection: Hashable {
        case outside
        case inside
        /// Lost without a `cut`; the client reconnects by itself.
        case lost
        case cut
    }

    private(set) var connection = Connection.outside
    /// Reason of the last connection, or attempt to connect, that failed; nil once the actor is in the room.
    private(set) var lastFailure: String?
    private var view = RoomView()
    private var ledger = RequestLedger()
    private var memory = EventMemory()

    // MARK: Inputs

    mutating func joined(_ replica: Replica, serverTime: Instant, at now: Instant) {
        view.look(at: replica, serverTime: serverTime, now: now)
        connection = .inside
        lastFailure = nil
    }

    mutating func connectionFailed(_ reason: String) { lastFailure = reason }

    /// - Parameter isWaitedFor: Whether a step waits for an event.
    mutating func changed(
        by event: Event?, _ replica: Replica, serverTime: Instant, at now: Instant, isWaitedFor: Bool
    ) {
        view.look(at: replica, serverTime: serverTime, now: now)
        guard let event else { return }
        view.hear(event)
        memory.note(event, in: replica, isWaitedFor: isWaitedFor)
    }

    mutating func answered(_ tag: RequestTag, _ answer: Answer) -> (isKnown: Bool, edited: [Page]?) {
        ledger.answered(tag, answer)
    }

    /// Drops the state of the connection.
    mutating func end(as connection: Connection) {
        self.connection = connection
        ledger.connectionLost()
    }

    /// Leaves the room, which is no longer seen.
    mutating func leave() {
        end(as: .outside)
        view.leave()
    }

    // MARK: Requests

    mutating func issue(intendedAt moment: Instant) -> RequestTag { ledger.issue(intendedAt: moment) }

    /// The request moves the pager to `place`.
    mutating func expect(_ place: StepPlace?) { ledger.expect(place) }

    /// The request with this tag edits the pages.
    mutating func expect(_ pages: [Page], from tag: RequestTag) { ledger.expect(pages, from: tag) }

    /// Forgets the events before an action of the actor.
    mutating func forgetEvents() { memory.clear() }

    func intendedTime(of tag: RequestTag) -> Instant? { ledger.intendedTime(of: tag) }

    /// The number of the last event caused by a request; nil when none was accepted.
    var committed: Sequence? { ledger.committed }

    // MARK: The room

    /// The newest view of the room; nil before the actor joined and after it left.
    var current: RoomView.Moment? { view.current }

    /// The place of the pager when all requests have their effect.
    func place(in replica: Replica) -> StepPlace { ledger.place(in: replica) }

    /// Whether the actor is in the room and all its requests are answered and seen.
    var isSettled: Bool { connection == .inside && hasSeenAnswers }

    private var hasSeenAnswers: Bool { view.current.map { ledger.isSettled(in: $0.replica) } ?? false }

    /// Whether a condition holds; takes the event of the condition.
    mutating func holds(_ condition: Wait.Condition, at now: Instant) -> Bool {
        guard connection == .inside, view.current != nil else { return false }
        if case .event(let name, let author) = condition { return memory.take(name, by: author) }
        return check(of: condition).holds(at: now)
    }

    /// The state found instead of a condition, in words.
    func found(insteadOf condition: Wait.Condition) -> String { check(of: condition).found }

    private func check(of condition: Wait.Condition) -> WaitCheck {
        WaitCheck(condition: condition, view: view, isSettled: hasSeenAnswers)
    }

    /// The moment at which a condition holds without another input; nil when there is none.
    func moment(of condition: Wait.Condition) -> Instant? {
        connection == .inside ? view.animationTime(of: condition) : nil
    }

    /// The differences from an expectation, in words; nil while no room is seen.
    func differences(from expectation: Expectation, othersOutOfStep: [String], at now: Instant) -> [String]? {
        guard let view = view.current else { return nil }
        let check = ExpectationCheck(
            expectation: expectation, view: view, selected: memory.selected, outcome: ledger.outcome,
            othersOutOfStep: othersOutOfStep)
        return check.differences(at: now)
    }
}
