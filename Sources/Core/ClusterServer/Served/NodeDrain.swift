import PagingEngine

/// The hand-over of all rooms of a node that goes away, a few at a time: while a room is handed over its members wait.
struct NodeDrain: Sendable {
    private static let roomsAtOnce = 4

    private(set) var isDraining = false
    /// Rooms that come to rest, since when, and whether their movement is cut off by now.
    private var preparing: [String: (since: Instant, isForced: Bool)] = [:]
    private var isReported = false
    /// Whether another node may take the rooms.
    private var hasOthers = false
    private let restMilliseconds: Int64

    init(_ timing: ClusterTiming) {
        restMilliseconds = timing.rest
    }

    mutating func begin() { isDraining = true }

    /// The hand-over of the room has ended, well or not.
    mutating func end(_ room: String) { preparing[room] = nil }

    /// Takes the rooms to prepare now, out of those that are served. Without other nodes they stay.
    mutating func takeDue(
        of rooms: [String], hasOthers: Bool, at now: Instant
    ) -> [(room: String, isForced: Bool)] {
        self.hasOthers = hasOthers
        guard isDraining, hasOthers else { return [] }
        var due: [(room: String, isForced: Bool)] = []
        for (room, state) in preparing.sorted(by: { $0.key < $1.key })
        where !state.isForced && now.milliseconds(since: state.since) >= restMilliseconds {
            preparing[room]?.isForced = true
            due.append((room, true))
        }
        for room in rooms where preparing[room] == nil && preparing.count < NodeDrain.roomsAtOnce {
            preparing[room] = (now, false)
            due.append((room, false))
        }
        return due
    }

    /// The time at which a room is to be cut off.
    var nextDeadline: Instant? {
        guard hasOthers else { return nil }
        return preparing.values.filter { !$0.isForced }.map { $0.since.advanced(byMilliseconds: restMilliseconds) }
            .min()
    }

    /// Whether to report that nothing is left to hand over; once.
    mutating func takeReport(isOver: Bool) -> Bool {
        guard isDraining, isOver, !isReported else { return false }
        isReported = true
        return true
    }
}
