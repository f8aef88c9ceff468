/// A small generator that gives the same numbers for the same seed (Steele, Lea, Flood: SplitMix64, 2014).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A generator of its own for one part of a world, so that parts do not disturb each other's numbers.
    init(seed: UInt64, part: UInt64) {
        var mixer = SeededRandom(seed: seed ^ (part &* 0xD134_2543_DE82_EF95))
        state = mixer.next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func within(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &self)
    }

    /// True `share` times in a hundred.
    mutating func chance(_ share: Int64) -> Bool {
        within(0...99) < share
    }
}
