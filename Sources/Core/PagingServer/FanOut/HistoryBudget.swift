/// The bytes that the histories of all rooms of a loop may hold together, homes and mirrors apart.
struct HistoryBudget: Sendable {
    private(set) var byteCount = 0
    private let byteLimit: Int

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// Notes that a history has grown or shrunk. Returns whether the histories are too large together: then the largest
    /// is to lose half, so that small rooms keep theirs and a search is rare.
    mutating func add(_ bytes: Int) -> Bool {
        byteCount += bytes
        return byteCount > byteLimit
    }
}
