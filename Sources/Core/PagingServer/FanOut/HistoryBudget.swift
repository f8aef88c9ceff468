import Support

/// A room's part on one loop that holds a history: its home or its mirror.
protocol HistoryHolder: Sendable {
    var ring: FrameRing { get }
    /// Removes the older half of the history's bytes. Members that lack removed frames get a snapshot.
    mutating func halveHistory()
}

/// The bytes that the histories of all rooms of a loop may hold together, homes and mirrors apart.
struct HistoryBudget: Sendable {
    private(set) var byteCount = 0
    private let byteLimit: Int
    /// Whether a history has changed since the last search for a large one.
    private var hasChanged = false

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// Notes that a history has grown or shrunk.
    mutating func add(_ bytes: Int) {
        byteCount += bytes
        if bytes != 0 { hasChanged = true }
    }

    /// Halves the largest history until all fit together, so that small rooms keep theirs and a search is rare. The newest
    /// frame of each room stays: it does not count as large, and all newest frames together may exceed the limit. Then
    /// nothing is searched until a history changes. Returns the rooms whose history was halved.
    mutating func trim(_ rooms: inout DenseMap<String, some HistoryHolder>) -> [String] {
        guard hasChanged, byteCount > byteLimit else { return [] }
        hasChanged = false
        var halved: [String] = []
        while byteCount > byteLimit,
            let largest = rooms.indices.max(by: { rooms[$0].ring.olderByteCount < rooms[$1].ring.olderByteCount }),
            rooms[largest].ring.olderByteCount > 0
        {
            let before = rooms[largest].ring.byteCount
            rooms[largest].halveHistory()
            byteCount += rooms[largest].ring.byteCount - before
            halved.append(rooms.key(at: largest))
        }
        return halved
    }
}
