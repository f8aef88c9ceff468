/// Large values by small whole number, in slots that stay where they are and are used again.
///
/// `slot(of:)` finds the place of a value once, and `map[slot]` reads or changes it there. A key that has no value costs
/// four bytes.
@usableFromInline
package struct SlotMap<Value> {
    /// The place of a value. Valid until the value is removed; it never stands for a value that is added later.
    @usableFromInline
    package struct Slot: Hashable, Sendable {
        @usableFromInline let offset: Int
        @usableFromInline let generation: UInt32

        @inlinable
        init(offset: Int, generation: UInt32) {
            self.offset = offset
            self.generation = generation
        }
    }

    @usableFromInline var values: [Value] = []
    /// The key of each slot, the last one where the slot is free.
    @usableFromInline var labels: [Int] = []
    /// By slot, odd while it is taken: every insertion and removal adds one.
    @usableFromInline var generations: [UInt32] = []
    @usableFromInline var free: [Int] = []
    /// The first value of all, which stands in every free slot: an optional value would be copied by every access.
    @usableFromInline var vacant: Value?
    /// The slot of each key, −1 without one.
    @usableFromInline var offsets: [Int32]

    /// - Parameter keyCount: keys are 0 ..< `keyCount`.
    @inlinable
    package init(keyCount: Int) {
        offsets = Array(repeating: -1, count: keyCount)
    }

    @inlinable package var count: Int { values.count - free.count }

    /// All keys in ascending order.
    @inlinable package var keys: [Int] {
        values.indices.filter { generations[$0] & 1 == 1 }.map { labels[$0] }.sorted()
    }

    @inlinable
    package func slot(of key: Int) -> Slot? {
        guard offsets.indices.contains(key), offsets[key] >= 0 else { return nil }
        let offset = Int(offsets[key])
        return Slot(offset: offset, generation: generations[offset])
    }

    /// Whether the value that had this slot is still there.
    @inlinable
    package func contains(_ slot: Slot) -> Bool { generations[slot.offset] == slot.generation }

    @inlinable
    package func key(at slot: Slot) -> Int { labels[slot.offset] }

    /// Adds a value for a key that has none.
    @inlinable
    package mutating func add(_ value: Value, for key: Int) -> Slot {
        precondition(offsets[key] < 0, "expected a key without a value, got \(key)")
        if vacant == nil { vacant = value }
        let offset = free.popLast() ?? values.count
        if offset == values.count {
            values.append(value)
            labels.append(key)
            generations.append(1)
        } else {
            values[offset] = value
            labels[offset] = key
            generations[offset] &+= 1
        }
        offsets[key] = Int32(offset)
        return Slot(offset: offset, generation: generations[offset])
    }

    /// Removes the value of a slot, if it is still there.
    @inlinable
    package mutating func remove(_ slot: Slot) {
        guard contains(slot), let vacant else { return }
        offsets[labels[slot.offset]] = -1
        values[slot.offset] = vacant
        generations[slot.offset] &+= 1
        free.append(slot.offset)
    }

    @inlinable
    package subscript(slot: Slot) -> Value {
        _read {
            assert(contains(slot))
            yield values.span[slot.offset]
        }
        _modify {
            assert(contains(slot))
            yield &values[slot.offset]
        }
    }
}

extension SlotMap: Sendable where Value: Sendable {}
