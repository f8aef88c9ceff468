import HeapModule
import PagingEngine

/// Which rooms want to be looked at when. A room that changes its mind leaves its old entry behind, which its time
/// tells from the one that counts.
struct Wakes: Sendable {
    private struct Entry: Comparable, Sendable {
        let at: Instant
        let room: String

        static func < (left: Entry, right: Entry) -> Bool { left.at < right.at }
    }

    private var heap = Heap<Entry>()

    var first: Instant? { heap.min?.at }

    var count: Int { heap.count }

    mutating func add(_ room: String, at moment: Instant) {
        heap.insert(Entry(at: moment, room: room))
    }

    /// Takes out one entry that is due.
    mutating func next(at now: Instant) -> (room: String, at: Instant)? {
        guard let first = heap.min, first.at <= now else { return nil }
        heap.removeMin()
        return (first.room, first.at)
    }
}
