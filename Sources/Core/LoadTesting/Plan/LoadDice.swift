import PagingEngine

/// Chance for one question about a run, from the run's seed: the answer is the same whoever else plays and in however
/// many workers.
struct LoadDice: RandomNumberGenerator, Hashable, Sendable {
    /// What is asked about; each has numbers of its own.
    enum Stream: UInt64 {
        case arrivals = 1
        case client
        case steps
        case hit
        case delay
    }

    private var source: SplitMix

    init(seed: UInt64, stream: Stream, _ numbers: Int...) {
        var mixer = SplitMix(seed: seed ^ (stream.rawValue &* 0xD134_2543_DE82_EF95))
        for number in numbers {
            mixer = SplitMix(seed: mixer.next() ^ (UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15))
        }
        source = SplitMix(seed: mixer.next())
    }

    mutating func next() -> UInt64 { source.next() }

    /// True with a chance of `part`, 0 … 1.
    mutating func falls(within part: Double) -> Bool {
        Double.random(in: 0..<1, using: &source) < part
    }
}
