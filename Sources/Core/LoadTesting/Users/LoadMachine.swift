/// Virtual users without sockets or a clock: events in, effects out. `LoadShell` drives it over sockets, `LoadStage` on a
/// virtual clock; one machine plays the share of one worker.
package protocol LoadMachine {
    associatedtype Inbound: Sendable
    associatedtype Outbound: Sendable

    /// `now` never runs backwards.
    mutating func handle(
        _ event: LoadEvent<Inbound>, at now: LoadTime, into effects: inout [LoadEffect<Outbound>])

    /// The shell has handed a message to the socket, `bytes` of payload. Only this counts as sent: messages that still
    /// wait for a full socket when its connection ends do not.
    mutating func sent(bytes: Int, at now: LoadTime)

    /// When the next `tick` is required; nil when only another event can change anything. Asked after every message, and
    /// `mutating` for that: to ask a machine that a class holds would copy it as a whole otherwise.
    var nextDeadline: LoadTime? { mutating get }

    /// The start of the run.
    var start: LoadTime { get }

    /// The whole seconds of the run before `now` that have not been taken.
    mutating func takeSeconds(at now: LoadTime) -> [LoadSecond]

    /// The measures until now; complete at the end, correct at any moment.
    func result(at now: LoadTime) -> LoadResult
}

/// A worker's share of a run.
package struct LoadShare: Hashable, Sendable, Codable {
    /// From 0.
    package var worker: Int
    package var workers: Int

    package init(worker: Int = 0, of workers: Int = 1) {
        precondition(0 <= worker && worker < workers, "expected a worker below \(workers), got \(worker)")
        self.worker = worker
        self.workers = workers
    }

    /// Whether the user with this number, counted over the whole plan, is this worker's.
    package func contains(user: Int) -> Bool { user % workers == worker }
}
