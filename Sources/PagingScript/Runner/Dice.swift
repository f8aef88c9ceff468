/// Random numbers from a seed: SplitMix64 (Steele, Lea, Flood 2014), one stream per actor, so that an actor's
/// choices are the same whoever else plays.
struct Dice: Hashable {
    private var state: UInt64

    init(seed: UInt64, actor: Int) {
        state = seed
        for _ in 0..<2 { state = next() ^ UInt64(actor) &* 0x9E37_79B9_7F4A_7C15 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number within the bounds, each as likely as any other to within 2⁻³⁷ for spans of a day.
    mutating func choose(_ range: ClosedRange<Int64>) -> Int64 {
        let span = UInt64(range.upperBound - range.lowerBound) + 1
        return range.lowerBound + Int64(next() % span)
    }
}
