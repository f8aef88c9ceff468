import PagingClient
import PagingRoom
import Scripting

/// A user's way into its room, from the intended start to the first state as new as the welcome.
struct JoinAttempt: Sendable {
    /// When the whole was intended, and its present connection attempt.
    private let intended: LoadTime
    private let attemptIntended: LoadTime
    /// When the present attempt was made.
    private let attempted: LoadTime
    /// The sequence of the welcome; nil before it.
    private var welcomed: Sequence?

    init(intended: LoadTime, attempted: LoadTime) {
        (self.intended, attemptIntended, self.attempted) = (intended, intended, attempted)
    }

    /// Another attempt after a failed one, or after a lost connection.
    init(after previous: JoinAttempt?, due: LoadTime, attempted: LoadTime) {
        (intended, attemptIntended, self.attempted) = (previous?.intended ?? due, due, attempted)
    }

    mutating func welcomed(_ sequence: Sequence) {
        welcomed = sequence
    }

    mutating func connectionLost() {
        welcomed = nil
    }

    /// Whether a replica is as new as the welcome.
    func isComplete(at sequence: Sequence) -> Bool { welcomed.map { sequence >= $0 } ?? false }

    /// Whether the room has sent its welcome.
    var isWelcomed: Bool { welcomed != nil }

    /// Microseconds since the whole was intended.
    func waited(at now: LoadTime) -> Int64 { now.microseconds(since: intended) }

    /// Counts an attempt that its user leaves unfinished.
    ///
    /// - Parameters:
    ///   - measure: `connect` while the connection opens, else `join` or `catchUp`.
    func noteUnanswered(_ measure: Measure, _ recorder: inout LoadRecorder, of actor: Int, at now: LoadTime) {
        let since = measure == .connect ? attemptIntended : intended
        guard now.microseconds(since: since) >= LoadRecorder.waitThatCounts else { return }
        recorder.unanswered(measure, intended: since, made: attempted, of: actor, at: now)
    }

    func recordConnect(_ recorder: inout LoadRecorder, of actor: Int = 0, at now: LoadTime) {
        recorder.record(
            .connect, now.microseconds(since: attemptIntended), naive: now.microseconds(since: attempted), of: actor,
            at: now)
    }

    /// - Parameter isReturn: whether the user has been in the room before.
    func recordJoin(isReturn: Bool, _ recorder: inout LoadRecorder, of actor: Int = 0, at now: LoadTime) {
        recorder.admitted()
        recorder.record(
            isReturn ? .catchUp : .join, now.microseconds(since: intended), naive: now.microseconds(since: attempted),
            of: actor, at: now)
    }
}

/// The requests of one user that wait for their answers.
struct PendingRequests: Sendable {
    private struct PendingRequest: Sendable {
        let id: RequestID
        let tag: RequestTag
        let intended: LoadTime
        let made: LoadTime
    }

    private var entries: [PendingRequest] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ id: RequestID, _ tag: RequestTag, intended: LoadTime, made: LoadTime) {
        entries.append(PendingRequest(id: id, tag: tag, intended: intended, made: made))
    }

    /// Records the answer's latency; the runner's tag of the request and its times, nil for an unknown one.
    mutating func answered(
        _ id: RequestID, _ recorder: inout LoadRecorder, of actor: Int = 0, at now: LoadTime
    ) -> (tag: RequestTag, times: RequestTimes)? {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
        let entry = entries.remove(at: index)
        recorder.record(
            .ack, now.microseconds(since: entry.intended), naive: now.microseconds(since: entry.made), of: actor,
            at: now)
        return (entry.tag, RequestTimes(due: entry.intended, made: entry.made))
    }

    /// Counts the requests that their user still waits for when it leaves, and forgets all.
    mutating func leave(_ recorder: inout LoadRecorder, of actor: Int, at now: LoadTime) {
        for entry in entries where now.microseconds(since: entry.made) >= LoadRecorder.waitThatCounts {
            recorder.unanswered(.ack, intended: entry.intended, made: entry.made, of: actor, at: now)
        }
        entries = []
    }

    /// Counts a request that will never be answered.
    mutating func giveUp(_ id: RequestID, _ recorder: inout LoadRecorder, of actor: Int, at now: LoadTime) {
        guard let entry = entries.first(where: { $0.id == id }) else { return }
        forget(id)
        recorder.unanswered(.ack, intended: entry.intended, made: entry.made, of: actor, at: now)
    }

    /// Ends the wait for an answer.
    mutating func forget(_ id: RequestID) {
        entries.removeAll { $0.id == id }
    }
}
