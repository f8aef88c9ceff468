/// Virtual users without sockets or a clock: happenings in, effects out. Sockets drive it in life, a virtual clock with
/// `--sim`; one machine plays the share of one worker.
package protocol LoadMachine {
    associatedtype Inbound: Sendable
    associatedtype Outbound: Sendable

    /// `now` never runs backwards.
    mutating func handle(
        _ event: LoadEvent<Inbound>, at now: LoadTime, into effects: inout [LoadEffect<Outbound>])

    /// The shell has handed a message to the socket, `bytes` of payload. Only this counts as sent: what a full socket
    /// still keeps waiting when its connection ends was not.
    mutating func sent(bytes: Int, at now: LoadTime)

    /// When the next `tick` is due; nil when only something from outside can go on.
    var nextDeadline: LoadTime? { get }

    /// What was measured until now: whole at the end, true at any moment.
    func result(at now: LoadTime) -> LoadResult
}

/// A worker's share of a run.
package struct LoadShare: Hashable, Sendable, Codable {
    /// From 0.
    package var worker: Int
    package var workers: Int

    package init(worker: Int = 0, of workers: Int = 1) {
        precondition(0 <= worker && worker < workers, "a worker is one of the workers")
        self.worker = worker
        self.workers = workers
    }

    /// Whether the user with this number, counted over the whole plan, is this worker's.
    package func contains(user: Int) -> Bool { user % workers == worker }
}
