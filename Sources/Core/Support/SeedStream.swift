/// Random numbers from a seed, split into independent streams: a part of a run that draws more or fewer numbers does not
/// change the numbers of another part. The same seed gives the same numbers in every version.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
package struct SeedStream: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    /// The stream that starts at `seed` itself.
    package init(seed: UInt64) {
        state = seed
    }

    /// The stream of one part of a run; `numbers` split it further, for example by actor and occurrence.
    package init(seed: UInt64, part: UInt64, _ numbers: Int...) {
        var mixer = SeedStream(seed: seed ^ (part &* 0xD134_2543_DE82_EF95))
        for number in numbers {
            mixer = SeedStream(seed: mixer.next() ^ (UInt64(bitPattern: Int64(number)) &* SeedStream.step))
        }
        state = mixer.next()
    }

    /// The stream of one actor of a script.
    package init(seed: UInt64, actor: Int) {
        var mixer = SeedStream(seed: seed)
        state = mixer.next() ^ (UInt64(bitPattern: Int64(actor)) &* SeedStream.step)
    }

    /// 2^64 over the golden ratio.
    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    package mutating func next() -> UInt64 {
        state &+= SeedStream.step
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package mutating func within(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &self)
    }

    /// True with a probability of `percent` in a hundred.
    package mutating func chance(_ percent: Int64) -> Bool {
        within(0...99) < percent
    }

    /// True with a probability of `share`, from 0 to 1.
    package mutating func chance(of share: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < share
    }
}
