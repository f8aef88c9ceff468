extension Trial {
    /// The places of the fewest moves found with which the trial still fails: pieces are left out, halves first and
    /// single moves last, as long as it fails without them (delta debugging, Zeller and Hildebrandt 2002).
    package func shrunk(_ fails: ([Int]) -> Bool) -> [Int] {
        var smallest = Array(entries.indices)
        var length = max(1, smallest.count / 2)
        while true {
            var start = 0
            var hasShrunk = false
            while start < smallest.count {
                var shorter = smallest
                shorter.removeSubrange(start..<min(start + length, smallest.count))
                if fails(shorter) {
                    smallest = shorter
                    hasShrunk = true
                } else {
                    start += length
                }
            }
            guard !hasShrunk else { continue }
            guard length > 1 else { return smallest }
            length /= 2
        }
    }

    /// The trial with only the moves at these places.
    package func keeping(_ places: [Int]) -> Trial {
        var kept = self
        kept.entries = places.filter(entries.indices.contains).map { entries[$0] }
        return kept
    }

    /// One line for each move, for people.
    package var story: String {
        let head = "seed \(seed): preset \(preset.rawValue), \(tweak), supplier \(supplierWords), \(policy.rawValue)"
        let lines = entries.enumerated().map { place, entry in
            "  \(place). +\(entry.afterMilliseconds) ms, actor \(entry.actor): \(entry.move)"
        }
        return ([head] + lines).joined(separator: "\n")
    }

    private var supplierWords: String {
        switch supplier {
        case .numbers: "numbers"
        case .animals(let seed): "animals:\(seed)"
        case .listed(let pages): "\(pages.count) pages"
        case .delayed(let pages, let milliseconds): "\(pages.count) pages after \(milliseconds) ms"
        }
    }
}
