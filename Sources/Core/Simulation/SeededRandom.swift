import PagingEngine

/// Chance for one part of a world, so that parts do not disturb each other's numbers.
struct SeededRandom: RandomNumberGenerator {
    private var source: SplitMix

    init(seed: UInt64) {
        source = SplitMix(seed: seed)
    }

    init(seed: UInt64, part: UInt64) {
        var mixer = SplitMix(seed: seed ^ (part &* 0xD134_2543_DE82_EF95))
        source = SplitMix(seed: mixer.next())
    }

    mutating func next() -> UInt64 { source.next() }

    mutating func within(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &source)
    }

    /// True `share` times in a hundred.
    mutating func chance(_ share: Int64) -> Bool {
        within(0...99) < share
    }
}
