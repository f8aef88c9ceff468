/// Large values by name that are read and changed where they lie; a dictionary moves each out and back in for every
/// change, and whoever reads one through an optional is handed a copy, with a retain for everything it holds.
struct Shelf<Value: Sendable>: Sendable {
    /// Where a value lies until one is taken away. Found once, it spares looking for the name again.
    struct Place: Sendable { fileprivate let index: Int }

    private var indices: [String: Int] = [:]
    private var labels: [String] = []
    private var values: [Value] = []

    var count: Int { values.count }

    /// In their order, which is the same in every process.
    var names: [String] { labels.sorted() }

    func place(of name: String) -> Place? { indices[name].map(Place.init) }

    /// The place of that name, with `value` there if it has none.
    mutating func place(of name: String, orNew value: @autoclosure () -> Value) -> Place {
        place(of: name) ?? add(value(), name)
    }

    subscript(place: Place) -> Value {
        _read { yield values.span[place.index] }
        _modify { yield &values[place.index] }
    }

    /// The value of that name; nil when there is none, which also takes it away. For where it does not matter what a look
    /// costs.
    subscript(name: String) -> Value? {
        get { indices[name].map { values[$0] } }
        _modify {
            let index = indices[name]
            var value = index.map { takeOut(at: $0) }
            defer {
                switch (value.take(), index) {
                case (let value?, let index?): putBack(value, at: index)
                case (let value?, nil): add(value, name)
                case (nil, let index?): close(index, of: name)
                case (nil, nil): break
                }
            }
            yield &value
        }
    }

    @discardableResult
    private mutating func add(_ value: Value, _ name: String) -> Place {
        indices[name] = values.count
        labels.append(name)
        values.append(value)
        return Place(index: values.count - 1)
    }

    /// Moves a value out, so that nothing else holds what it holds; the last one lies in its place meanwhile.
    private mutating func takeOut(at index: Int) -> Value {
        values.swapAt(index, values.count - 1)
        return values.removeLast()
    }

    private mutating func putBack(_ value: Value, at index: Int) {
        values.append(value)
        values.swapAt(index, values.count - 1)
    }

    /// Leaves the place of a value that was taken out to the last one.
    private mutating func close(_ index: Int, of name: String) {
        labels.swapAt(index, labels.count - 1)
        labels.removeLast()
        indices[name] = nil
        if index < labels.count { indices[labels[index]] = index }
    }
}
