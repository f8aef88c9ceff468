import PagingEngine
import Support

/// The next moment at which each room has something to do.
struct RoomTimers: Sendable {
    private var queue = TimerQueue<Instant, String>()
    private var planned: [String: Instant] = [:]

    /// The first moment, which another one may have replaced.
    var next: Instant? { queue.first }

    mutating func plan(_ room: String, at moment: Instant?) {
        guard planned[room] != moment else { return }
        planned[room] = moment
        if let moment { queue.add(room, at: moment) }
        // Replaced moments are removed once they are the majority.
        if queue.count > 4 * planned.count + 16 {
            queue = TimerQueue(planned.map { (element: $0.key, moment: $0.value) })
        }
    }

    mutating func takeDue(at now: Instant) -> [String] {
        var due: [String] = []
        while let (room, moment) = queue.popDue(at: now) {
            guard planned[room] == moment else { continue }
            planned[room] = nil
            due.append(room)
        }
        return due
    }
}
