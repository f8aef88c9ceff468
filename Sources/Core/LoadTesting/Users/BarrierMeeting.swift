/// Users of one worker at a barrier: the number that wait there, and the number that the barrier expects.
package struct BarrierState: Hashable, Sendable, Codable {
    package var name: String
    /// Number of times the barrier has opened, as known to the worker. Users may reach a barrier repeatedly.
    package var round: Int
    package var waiting: Int
    /// Expected users, including those that wait.
    package var expected: Int

    package init(name: String, round: Int, waiting: Int, expected: Int) {
        self.name = name
        self.round = round
        self.waiting = waiting
        self.expected = expected
    }
}

/// The barriers of several workers: one opens when all expected users of all workers wait there.
///
/// Each worker reports every change, and every barrier it has opened: a report that was under way when the barrier opened
/// is recognized by its round and does not open it again.
package struct BarrierMeeting: Sendable {
    private var workers: Set<Int>
    private var states: [String: [Int: BarrierState]] = [:]
    private var rounds: [String: Int] = [:]

    /// - Parameter workers: Number of workers, which are numbered from 0.
    package init(workers: Int) {
        self.workers = Set(0..<workers)
    }

    /// Takes a worker's report; true when every worker must open this barrier now.
    package mutating func note(_ state: BarrierState, from worker: Int) -> Bool {
        states[state.name, default: [:]][worker] = state
        return takeOpen(state.name)
    }

    /// A worker has ended, and no barrier waits for its users: returns the barriers that open now.
    package mutating func leave(_ worker: Int) -> [String] {
        workers.remove(worker)
        for name in states.keys { states[name]?[worker] = nil }
        return states.keys.sorted().filter { takeOpen($0) }
    }

    private mutating func takeOpen(_ name: String) -> Bool {
        let (round, known) = (rounds[name] ?? 0, states[name] ?? [:])
        guard known.count == workers.count, known.values.allSatisfy({ $0.round == round }) else { return false }
        let waiting = known.values.reduce(0) { $0 + $1.waiting }
        guard waiting > 0, waiting >= known.values.reduce(0, { $0 + $1.expected }) else { return false }
        rounds[name] = round + 1
        return true
    }
}
