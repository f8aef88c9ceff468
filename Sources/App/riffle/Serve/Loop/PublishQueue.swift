import PagingRoom
import PagingServer

/// Rooms whose committed records are not published yet. Each turn of the loop takes a few, because one commit may release
/// hundreds of rooms.
struct PublishQueue {
    private let budget: LoopBudget
    private var positions: [String: RecordNumber] = [:]

    init(budget: LoopBudget = .standard) {
        self.budget = budget
    }

    var isEmpty: Bool { positions.isEmpty }

    /// Adds committed records; of one room the newest counts.
    mutating func add(_ committed: [String: RecordNumber]) {
        positions.merge(committed, uniquingKeysWith: max)
    }

    /// Drops a removed room: its record numbers mean nothing in a later room with its name.
    mutating func remove(_ room: String) { positions[room] = nil }

    /// Takes the rooms of one turn.
    mutating func take() -> [String: RecordNumber] {
        var portion: [String: RecordNumber] = [:]
        while portion.count < budget.committedRoomsPerTurn, let (room, number) = positions.popFirst() {
            portion[room] = number
        }
        return portion
    }
}
