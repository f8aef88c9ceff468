import PagingServer

/// The bytes that the histories of all rooms hold together: of those that this node owns, or of those that it follows.
///
/// Rooms of a loop have a `HistoryBudget`, which finds each room by its place; here rooms report what they hold.
struct RingBudget: Sendable {
    private var histories: [String: (all: Int, older: Int)] = [:]
    private var byteCount = 0
    private let byteLimit: Int

    init(_ settings: ClusterCoreSettings) {
        byteLimit = ServerSettings.historiesAtFullSize * settings.historyBytes
    }

    /// Notes the history of a room; nil: it has none.
    mutating func note(_ ring: FrameRing?, of room: String) {
        byteCount += (ring?.byteCount ?? 0) - (histories[room]?.all ?? 0)
        histories[room] = ring.map { ($0.byteCount, $0.olderByteCount) }
    }

    /// The room whose history is to be halved, while all together are too large: the one with the most bytes beside its
    /// newest event, which stays.
    var excess: String? {
        guard byteCount > byteLimit,
            let largest = histories.max(by: { ($0.value.older, $0.key) < ($1.value.older, $1.key) }),
            largest.value.older > 0
        else { return nil }
        return largest.key
    }
}

extension FrameRing {
    /// Removes the older half of the bytes.
    mutating func halve() { trim(to: byteCount / 2) }
}
