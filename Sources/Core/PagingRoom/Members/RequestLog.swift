/// The requests of a member on its present connection: the last answers, for ids that are sent again, and what records
/// say about them.
struct RequestLog: Sendable {
    static let answersKept = 16

    /// Nil for a connection that ends with the process: then records say nothing about its requests.
    let connection: ConnectionKey?
    /// The last id; 0 before the first.
    private(set) var last = RequestID(0)
    /// As in the newest record.
    private(set) var done: DoneRequest?
    private var answers: [(id: RequestID, answer: Answer)] = []
    /// The last requests that were refused: bit n stands for the id lower than `last` by n.
    private var refused: UInt32 = 0
    /// The last id at the time when the connection went on over another link: requests up to it may come again.
    private var resumed = RequestID(0)
    /// As in the record from which the room was restored.
    private let restored: DoneRequest?

    init(on connection: ConnectionKey? = nil) {
        self.connection = connection
        restored = nil
    }

    init(restoring done: DoneRequest) {
        connection = done.connection
        restored = done
        (self.done, last, refused) = (done, done.id, done.refused)
    }

    /// The answer to an id sent before: the same while it is kept, or that it was performed, if a record says so. Nil
    /// when neither is known. `newest` is the number of the newest event.
    func answer(to id: RequestID, newest: Sequence) -> Answer? {
        if let kept = answers.first(where: { $0.id == id }) { return kept.answer }
        // The events of the request had their numbers in another epoch; in this one every event follows them.
        if restored?.isPerformed(id) == true { return .accepted(id, newest) }
        let isPerformed = id <= resumed && (refused >> (last.number - id.number)) & 1 == 0
        return isPerformed ? .accepted(id, newest) : nil
    }

    /// Goes on over another link. Its edge sends again what it has no answer to, which may be more than the answers that
    /// are kept.
    mutating func resume() { resumed = last }

    mutating func record(_ answer: Answer, to id: RequestID) {
        advance(to: id)
        if case .refused = answer { refused |= 1 }
        if answers.count == RequestLog.answersKept { answers.removeFirst() }
        answers.append((id, answer))
    }

    /// Goes on above `id`: requests up to it have their answers and are not performed again.
    mutating func advance(to id: RequestID) {
        guard id > last else { return }
        refused <<= id.number - last.number
        last = id
    }

    /// Notes that the last request was accepted and changed something that records keep. Returns what its record says.
    mutating func markDone() -> DoneRequest? {
        done = connection.map { DoneRequest(on: $0, id: last, refused: refused) }
        return done
    }
}

/// The newest request of a member that was accepted and changed something that records keep.
package struct DoneRequest: Hashable, Sendable {
    /// The connection that sent it; the ids of any other connection are others.
    package var connection: ConnectionKey
    package var id: RequestID
    /// The requests before it that were refused: bit n stands for the id lower by n.
    package var refused: UInt32

    package init(on connection: ConnectionKey, id: RequestID, refused: UInt32 = 0) {
        self.connection = connection
        self.id = id
        self.refused = refused
    }

    /// Whether the request `id` was performed, or had nothing to do. Refusals before the last 31 ids are forgotten.
    func isPerformed(_ id: RequestID) -> Bool {
        id <= self.id && (refused >> (self.id.number - id.number)) & 1 == 0
    }
}
