import PagingServer

/// Joins and leaves on their way into the core, in order. Each turn of the loop takes a few, so that other sockets are
/// served in between, and takes them together, so that the other members hear of them in one message.
struct JoinLeaveQueue {
    private let budget: LoopBudget
    private var queue = WorkQueue<(peer: PeerID, event: ServerEvent, cost: Int)>()
    /// Waiting events of each connection; later ones must not overtake them.
    private var counts: [PeerID: Int] = [:]

    init(budget: LoopBudget = .standard) {
        self.budget = budget
    }

    var isEmpty: Bool { queue.isEmpty }

    /// Whether an event of the connection waits.
    func contains(_ peer: PeerID) -> Bool { counts[peer] != nil }

    mutating func append(received event: ServerEvent, from peer: PeerID) {
        append(event, of: peer, cost: budget.joinCost)
    }

    mutating func append(closed peer: PeerID) {
        append(.closed(peer), of: peer, cost: budget.leaveCost)
    }

    private mutating func append(_ event: ServerEvent, of peer: PeerID, cost: Int) {
        queue.append((peer, event, cost))
        counts[peer, default: 0] += 1
    }

    /// Takes the events of one turn.
    mutating func take() -> [ServerEvent] {
        guard !isEmpty else { return [] }
        var (count, cost) = (0, 0)
        for element in queue.waiting {
            cost += element.cost
            guard cost <= budget.membershipCostPerTurn else { break }
            count += 1
        }
        return queue.take(count).map { peer, event, _ in
            let rest = (counts[peer] ?? 1) - 1
            counts[peer] = rest > 0 ? rest : nil
            return event
        }
    }
}
