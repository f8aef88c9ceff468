/// One broken copy of some seed; the same for the same number.
struct Mutation {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
    }

    /// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
    private mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }

    private mutating func index(below count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

    mutating func mutated(from seeds: [[UInt8]]) -> [UInt8] {
        var bytes = seeds[index(below: seeds.count)]
        for _ in 0...index(below: 4) where !bytes.isEmpty {
            let place = index(below: bytes.count)
            switch index(below: 7) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
            case 1: bytes[place] ^= 1 << UInt8(index(below: 8))
            case 2: bytes.remove(at: place)
            case 3: bytes.removeSubrange(place...)
            case 4: bytes.insert([0, 0x7f, 0x80, 0xff, 0x22, 0x7b, 0x0a][index(below: 7)], at: place)
            case 5:
                let end = min(bytes.count, place + index(below: 16))
                bytes.insert(contentsOf: bytes[place..<end], at: index(below: bytes.count))
            default:
                let other = seeds[index(below: seeds.count)]
                bytes.replaceSubrange(place..., with: other.suffix(index(below: other.count + 1)))
            }
        }
        return bytes
    }
}
