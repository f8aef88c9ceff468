/// How many users of one worker stand at a barrier, and how many are to come there.
package struct BarrierStanding: Hashable, Sendable, Codable {
    package var name: String
    /// How often it has opened before, as far as the worker knows: users may come to a barrier again and again.
    package var round: Int
    package var standing: Int
    /// Those who stand included.
    package var expected: Int

    package init(name: String, round: Int, standing: Int, expected: Int) {
        self.name = name
        self.round = round
        self.standing = standing
        self.expected = expected
    }
}

/// Brings the users of several workers together: a barrier opens when nobody is missing in any of them.
///
/// Each worker tells of every change and whenever it has opened a barrier, so that words which were under way when it opened
/// are known by their round and do not open it again.
package struct BarrierMeeting: Sendable {
    private var workers: Set<Int>
    private var standings: [String: [Int: BarrierStanding]] = [:]
    private var rounds: [String: Int] = [:]

    /// - Parameter workers: How many there are, numbered from 0.
    package init(workers: Int) {
        self.workers = Set(0..<workers)
    }

    /// What a worker says; true when every worker is to open this barrier now.
    package mutating func note(_ standing: BarrierStanding, from worker: Int) -> Bool {
        standings[standing.name, default: [:]][worker] = standing
        return takeOpen(standing.name)
    }

    /// A worker has come to its end, and nobody waits for its users any more: the barriers that open now.
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
