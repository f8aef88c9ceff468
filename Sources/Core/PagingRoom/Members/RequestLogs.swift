import PagingEngine

/// The requests of all members, each on its present connection: which were answered, and which records keep.
struct RequestLogs: Sendable {
    /// Members whose requests have begun, or whose connection has an identity.
    private var logs: [MemberID: RequestLog] = [:]
    /// The sender of the newest request, if it was accepted, until the record of its call is taken.
    private var accepted: MemberID?

    subscript(member: MemberID) -> RequestLog? { logs[member] }

    /// Begins with the requests of a new connection, whose ids start again.
    mutating func start(of member: MemberID, on connection: ConnectionKey?) {
        logs[member] = connection.map { RequestLog(on: $0) }
    }

    /// Goes on with the requests of `connection`, of which those up to `answered` have their answers. Returns whether
    /// it is the member's connection already.
    mutating func resume(of member: MemberID, on connection: ConnectionKey, answered: RequestID) -> Bool {
        let isKnown = logs[member]?.connection == connection
        if isKnown { logs[member]?.resume() } else { start(of: member, on: connection) }
        logs[member]?.advance(to: answered)
        return isKnown
    }

    mutating func remove(_ member: MemberID) { logs[member] = nil }

    /// The answer to an id sent before: the same again, or a refusal where it is no longer known. Nil for a new id.
    /// `newest` is the number of the newest event.
    func repeatedAnswer(to id: RequestID, of member: MemberID, newest: Sequence) -> Answer? {
        guard let log = logs[member], id <= log.last else { return nil }
        if let answer = log.answer(to: id, newest: newest) { return answer }
        let reason = "id: \(id.number) is not above the last one, \(log.last.number)"
        return .refused(id, Refusal(.badRequest, reason), newest)
    }

    mutating func record(_ answer: Answer, to id: RequestID, of member: MemberID) {
        logs[member, default: RequestLog()].record(answer, to: id)
        if case .accepted = answer { accepted = member }
    }

    /// Notes whether the last call changed anything that records keep; then its request, if it was accepted, is done.
    /// Returns what the record of the call says about it.
    mutating func takeDone(hasChanged: Bool) -> [MemberID: DoneRequest] {
        defer { accepted = nil }
        guard hasChanged, let accepted, let done = logs[accepted]?.markDone() else { return [:] }
        return [accepted: done]
    }

    /// The newest done request of each member.
    var done: [MemberID: DoneRequest] { logs.compactMapValues(\.done) }

    mutating func restore(_ done: [MemberID: DoneRequest]) {
        logs = done.mapValues { RequestLog(restoring: $0) }
    }
}
