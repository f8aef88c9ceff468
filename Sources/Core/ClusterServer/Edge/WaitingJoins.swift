import PagingServer

/// Joins without an answer, in the order in which they came: one a connection.
struct WaitingJoins: Sendable {
    private var joins: [Address: (order: Int, join: JoinRequest)] = [:]
    private var added = 0

    var isEmpty: Bool { joins.isEmpty }

    var count: Int { joins.count }

    var all: [JoinRequest] { joins.values.sorted { $0.order < $1.order }.map(\.join) }

    mutating func add(_ join: JoinRequest) {
        added += 1
        joins[join.address] = (added, join)
    }

    mutating func take(of address: Address) -> JoinRequest? { joins.removeValue(forKey: address)?.join }

    mutating func take(where isMeant: (JoinRequest) -> Bool) -> [JoinRequest] {
        let taken = all.filter(isMeant)
        for join in taken { joins[join.address] = nil }
        return taken
    }
}
