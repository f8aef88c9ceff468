/// A queue of work that a loop does in portions.
struct WorkQueue<Element> {
    private var elements: [Element] = []
    private var taken = 0

    var isEmpty: Bool { taken == elements.count }

    /// Elements since the queue was last empty, those taken included.
    var total: Int { elements.count }

    /// The elements that wait, oldest first.
    var waiting: ArraySlice<Element> { elements[taken...] }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Removes and returns the oldest elements, at most `count`.
    mutating func take(_ count: Int = .max) -> ArraySlice<Element> {
        let portion = waiting.prefix(count)
        taken += portion.count
        if isEmpty { (elements, taken) = ([], 0) }
        return portion
    }
}
