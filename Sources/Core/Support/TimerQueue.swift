public import HeapModule

/// Moments at which elements ask for attention, earliest first; elements of the same moment come in their own order.
///
/// An element that changes its moment leaves its old entry behind: the owner compares the moment that `popDue` returns
/// with the one that counts, and ignores the entry where they differ. Insertion and removal take O(log n).
@usableFromInline
package struct TimerQueue<Moment: Comparable & Sendable, Element: Comparable & Sendable>: Sendable {
    @usableFromInline
    package struct Entry: Comparable, Sendable {
        @usableFromInline package let moment: Moment
        @usableFromInline package let element: Element

        @inlinable
        package init(moment: Moment, element: Element) {
            self.moment = moment
            self.element = element
        }

        @inlinable
        package static func < (left: Entry, right: Entry) -> Bool {
            (left.moment, left.element) < (right.moment, right.element)
        }
    }

    @usableFromInline var heap: Heap<Entry>

    @inlinable
    package init(_ entries: [(element: Element, moment: Moment)] = []) {
        heap = Heap(entries.map { Entry(moment: $0.moment, element: $0.element) })
    }

    /// The earliest moment, which may belong to an entry that no longer counts.
    @inlinable package var first: Moment? { heap.min?.moment }

    /// The earliest entry, which may no longer count.
    @inlinable package var firstEntry: (element: Element, moment: Moment)? {
        heap.min.map { ($0.element, $0.moment) }
    }

    /// Entries, those that no longer count included.
    @inlinable package var count: Int { heap.count }

    @inlinable
    package mutating func add(_ element: Element, at moment: Moment) {
        heap.insert(Entry(moment: moment, element: element))
    }

    @inlinable
    package mutating func removeFirst() {
        _ = heap.popMin()
    }

    /// Removes and returns the first entry whose moment is not after `now`.
    @inlinable
    package mutating func popDue(at now: Moment) -> (element: Element, moment: Moment)? {
        guard let first = heap.min, first.moment <= now else { return nil }
        heap.removeMin()
        return (first.element, first.moment)
    }
}
