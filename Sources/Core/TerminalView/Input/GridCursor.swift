/// The chosen page of an overview, moved by keys.
package struct GridCursor: Hashable, Sendable {
    /// The result of a key.
    package enum Outcome: Hashable, Sendable {
        case choosing
        case chosen(Int)
        case left
    }

    /// Number of pages.
    package let count: Int
    /// From 0.
    package private(set) var selected: Int

    package init(count: Int, selected: Int) {
        self.count = count
        self.selected = min(max(selected, 0), max(0, count - 1))
    }

    /// Reads a key in a grid with so many pages in a row.
    package mutating func read(_ key: Key, perRow: Int) -> Outcome {
        switch key {
        case .enter, .character(" "): return .chosen(selected)
        case .escape, .character("o"), .character("q"): return .left
        case .right, .character("l"), .character("n"), .tab: move(by: 1)
        case .left, .character("h"), .character("p"), .backspace: move(by: -1)
        case .down, .character("j"): move(by: perRow)
        case .up, .character("k"): move(by: -perRow)
        case .pageDown: move(by: 3 * perRow)
        case .pageUp: move(by: -3 * perRow)
        case .home, .character("g"): move(by: -count)
        case .end, .character("G"): move(by: count)
        default: break
        }
        return .choosing
    }

    package mutating func move(by places: Int) {
        selected = min(max(selected + places, 0), max(0, count - 1))
    }
}
