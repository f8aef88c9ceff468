import PagingServer

/// Those who join and those who are gone, on their way into the core in their order: some in each turn of the loop, so
/// that other sockets have theirs in between, and all of a turn together, so that the rest hear of them at once.
struct JoinLeaveQueue {
    /// What a turn may cost. A newcomer is handshake, history and the word to the others; who is gone is a word only.
    static let costPerTurn = 16
    private static let joinCost = 4
    private static let goneCost = 1

    private var waiting: [(peer: PeerID, event: ServerEvent, cost: Int)] = []
    /// Those before it have had their turn.
    private var next = 0
    /// How much of each connection waits: nothing that came later may come in before that.
    private var counts: [PeerID: Int] = [:]

    var isEmpty: Bool { next == waiting.count }

    /// Whether something of the connection waits.
    func contains(_ peer: PeerID) -> Bool { counts[peer] != nil }

    mutating func append(received event: ServerEvent, from peer: PeerID) {
        append(event, of: peer, cost: JoinLeaveQueue.joinCost)
    }

    mutating func append(closed peer: PeerID) {
        append(.closed(peer), of: peer, cost: JoinLeaveQueue.goneCost)
    }

    private mutating func append(_ event: ServerEvent, of peer: PeerID, cost: Int) {
        waiting.append((peer, event, cost))
        counts[peer, default: 0] += 1
    }

    /// Takes out those whose turn it is.
    mutating func take() -> [ServerEvent] {
        var turn: [ServerEvent] = []
        var cost = 0
        while next < waiting.count, cost + waiting[next].cost <= JoinLeaveQueue.costPerTurn {
            let (peer, event, own) = waiting[next]
            turn.append(event)
            cost += own
            next += 1
            let rest = (counts[peer] ?? 1) - 1
            counts[peer] = rest > 0 ? rest : nil
        }
        if isEmpty {
            waiting = []
            next = 0
        }
        return turn
    }
}
