/// Large values by key in one array, read and changed in place.
///
/// A `Dictionary` moves a value out and back in for every change, and reading one through an optional copies it with a
/// retain for everything it holds. Here `index(of:)` finds the place once, and `map[index]` reads or changes it there.
@usableFromInline
package struct DenseMap<Key: Hashable & Comparable & Sendable, Value: Sendable>: Sendable {
    /// The place of a value. Valid until a value is removed.
    @usableFromInline
    package struct Index: Sendable {
        @usableFromInline let offset: Int

        @inlinable
        init(_ offset: Int) { self.offset = offset }
    }

    @usableFromInline var offsets: [Key: Int] = [:]
    @usableFromInline var labels: [Key] = []
    @usableFromInline var values: [Value] = []

    @inlinable package init() {}

    @inlinable package var count: Int { values.count }

    /// All keys in ascending order.
    @inlinable package var keys: [Key] { labels.sorted() }

    @inlinable
    package func index(of key: Key) -> Index? { offsets[key].map { Index($0) } }

    /// All places, in an order that depends on insertions and removals only, so that it is the same in every process.
    @inlinable
    package var indices: some RandomAccessCollection<Index> { values.indices.lazy.map { Index($0) } }

    @inlinable
    package func key(at index: Index) -> Key { labels[index.offset] }

    /// The place of `key`, after adding `value` if the key is new.
    @inlinable
    package mutating func index(of key: Key, orAdd value: @autoclosure () -> Value) -> Index {
        index(of: key) ?? add(value(), key)
    }

    @inlinable
    package subscript(index: Index) -> Value {
        _read { yield values.span[index.offset] }
        _modify { yield &values[index.offset] }
    }

    /// The value for `key`. Assigning nil removes it. Reading copies the value: use an index where that costs too much.
    @inlinable
    package subscript(key: Key) -> Value? {
        get { offsets[key].map { values[$0] } }
        _modify {
            let offset = offsets[key]
            var value = offset.map { takeOut(at: $0) }
            defer {
                switch (value.take(), offset) {
                case (let value?, let offset?): putBack(value, at: offset)
                case (let value?, nil): add(value, key)
                case (nil, let offset?): close(offset, of: key)
                case (nil, nil): break
                }
            }
            yield &value
        }
    }

    @inlinable
    @discardableResult
    mutating func add(_ value: Value, _ key: Key) -> Index {
        offsets[key] = values.count
        labels.append(key)
        values.append(value)
        return Index(values.count - 1)
    }

    /// Moves a value out, so that nothing else holds what it holds; the last value takes its place meanwhile.
    @inlinable
    mutating func takeOut(at offset: Int) -> Value {
        values.swapAt(offset, values.count - 1)
        return values.removeLast()
    }

    @inlinable
    mutating func putBack(_ value: Value, at offset: Int) {
        values.append(value)
        values.swapAt(offset, values.count - 1)
    }

    /// Gives the place of a value that was taken out to the last one.
    @inlinable
    mutating func close(_ offset: Int, of key: Key) {
        labels.swapAt(offset, labels.count - 1)
        labels.removeLast()
        offsets[key] = nil
        if offset < labels.count { offsets[labels[offset]] = offset }
    }
}
