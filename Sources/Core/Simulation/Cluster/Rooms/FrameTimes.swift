import PagingEngine
import PagingServer

/// The moments at which frames were said: events when their home published them, all others when they were made.
struct FrameTimes {
    /// The first row of each moment at which any were made.
    private var made: [(row: Int, at: Instant)] = []
    private var published: [Int: Instant] = [:]

    /// Rows from `row` on are made at `now`.
    mutating func begin(at row: Int, now: Instant) {
        if made.last?.at != now { made.append((row, now)) }
    }

    /// Notes what a loop publishes.
    mutating func note(_ effect: ServerEffect, at now: Instant) {
        guard case .message(.publish(_, let publication), _) = effect else { return }
        for frame in publication.frames {
            for row in FrameTable.rows(frame) where published[row] == nil { published[row] = now }
        }
    }

    /// The moment at which a row was said.
    func said(_ row: Int) -> Instant? {
        if let moment = published[row] { return moment }
        var (low, high) = (0, made.count)
        while low < high {
            let middle = (low + high) / 2
            if made[middle].row <= row { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? made[low - 1].at : nil
    }
}
