/// Large values by name that are read and changed where they lie; a dictionary moves each out and back in for every
/// change, and whoever reads one through an optional is handed a copy, with a retain for everything it holds.
struct Shelf<Name: Hashable & Comparable & Sendable, Value: Sendable>: Sendable {
    /// Where a value lies until one is taken away. Found once, it spares looking for the name again.
    struct Place: Sendable { fileprivate let index: Int }

    private var indices: [Name: Int] = [:]
    private var labels: [Name] = []
    private var values: [Value] = []

    var count: Int { values.count }

    /// In their order, which is the same in every process.
    var names: [Name] { labels.sorted() }

    func place(of name: Name) -> Place? { indices[name].map(Place.init) }

    /// Every place, in an order that is the same in every process.
    var places: some RandomAccessCollection<Place> { values.indices.lazy.map(Place.init) }

    func name(at place: Place) -> Name { labels[place.index] }

    /// The place of that name, with `value` there if it has none.
    mutating func place(of name: Name, orNew value: @autoclosure () -> Value) -> Place {
        place(of: name) ?? add(value(), name)
    }

    subscript(place: Place) -> Value {
        _read { yield values.span[place.index] }
        _modify { yield &values[place.index] }
    }

    /// The value of that name; nil when there is none, which also takes it away. For where it does not matter what a look
    /// costs.
    subscript(name: Name) -> Value? {
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
    private mutating func add(_ value: Value, _ name: Name) -> Place {
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
    private mutating func close(_ index: Int, of name: Name) {
        labels.swapAt(index, labels.count - 1)
        labels.removeLast()
        indices[name] = nil
        if index < labels.count { indices[labels[index]] = index }
    }
}
