/// Counters of one family by label. Labels take few values, which this program chooses, never a peer.
package struct LabelledCounter<Label: Hashable & Sendable>: Hashable, Sendable {
    private(set) var counters: [Label: Counter] = [:]

    package init() {}

    package mutating func add(_ label: Label, _ amount: UInt64 = 1) {
        counters[label, default: Counter()].add(amount)
    }

    package subscript(label: Label) -> UInt64 { counters[label]?.value ?? 0 }

    package mutating func merge(_ other: LabelledCounter) {
        for (label, counter) in other.counters { add(label, counter.value) }
    }
}
