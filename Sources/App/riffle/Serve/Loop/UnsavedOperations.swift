import PagingRoom
import PagingServer

/// Orders of operators to rooms of a node whose records are not committed yet: their answers wait.
struct UnsavedOperations {
    private struct UnsavedOperation {
        let room: String
        /// The newest record of the room after the order.
        let number: RecordNumber
        let outcome: RoomOperationOutcome
        let answer: OneShot<RoomOperationOutcome>
    }

    private var operations: [UnsavedOperation] = []

    mutating func add(
        _ outcome: RoomOperationOutcome, on room: String, upTo number: RecordNumber,
        _ answer: OneShot<RoomOperationOutcome>
    ) {
        operations.append(UnsavedOperation(room: room, number: number, outcome: outcome, answer: answer))
    }

    /// Answers the orders whose records are committed; `rooms` has the newest committed record of each room.
    mutating func committed(_ rooms: [String: RecordNumber]) {
        take { operation in rooms[operation.room].map { operation.number <= $0 } ?? false }
            .forEach { $0.answer.give($0.outcome) }
    }

    /// Answers all orders to a room that this loop no longer hosts: their records may be lost.
    mutating func end(_ room: String) { take { $0.room == room }.forEach { $0.answer.give(.moving) } }

    private mutating func take(where isMeant: (UnsavedOperation) -> Bool) -> [UnsavedOperation] {
        guard !operations.isEmpty else { return [] }
        defer { operations.removeAll(where: isMeant) }
        return operations.filter(isMeant)
    }
}
