import PagingEngine

/// Random numbers from a seed, one stream per actor, so that an actor's choices are the same whoever else plays.
struct Dice: Hashable {
    private var source: SplitMix

    init(seed: UInt64, actor: Int) {
        var mixer = SplitMix(seed: seed)
        source = SplitMix(seed: mixer.next() ^ UInt64(actor) &* 0x9E37_79B9_7F4A_7C15)
    }

    mutating func choose(_ pause: Pause) -> Int64 {
        pause.choose(using: &source)
    }
}
