/// The number of users of one worker that stand at a barrier, and of those it expects.
package struct BarrierStanding: Hashable, Sendable, Codable {
    package var name: String
    /// How often it has opened before, as far as the worker knows: users may come to a barrier repeatedly.
    package var round: Int
    package var standing: Int
    /// Those that stand there included.
    package var expected: Int

    package init(name: String, round: Int, standing: Int, expected: Int) {
        self.name = name
        self.round = round
        self.standing = standing
        self.expected = expected
    }
}

/// The barriers of several workers: one opens when nobody is missing in any worker.
///
/// Each worker reports every change, and every barrier it has opened: a report that was under way when the barrier opened
/// is recognized by its round and does not open it again.
package struct BarrierMeeting: Sendable {
    private var workers: Set<Int>
    private var standings: [String: [Int: BarrierStanding]] = [:]
    private var rounds: [String: Int] = [:]

    /// - Parameter workers: Number of workers, which are numbered from 0.
    package init(workers: Int) {
        self.workers = Set(0..<workers)
    }

    /// Takes a worker's report; true when every worker must open this barrier now.
    package mutating func note(_ standing: BarrierStanding, from worker: Int) -> Bool {
        standings[standing.name, default: [:]][worker] = standing
        return takeOpen(standing.name)
    }

    /// A worker has ended, and no barrier waits for its users: returns the barriers that open now.
    package mutating func leave(_ worker: Int) -> [String] {
        workers.remove(worker)
        for name in standings.keys { standings[name]?[worker] = nil }
        return standings.keys.sorted().filter { takeOpen($0) }
    }

    private mutating func takeOpen(_ name: String) -> Bool {
        let (round, known) = (rounds[name] ?? 0, standings[name] ?? [:])
        guard known.count == workers.count, known.values.allSatisfy({ $0.round == round }) else { return false }
        let standing = known.values.reduce(0) { $0 + $1.standing }
        guard standing > 0, standing >= known.values.reduce(0, { $0 + $1.expected }) else { return false }
        rounds[name] = round + 1
        return true
    }
}
