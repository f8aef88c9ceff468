import PagingEngine
import PagingRoom

/// Joins of a durable room that are answered once their own records are committed, so that the session in the answer
/// survives a crash. The room continues meanwhile.
struct HeldJoins: Sendable {
    private var joins: [(join: PendingJoin, after: RecordNumber)] = []

    var count: Int { joins.count }

    var addresses: [Address] { joins.map(\.join.address) }

    func address(of member: MemberID) -> Address? { joins.first { $0.join.member == member }?.join.address }

    func openedAt(of member: MemberID) -> Instant? { joins.first { $0.join.member == member }?.join.openedAt }

    mutating func hold(_ join: PendingJoin, until number: RecordNumber) {
        joins.append((join, number))
    }

    /// Takes the joins whose records `gate` has committed.
    mutating func takeCommitted(by gate: CommitGate) -> [PendingJoin] {
        let committed = joins.filter { gate.isCommitted($0.after) }
        if !committed.isEmpty { joins.removeAll { gate.isCommitted($0.after) } }
        return committed.map(\.join)
    }

    /// Takes a join that is not to be answered, with the record it waited for.
    mutating func drop(where isMeant: (PendingJoin) -> Bool) -> (join: PendingJoin, after: RecordNumber)? {
        joins.firstIndex { isMeant($0.join) }.map { joins.remove(at: $0) }
    }
}
