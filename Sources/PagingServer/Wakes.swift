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

    private var heap: Heap<Entry>

    /// Each room at its moment; the order counts among rooms with the same.
    init(_ rooms: [(room: String, at: Instant)] = []) {
        heap = Heap(rooms.map { Entry(at: $0.at, room: $0.room) })
    }

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
