import HeapModule

/// Which users want to be looked at when. A user that changes its mind leaves its old entry behind, which its time tells
/// from the one that counts.
struct Agenda: Sendable {
    private struct Entry: Comparable, Sendable {
        let at: LoadTime
        let user: Int

        static func < (left: Entry, right: Entry) -> Bool { (left.at, left.user) < (right.at, right.user) }
    }

    private var heap: Heap<Entry>

    var first: LoadTime? { heap.min?.at }

    var count: Int { heap.count }

    /// Each user at its moment, and nothing left behind.
    init(_ users: [(user: Int, at: LoadTime)] = []) {
        heap = Heap(users.map { Entry(at: $0.at, user: $0.user) })
    }

    mutating func add(_ user: Int, at moment: LoadTime) {
        heap.insert(Entry(at: moment, user: user))
    }

    /// Takes out one entry that is due.
    mutating func next(at now: LoadTime) -> (user: Int, at: LoadTime)? {
        guard let first = heap.min, first.at <= now else { return nil }
        heap.removeMin()
        return (first.user, first.at)
    }
}
